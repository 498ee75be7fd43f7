/** What goes wrong in a run, and at which turn: apart from the turns, so that either shrinks without the other. */
import * as fc from 'fast-check';
import { plannedCall, type CallOptions, type PlannedCall } from './planned-call.ts';
import { faultsOf, roleOf, type FaultKind, type PlannedFault, type Wait } from './faults.ts';

export interface Mishap {
  /** The number of the turn from 0, of those that it can befall; where there are not so many, it is counted on from the first. */
  readonly at: number;
  readonly fault: PlannedFault;
}

/** The SDK tries twice more by default. */
export const MOST_RETRIES = 2;

const MOST = 3;

/** None in half of all runs or more. Shrinks to fewer, and to those of the first turn. */
export function mishaps({
  faults: kinds,
  wait,
}: {
  readonly faults: readonly FaultKind[];
  readonly wait: Wait;
}): fc.Arbitrary<readonly Mishap[]> {
  const wanted = [faultsOf('before', kinds, wait), faultsOf('within', kinds)].filter(
    (faults) => faults !== undefined,
  );
  const none = fc.constant<readonly Mishap[]>([]);
  if (wanted.length === 0) return none;
  const mishap = fc.record(
    { at: fc.nat({ max: 5 }), fault: fc.oneof(...wanted) },
    { noNullPrototype: true },
  );
  return fc.oneof({ withCrossShrink: true }, none, fc.array(mishap, { maxLength: MOST }));
}

/** What takes the place of the end. */
export interface Breakdown {
  readonly fault: PlannedFault;
  /** What a reply calls that is not told to its end. */
  readonly calls: readonly PlannedCall[];
}

/** An error for good, or a reply whose stream breaks. Mostly nothing. */
export function breakdown({
  faults,
  ...options
}: CallOptions & { readonly faults: readonly FaultKind[] }): fc.Arbitrary<Breakdown | undefined> {
  const broken = faultsOf('end', faults);
  const nothing = fc.constant(undefined);
  if (!broken) return nothing;
  // Calls that nobody would run tell nothing of a reader.
  const call = plannedCall({ ...options, calls: ['known'], inputs: ['valid'] });
  const calls = fc.array(call, { maxLength: 2 });
  const breakdowns = fc.record({ fault: broken, calls }, { noNullPrototype: true });
  return fc.oneof({ withCrossShrink: true }, { weight: 4, arbitrary: nothing }, breakdowns);
}

export const isError = ({ fault }: Mishap): boolean => roleOf(fault.kind) === 'before';
