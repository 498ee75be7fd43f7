/** The turn after which a loop stops, in each of the ways in which a model stops. */
import * as fc from 'fast-check';
import { plannedCall } from './planned-call.ts';
import type { PlannedTurn, TurnKind, TurnOptions } from './planned-turn.ts';
import type { Fields } from './schema/node.ts';
import { spokenText } from './spoken.ts';

const none = fc.constant<never[]>([]);

type Ending = Exclude<TurnKind, 'calls' | 'pause'>;

/** The fields of the message that ends in each way, and whether it may hold calls all the same, which nobody answers. */
const ENDINGS: Readonly<Record<Ending, { readonly message?: Fields; readonly calls?: true }>> = {
  answer: {},
  empty: {},
  max_tokens: { message: { stop_reason: 'max_tokens' }, calls: true },
  stop_sequence: { message: { stop_reason: 'stop_sequence', stop_sequence: 'STOP' } },
  refusal: {
    message: {
      stop_reason: 'refusal',
      stop_details: { type: 'refusal', category: 'cyber', explanation: null },
    },
    calls: true,
  },
  model_context_window_exceeded: {
    message: { stop_reason: 'model_context_window_exceeded' },
    calls: true,
  },
};

/** A turn after which a loop stops. Shrinks to an answer. */
export function ending(options: TurnOptions): fc.Arbitrary<PlannedTurn> {
  const { turns, maxCalls } = options;
  const text = spokenText().map((value) => [value]);
  const calls = fc.array(plannedCall(options), { maxLength: Math.min(maxCalls, 2) });
  const ofKind = (kind: Ending): fc.Arbitrary<PlannedTurn> => {
    const { message, calls: mayCall } = ENDINGS[kind];
    return fc.record(
      {
        kind: fc.constant(kind),
        before: kind === 'empty' ? none : text,
        calls: mayCall ? calls : none,
        after: none,
        ...(message && { message: fc.constant(message) }),
        ...(kind === 'max_tokens' && { cut: fc.nat({ max: 10 }).map((tenth) => tenth / 10) }),
      },
      { noNullPrototype: true },
    ) as fc.Arbitrary<PlannedTurn>;
  };
  const kinds = (Object.keys(ENDINGS) as Ending[]).filter((kind) => turns.includes(kind));
  const [first = 'answer', ...others] = kinds;
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 2 * others.length + 1, arbitrary: ofKind(first) },
    ...others.map((kind) => ({ weight: 1, arbitrary: ofKind(kind) })),
  );
}
