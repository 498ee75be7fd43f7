/** Rehearsals: all that happens to a tool loop in one run, as data, so that it prints as YAML and plays again. */
import * as fc from 'fast-check';
import type { AbortMoment } from '../../src/scenario/abort-schema.ts';
import type { WrittenTool, WrittenTurn } from '../../src/scenario/written.ts';
import type { ThreadMode } from '../../src/simulation/threads.ts';
import type { SessionCommand } from '../session/session.ts';
import { abortKinds, aborts, momentOf, type AbortKind } from './aborts.ts';
import { checkKinds } from './check-kinds.ts';
import { conductKinds, usualConduct, type ConductKind } from './conduct.ts';
import { faultKinds, quickFaults, SHORTEST_WAIT, type FaultKind, type Wait } from './faults.ts';
import { kitTools } from './kit-tools.ts';
import { knownSchema, schemaOf, type ToolSource } from './known-tool.ts';
import { callKinds, type CallKind } from './planned-call.ts';
import { lostThreads, type LostThreads } from './lost-threads.ts';
import { breakdown, mishaps } from './mishaps.ts';
import { endingWith } from './final-turn.ts';
import { goingOn, turnKinds, type TurnKind, type TurnOptions } from './planned-turn.ts';
import { inputKinds, type InputKind } from './schema/input-kinds.ts';
import { blockKinds, spokenText, type BlockKind } from './spoken.ts';
import type { ToolConduct } from './turn-writer.ts';
import { writtenTurns } from './written-turns.ts';

export interface Rehearsal<Input = string> {
  /** What the user says; of a conversation that is steered, its commands. */
  readonly input: Input;
  readonly tools: readonly WrittenTool[];
  /** What the model says. Calls have ids, all of them different. */
  readonly turns: readonly WrittenTurn[];
  /** Calls at which a tool does anything but answer what its `answers` say. */
  readonly conduct: readonly ToolConduct[];
  /** Whether turns are asked for as streams. */
  readonly stream: boolean;
  /** When the app is told to stop. Default: never. */
  readonly abort?: AbortMoment;
  /** What becomes of message threads, where they are not kept. */
  readonly threads?: LostThreads;
  /** What it holds, for statistics: one entry for each occurrence, such as `turn: pause` and `input: missing`. */
  readonly kinds: readonly string[];
}

export type AnyRehearsal = Rehearsal<string | readonly SessionCommand[]>;

export interface RehearsalOptions {
  /** The tools of the app. Default: four of the kit's own. */
  readonly tools?: readonly ToolSource[];
  /** The most turns before the last one; errors that are tried again do not count. Default 6. */
  readonly maxTurns?: number;
  /** The most calls in one turn, each of which may be repeated. Default 4. */
  readonly maxCalls?: number;
  /** The kinds of turns; of those that end a run there is always one, `answer` if no other. Default all. */
  readonly turns?: readonly TurnKind[];
  /**
   * The names of tools that end the loop: in half of the rehearsals the last turn calls one, and the turn behind it is for
   * whoever goes on. Default: none.
   */
  readonly finalTools?: readonly string[];
  /** What stands before the calls of a turn, and after them. Default all. */
  readonly blocks?: readonly BlockKind[];
  /** Default all. */
  readonly calls?: readonly CallKind[];
  /** The kinds of input, as far as the schemas of the tools leave room for them. Default all. */
  readonly inputs?: readonly InputKind[];
  /** Default: all but `connection-error`, `stall` and `hang`, which take time, and `retry-forbidden`. */
  readonly faults?: readonly FaultKind[];
  /**
   * How many milliseconds an error that is tried again asks to be left alone, by `retry-after-ms`. Default 1, since time
   * may be real.
   */
  readonly retryAfterMs?: number;
  /**
   * Whole seconds, where time is not real: as on the API, only a 429 asks to be left alone, by `retry-after`, and
   * `retryAfterMs` says nothing. Default: none; two in a check, whose time is its own.
   */
  readonly retryAfter?: number;
  /** What tools do besides answering; nothing when the app's own tools are run. Default: all but `hangs`. */
  readonly conduct?: readonly ConductKind[];
  /** When the app is told to stop, in some of the runs. Default: never. */
  readonly aborts?: readonly AbortKind[];
  /**
   * What becomes of message threads, for loops that use them: `keep`, `lose` or `refuse`, as for `simulate`. Default: they
   * are kept in three of four runs and lost in the others, which a loop on threads has to survive.
   */
  readonly threads?: ThreadMode;
  /** Whether turns are streamed. Default: both. */
  readonly models?: 'streaming' | 'not' | 'both';
}

