/** What a good loop always keeps: `ensaio/invariants`. */
export {
  checkInvariants,
  judgeInvariants,
  type CheckInvariantsOptions,
  type InvariantVerdict,
  type InvariantViolation,
} from './check-invariants.ts';
export type { Evidence, EvidenceKind, Judged, SavedConversation } from './evidence.ts';
export { formatViolations, type FormatViolationsOptions } from './format-violations.ts';
export type { Invariant, InvariantFinding } from './invariant.ts';
export { formatPlace, type Place } from './place.ts';
export { invariants } from './registry.ts';
export type { Abort, Ending, KnownTool, Moment, RunRecord, ToolRun } from './run-record.ts';
