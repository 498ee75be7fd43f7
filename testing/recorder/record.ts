/** A door that passes everything through to a real API, and writes what it saw as scenarios. */
import {
  anything,
  checkGiven,
  checkOptions,
  isFields,
  type OptionCheck,
} from '../../src/check-options.ts';
import { EnsaioError } from '../../src/error.ts';
import type { Clock } from '../../src/simulation/clock.ts';
import type { WrittenScenario } from '../../src/scenario/written.ts';
import { show } from '../../src/show.ts';
import { hear } from './hear.ts';
import { Listener } from './listen.ts';
import { checkMaking, makeScenarios, type ScenarioMaking } from './make-scenarios.ts';
import { checkWriting, writeScenarios, type Writing } from './scenario-file.ts';

export interface RecordOptions extends ScenarioMaking {
  /** The path of the file to write, from `cwd`. There must be none yet. */
  readonly out: string;
  /** Write also where `CI` is set. Default false. */
  readonly ci?: boolean | undefined;
  /** Default `process.env`; only `CI` is looked at. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The folder that `out` starts from. Default: the working directory. */
  readonly cwd?: string | undefined;
  /** What time it is. Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/** What is to be otherwise than `record` was told. */
export type FinishOptions = Partial<Omit<RecordOptions, 'clock'>>;

/** What a recording came to. */
export interface Recorded {
  /** The file that was written, as an absolute path. */
  readonly file: string;
  readonly scenarios: readonly WrittenScenario[];
}

/** A recording under way. */
export interface Recording extends AsyncDisposable {
  /** Passes requests to the upstream, and answers back as they come. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * Ends the recording and writes the file. What still is under way counts as left by the app; what is asked later passes
   * and is not written. Called again it gives the same. When it throws, nothing is over and nothing lost: call it again
   * with what is to be otherwise. A recording that is disposed of is finished.
   * @throws EnsaioError `nothing-recorded`, `secret-found`, `file-exists`, `write-failed`, `ci-refused` or `option-invalid`
   */
  finish(changes?: FinishOptions): Promise<Recorded>;
}

/** What they must be is said by what they are for. */
const CHECKS: Readonly<Record<keyof RecordOptions, OptionCheck>> = {
  out: anything,
  ci: anything,
  env: anything,
  cwd: anything,
  clock: anything,
  redact: anything,
  name: anything,
  split: anything,
  input: anything,
  streams: anything,
  usage: anything,
};

function checkOut(out: unknown): void {
  if (typeof out === 'string' && out !== '') return;
  throw new EnsaioError(
    'option-invalid',
    `out is the path of the file to write, received ${show(out)}.`,
    { details: { option: 'out', received: out } },
  );
}

/** @throws EnsaioError `option-invalid` */
function toWriting(options: RecordOptions): Writing {
  checkOptions(options, CHECKS);
  checkMaking(options);
  const { out, cwd = process.cwd(), env = process.env, ci = false } = options;
  checkOut(out);
  return { out, cwd, env, ci };
}

function nothingRecorded(out: string): EnsaioError {
  return new EnsaioError(
    'nothing-recorded',
    `Nothing is written to "${out}": no request for a turn came.`,
    {
      hint: 'A turn is asked for by POST /v1/messages with a body of JSON; does the app use the `fetch` or the base URL of the recording?',
      details: { file: out },
    },
  );
}

/**
 * Records what an app and a real API say to each other.
 * @param upstream a function like `fetch`, or the base URL of an API
 * @example
 * await using recording = record('https://api.anthropic.com', { out: 'scenarios/refund.yaml' });
 * await runMyApp(new Anthropic({ fetch: recording.fetch }), 'Where is my refund?');
 * @throws EnsaioError `file-exists`, `ci-refused` or `option-invalid`
 */
export function record(
  upstream: typeof globalThis.fetch | string | URL,
  options: RecordOptions,
): Recording {
  // A mistake is told before anything is asked of the API.
  checkGiven(
    isFields(options),
    'record',
    'options with the path of the file to write',
    options,
    'record(url, { out: "scenarios/refund.yaml" }).',
  );
  checkWriting(toWriting(options));
  const listener = new Listener(upstream, options.clock);

  async function write(making: RecordOptions): Promise<Recorded> {
    const where = toWriting(making);
    const heard = listener.passages.map(hear);
    const scenarios = await makeScenarios(heard, making, [...listener.secrets]);
    if (scenarios.length === 0) throw nothingRecorded(where.out);
    return { file: writeScenarios(scenarios, where), scenarios };
  }

  let finished: Promise<Recorded> | undefined;
  const finish = (changes: FinishOptions = {}): Promise<Recorded> =>
    (finished ??= write({ ...options, ...changes }).catch((error: unknown) => {
      finished = undefined;
      throw error;
    }));
  return {
    fetch: listener.fetch,
    finish,
    [Symbol.asyncDispose]: async () => void (await finish()),
  };
}
