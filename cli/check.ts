/** `ensaio check`: rehearses a loop or a conversation on generated scripts, all of them or one part of many. */
import { relative, resolve } from 'node:path';
import { EnsaioError } from '../src/error.ts';
import {
  reportConversation,
  reportLoop,
  type CheckConversationOptions,
  type CheckLoopOptions,
  type CheckLoopReport,
  type Shard,
} from '../testing/index.ts';
import type { App } from '../testing/app.ts';
import { loadTools } from '../testing/load/load-tools.ts';
import { openSessionOf } from '../testing/session/session-app.ts';
import { toResult, writeResult } from './check-result.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { formatCheck } from './format-check.ts';
import type { IO } from './io.ts';
import { loadApp } from './load-app.ts';
import { numeric } from './numeric.ts';
import { paintFor } from './paint.ts';
import { progressBar } from './progress-bar.ts';

/** The options as they are written. */
export interface CheckOptions {
  readonly app: string;
  readonly runs?: string;
  readonly seed?: string;
  readonly path?: string;
  readonly shard?: string;
  readonly tools?: string;
  readonly door?: string;
  readonly models?: string;
  readonly size?: string;
  readonly threads?: string;
  readonly limit?: string;
  readonly finalTools?: string[];
  readonly except?: string[];
  readonly concurrency?: string;
  readonly commands?: string[];
  readonly maxCommands?: string;
  readonly regressions?: string | boolean;
  readonly out?: string;
}

function toShard(text: string): Shard {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (index !== undefined && count !== undefined) {
    return { index: Number(index), count: Number(count) };
  }
  throw new EnsaioError('option-invalid', `--shard is like 2/8, received "${text}".`);
}

/** @throws EnsaioError `option-invalid` when there are none in the file */
async function toTools(path: string, { cwd }: IO): Promise<readonly object[]> {
  const tools = await loadTools(path, cwd);
  if (tools.ok) return tools.value;
  const [problem] = tools.problems;
  throw new EnsaioError('option-invalid', `--tools: ${problem!.message}`);
}

/** Named from the folder of the process, which is what the library goes by. */
function toFolder(written: string | boolean | undefined, { cwd }: IO): string | undefined {
  if (written === undefined || written === false) return undefined;
  const folder = resolve(cwd, written === true ? 'scenarios/regressions' : written);
  return relative(process.cwd(), folder) || '.';
}

/** What a loop or a conversation may be given. */
type AnyOptions = CheckConversationOptions & Pick<CheckLoopOptions, 'finalTools'>;

async function toOptions(written: CheckOptions, io: IO): Promise<AnyOptions> {
  const { runs, seed, path, shard, tools, door, models, size, limit, except, concurrency } =
    written;
  const { commands, maxCommands, regressions, threads, finalTools } = written;
  const given = {
    runs: numeric(runs),
    seed: numeric(seed ?? io.env?.['ENSAIO_SEED']),
    path,
    shard: shard === undefined ? undefined : toShard(shard),
    tools: tools === undefined ? undefined : await toTools(tools, io),
    door: door as CheckLoopOptions['door'],
    models: models as CheckLoopOptions['models'],
    size: size as CheckLoopOptions['size'],
    threads: threads as CheckLoopOptions['threads'],
    limit: numeric(limit),
    finalTools,
    except,
    concurrency: numeric(concurrency),
    commands,
    maxCommands: numeric(maxCommands),
    regressions: toFolder(regressions, io),
  };
  const some = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(some) as AnyOptions;
}

/** Options that only a conversation has. */
const OF_CONVERSATIONS = ['commands', 'maxCommands'] as const;

/**
 * An app of `sessionApp` is a conversation, any other a loop.
 * @throws EnsaioError `option-invalid` when a loop is given what only a conversation has
 */
function report(app: App, options: AnyOptions): Promise<CheckLoopReport> {
  const open = openSessionOf(app);
  if (open) return reportConversation(open, options);
  const other = OF_CONVERSATIONS.find((name) => options[name] !== undefined);
  if (other === undefined) return reportLoop(app, options);
  throw new EnsaioError('option-invalid', `${other} is for an app of \`sessionApp\`.`, {
    hint: 'Any other app is a loop, which nobody steers.',
    details: { option: other },
  });
}

/**
 * Checks the app and prints what it was put through and what broke: 0 nothing, 1 something.
 * @throws EnsaioError `app-invalid`, `option-invalid`, `write-failed`, or what `checkLoop` throws
 */
export async function check(written: CheckOptions, io: IO): Promise<ExitCode> {
  const options = await toOptions(written, io);
  const app = await loadApp(written.app, io);
  const bar = progressBar(io.stderr);
  const found = await report(app, { ...options, onProgress: bar.show });
  bar.clear();
  const result = toResult(found);
  const paint = paintFor(io.stdout, io);
  io.stdout.write(`${formatCheck(result, paint)}, with seed ${found.seed}\n`);
  // Whatever becomes of the file, what was found has been told.
  if (written.out !== undefined) writeResult(written.out, io.cwd, result);
  return found.failure ? EXIT.failed : EXIT.passed;
}