/** What each option may name. */
const KINDS = {
  turns: turnKinds,
  blocks: blockKinds,
  calls: callKinds,
  inputs: inputKinds,
  faults: faultKinds,
  conduct: conductKinds,
  aborts: abortKinds,
};

const STREAMS = {
  not: fc.constant(false),
  streaming: fc.constant(true),
  both: fc.boolean(),
};

function written(tool: ToolSource): WrittenTool {
  const { name, description, definition, effect } = tool;
  return {
    name,
    description: description ?? definition?.description ?? '',
    input_schema: knownSchema(schemaOf(tool)).json,
    ...(effect === undefined ? {} : { effect }),
    answers: (tool as Partial<WrittenTool>).answers ?? [{ result: 'done' }],
  };
}

/** What rehearsals are made of. */
export interface RehearsalParts {
  /** The options, with the defaults filled in. */
  readonly own: TurnOptions &
    Required<Pick<RehearsalOptions, 'faults' | 'aborts'>> & { readonly wait: Wait };
  readonly threads: fc.Arbitrary<{ readonly threads?: LostThreads }>;
  readonly tools: readonly WrittenTool[];
  readonly streams: fc.Arbitrary<boolean>;
}

function waitOf({ retryAfterMs, retryAfter }: RehearsalOptions): Wait {
  if (retryAfter !== undefined) return { seconds: retryAfter };
  return retryAfterMs === undefined ? SHORTEST_WAIT : { ms: retryAfterMs };
}

/** @throws EnsaioError `option-invalid` for a kind that there is not */
export function rehearsalParts(options: RehearsalOptions): RehearsalParts {
  const { tools = kitTools, models = 'both' } = options;
  const own = {
    ...KINDS,
    maxCalls: 4,
    faults: quickFaults,
    wait: waitOf(options),
    conduct: usualConduct,
    aborts: [],
    ...options,
    tools,
  };
  for (const [option, kinds] of Object.entries(KINDS)) {
    checkKinds(option, own[option as keyof typeof KINDS], kinds);
  }
  return {
    own,
    tools: tools.map(written),
    streams: STREAMS[models],
    threads: lostThreads(options.threads),
  };
}

/**
 * Rehearsals for a tool loop: what the user says, what the model answers turn by turn, what goes wrong on the way, and
 * what the tools do. The script is one that a good loop plays to its end: after every turn but the last it goes on,
 * after the last it stops, and no more than two errors come in a row, which is how often the SDK tries again. Never two
 * calls of one id, a call that its turn leaves half open, a server call without its result, a lone surrogate, or an
 * input that is no object, which the API would not take back. Shrinks to fewer turns and calls, to valid calls of the
 * first tool, to plain texts, to no faults and to tools that answer at once.
 * @throws EnsaioError `option-invalid` for a kind that there is not
 */
export function rehearsal(options: RehearsalOptions = {}): fc.Arbitrary<Rehearsal> {
  const { maxTurns = 6 } = options;
  const { own, tools, streams, threads } = rehearsalParts(options);
  const turn = goingOn(own);
  const few = Math.min(maxTurns, 2);
  const turns = turn
    ? fc.oneof(
        { weight: 3, arbitrary: fc.array(turn, { maxLength: few }) },
        { weight: 1, arbitrary: fc.array(turn, { maxLength: maxTurns }) },
      )
    : fc.constant([]);
  return fc
    .tuple(
      fc.oneof(
        { withCrossShrink: true },
        { weight: 4, arbitrary: fc.constant('Go.') },
        spokenText(),
      ),
      turns,
      endingWith(own, options.finalTools),
      mishaps(own),
      breakdown(own),
      streams,
      aborts(own.aborts),
      threads,
    )
    .map(([input, before, last, wrong, broken, stream, stop, lost]) => {
      const plan = { turns: before, last, mishaps: wrong, breakdown: broken, stream };
      const { turns: told, conduct, kinds, toRun } = writtenTurns(plan);
      const moment = momentOf(stop, { turns: told, toRun, stream });
      return {
        input,
        tools,
        turns: told,
        conduct,
        stream,
        ...moment,
        ...lost,
        kinds: [...kinds, ...moment.kinds],
      };
    });
}
