/** Rehearsals: all that happens to a tool loop in one run, as data, so that it prints as YAML and plays again. */
import * as fc from 'fast-check';
import type { WrittenTool, WrittenTurn } from '../../src/scenario/written.ts';
import { checkKinds } from './check-kinds.ts';
import { conductKinds, usualConduct, type ConductKind } from './conduct.ts';
import { faultKinds, quickFaults, type FaultKind } from './faults.ts';
import { kitTools } from './kit-tools.ts';
import { knownSchema, schemaOf, type ToolSource } from './known-tool.ts';
import { callKinds, type CallKind } from './planned-call.ts';
import { breakdown, mishaps } from './mishaps.ts';
import { ending } from './planned-ending.ts';
import { goingOn, turnKinds, type TurnKind } from './planned-turn.ts';
import { inputKinds, type InputKind } from './schema/input-kinds.ts';
import { blockKinds, spokenText, type BlockKind } from './spoken.ts';
import { writtenTurns, type ToolConduct } from './written-turns.ts';

export interface Rehearsal {
  readonly input: string;
  readonly tools: readonly WrittenTool[];
  /** What the model says. Calls have ids, all of them different. */
  readonly turns: readonly WrittenTurn[];
  /** Calls at which a tool does anything but answer what its `answers` say. */
  readonly conduct: readonly ToolConduct[];
  /** Whether turns are asked for as streams. */
  readonly stream: boolean;
  /** What it holds, for statistics: one entry for each occurrence, such as `turn: pause` and `input: missing`. */
  readonly kinds: readonly string[];
}

export interface RehearsalOptions {
  /** The tools of the app. Default: four of the kit's own. */
  readonly tools?: readonly ToolSource[];
  /** The most turns before the last one; errors that are tried again do not count. Default 6. */
  readonly maxTurns?: number;
  /** The most calls in one turn, each of which may be repeated. Default 4. */
  readonly maxCalls?: number;
  /** The kinds of turns; of those that end a run there is always one, `answer` if no other. Default all. */
  readonly turns?: readonly TurnKind[];
  /** What stands before the calls of a turn, and after them. Default all. */
  readonly blocks?: readonly BlockKind[];
  /** Default all. */
  readonly calls?: readonly CallKind[];
  /** The kinds of input, as far as the schemas of the tools leave room for them. Default all. */
  readonly inputs?: readonly InputKind[];
  /** Default: all that cost no time, which leaves out `connection-error`, `stall` and `hang`. */
  readonly faults?: readonly FaultKind[];
  /** What tools do besides answering; nothing when the app's own tools are run. Default: all but `hangs`. */
  readonly conduct?: readonly ConductKind[];
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
  const { tools = kitTools, maxTurns = 6, models = 'both' } = options;
  const own = {
    ...KINDS,
    maxCalls: 4,
    faults: quickFaults,
    conduct: usualConduct,
    ...options,
    tools,
  };
  for (const [option, kinds] of Object.entries(KINDS)) {
    checkKinds(option, own[option as keyof typeof KINDS], kinds);
  }
  const turn = goingOn(own);
  const few = Math.min(maxTurns, 2);
  const turns = turn
    ? fc.oneof(
        { weight: 3, arbitrary: fc.array(turn, { maxLength: few }) },
        { weight: 1, arbitrary: fc.array(turn, { maxLength: maxTurns }) },
      )
    : fc.constant([]);
  const known = tools.map(written);
  return fc
    .tuple(
      fc.oneof(
        { withCrossShrink: true },
        { weight: 4, arbitrary: fc.constant('Go.') },
        spokenText(),
      ),
      turns,
      ending(own),
      mishaps(own.faults),
      breakdown(own.faults),
      STREAMS[models],
    )
    .map(([input, before, last, wrong, broken, stream]) => ({
      input,
      tools: known,
      ...writtenTurns({ turns: before, last, mishaps: wrong, breakdown: broken, stream }),
      stream,
    }));
}
