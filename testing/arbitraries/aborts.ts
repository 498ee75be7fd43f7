/** When an app is told to stop, as data beside its turns: so that it shrinks without them, and they without it. */
import * as fc from 'fast-check';
import type { AbortMoment } from '../../src/scenario/abort-schema.ts';
import type { WrittenTurn } from '../../src/scenario/written.ts';

export type AbortKind = 'start' | 'turn' | 'stream' | 'call' | 'after-call';

export interface PlannedAbort {
  readonly kind: AbortKind;
  /**
   * The number of the turn or of the call, from 0 and counted from the end, so that those before it can be left out; the
   * first one where there are not so many.
   */
  readonly at: number;
  /** How many events of the stream have come. */
  readonly events: number;
}

/** What a moment can be in. */
interface Around {
  readonly turns: readonly WrittenTurn[];
  /** The ids of the calls at which a good loop runs a tool. */
  readonly toRun: readonly string[];
  readonly stream: boolean;
}

const fromEnd = ({ length }: readonly unknown[], at: number): number =>
  Math.max(0, length - 1 - at);
const turnAt = ({ turns }: Around, at: number): number => fromEnd(turns, at);
const callAt = ({ toRun }: Around, at: number): string | undefined => toRun[fromEnd(toRun, at)];

type Moment = (around: Around, planned: PlannedAbort) => AbortMoment | undefined;

/** Where there is no such moment, the app is not told to stop. */
const MOMENTS: Readonly<Record<AbortKind, Moment>> = {
  start: () => 'start',
  turn: (around, { at }) => ({ turn: turnAt(around, at) + 1 }),
  stream: (around, { at, events }) => {
    const index = turnAt(around, at);
    const { reply, fault } = around.turns[index] ?? {};
    const isPlain = around.stream && reply !== undefined && fault === undefined;
    // An empty stream has three events, any other twice as many.
    const most = Array.isArray(reply) && reply.length === 0 ? 3 : 5;
    return isPlain ? { turn: index + 1, events: Math.min(events, most) } : undefined;
  },
  call: (around, { at }) => {
    const call = callAt(around, at);
    return call === undefined ? undefined : { call };
  },
  'after-call': (around, { at }) => {
    const call = callAt(around, at);
    return call === undefined ? undefined : { after_call: call };
  },
};

export const abortKinds: readonly AbortKind[] = Object.keys(MOMENTS) as AbortKind[];

/** Never, where no kind is wanted, and else in every other run. Shrinks to never, then to the last turn or call. */
export function aborts(kinds: readonly AbortKind[]): fc.Arbitrary<PlannedAbort | undefined> {
  const never = fc.constant(undefined);
  if (kinds.length === 0) return never;
  const planned = fc.record(
    {
      kind: fc.constantFrom(...abortKinds.filter((kind) => kinds.includes(kind))),
      at: fc.nat({ max: 5 }),
      events: fc.nat({ max: 5 }),
    },
    { noNullPrototype: true },
  );
  return fc.oneof({ withCrossShrink: true }, never, planned);
}

/** The moment in the words of the scenario language, and what it is counted as. */
export function momentOf(
  planned: PlannedAbort | undefined,
  around: Around,
): { readonly abort?: AbortMoment; readonly kinds: readonly string[] } {
  const abort = planned && MOMENTS[planned.kind](around, planned);
  return abort ? { abort, kinds: [`abort: ${planned.kind}`] } : { kinds: [] };
}
