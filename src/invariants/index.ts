/** What a good loop always keeps: `ensaio/invariants`. */
export {
  checkInvariants,
  type CheckInvariantsOptions,
  type InvariantViolation,
  type Judged,
} from './check-invariants.ts';
export type { Invariant, InvariantFinding, Place } from './invariant.ts';
export { invariants } from './registry.ts';
