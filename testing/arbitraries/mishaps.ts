/** What goes wrong in a run, and at which turn: apart from the turns, so that either shrinks without the other. */
import * as fc from 'fast-check';
import { faultsOf, roleOf, type FaultKind, type PlannedFault } from './faults.ts';

export interface Mishap {
  /** The number of the turn from 0; the last one, where there are not so many. */
  readonly at: number;
  readonly fault: PlannedFault;
}

/** The SDK tries twice more by default. */
export const MOST_RETRIES = 2;

const MOST = 3;

/** Mostly none. Shrinks to fewer, and to those of the first turn. */
export function mishaps(kinds: readonly FaultKind[]): fc.Arbitrary<readonly Mishap[]> {
  const wanted = [faultsOf('before', kinds), faultsOf('within', kinds)].filter(
    (faults) => faults !== undefined,
  );
  const none = fc.constant<readonly Mishap[]>([]);
  if (wanted.length === 0) return none;
  const mishap = fc.record(
    { at: fc.nat({ max: 5 }), fault: fc.oneof(...wanted) },
    { noNullPrototype: true },
  );
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 2, arbitrary: none },
    { weight: 1, arbitrary: fc.array(mishap, { maxLength: MOST }) },
  );
}

/** What takes the place of the end: an error for good, or a reply whose stream breaks. Mostly nothing. */
export function breakdown(kinds: readonly FaultKind[]): fc.Arbitrary<PlannedFault | undefined> {
  const faults = faultsOf('end', kinds);
  const nothing = fc.constant(undefined);
  if (!faults) return nothing;
  return fc.oneof({ withCrossShrink: true }, { weight: 9, arbitrary: nothing }, faults);
}

export const isError = ({ fault }: Mishap): boolean => roleOf(fault.kind) === 'before';
