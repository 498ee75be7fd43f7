/** The turns of a model before they are written: those that go on, and the one that is the last. */
import * as fc from 'fast-check';
import type { WrittenBlock } from '../../src/scenario/written.ts';
import { plannedCall, type CallOptions, type PlannedCall } from './planned-call.ts';
import type { Fields } from './schema/node.ts';
import { spoken, spokenText, type BlockKind } from './spoken.ts';

export type TurnKind =
  | 'calls'
  | 'pause'
  | 'answer'
  | 'empty'
  | 'max_tokens'
  | 'stop_sequence'
  | 'refusal'
  | 'model_context_window_exceeded';

export const turnKinds: readonly TurnKind[] = [
  'calls',
  'pause',
  'answer',
  'empty',
  'max_tokens',
  'stop_sequence',
  'refusal',
  'model_context_window_exceeded',
];

export interface PlannedTurn {
  readonly kind: TurnKind;
  readonly before: readonly WrittenBlock[];
  readonly calls: readonly PlannedCall[];
  readonly after: readonly WrittenBlock[];
  /** Fields of the message that do not follow from its content. */
  readonly message?: Fields;
  /** How much of the JSON of the last input is there before the limit of tokens cuts it, from 0 to 1. */
  readonly cut?: number;
}

export interface TurnOptions extends CallOptions {
  readonly turns: readonly TurnKind[];
  readonly blocks: readonly BlockKind[];
  readonly maxCalls: number;
}

type Blocks = readonly WrittenBlock[];

/** Without ids, which each of them gets when the turn is played. */
const SEARCH: readonly WrittenBlock[] = [
  { type: 'server_tool_use', name: 'web_search', input: { query: 'tides' } },
  { type: 'web_search_tool_result', content: [] },
];

const none = fc.constant<never[]>([]);
const searching = fc.constantFrom<Blocks[]>([], SEARCH);

/** A turn after which a loop goes on; undefined when no kind of it is wanted. */
export function goingOn(options: TurnOptions): fc.Arbitrary<PlannedTurn> | undefined {
  const { turns, blocks, maxCalls } = options;
  const around = spoken(blocks);
  // None stands for no turn at all: a list that may be empty shrinks at both ends.
  const calls = fc.array(plannedCall(options), { maxLength: maxCalls });
  const kinds = {
    calls: fc.record({
      kind: fc.constant('calls' as const),
      before: around,
      calls,
      after: spoken(blocks.filter((kind) => kind === 'text')),
    }),
    pause: fc.record({
      kind: fc.constant('pause' as const),
      before: spokenText().map((text) => [text]),
      calls: none,
      after: searching,
      message: fc.constant({ stop_reason: 'pause_turn' }),
    }),
  };
  const wanted = (['calls', 'pause'] as const).filter((kind) => turns.includes(kind));
  if (wanted.length === 0) return undefined;
  return fc.oneof(
    { withCrossShrink: true },
    ...wanted.map((kind) => ({
      weight: kind === 'calls' ? 6 : 1,
      arbitrary: kinds[kind] as fc.Arbitrary<PlannedTurn>,
    })),
  );
}
