/** Which failures of tools are told as something else: what is not known yet, nobody can tell. */
import { asksTheSame } from './accounted-calls.ts';
import {
  answeringRuns,
  isError,
  tellsItsError,
  textOf,
  type AnsweringRun,
  type Result,
} from './calls.ts';
import { saysDeferred, saysDone } from './denial.ts';
import type { Evidence } from './evidence.ts';
import { isRead } from './run-record.ts';

/** Whether a result was sent before a run had ended. */
function wasSentBefore({ place }: Result, { run }: AnsweringRun): boolean {
  const { requests } = run;
  return requests !== undefined && place.exchange !== undefined && place.exchange < requests;
}

/** Whether a result says nothing of the end: that of a job for later, which may fail when nobody can be told. */
function leavesOpen(result: Result, failed: AnsweringRun): boolean {
  const text = textOf(result);
  if (saysDeferred(text, failed.call.name)) return !tellsItsError(text, failed.run);
  return wasSentBefore(result, failed) && !saysDone(text, failed.call.name);
}

/** Whether the results of a call hide that its tool failed. */
export function hidesFailure(results: readonly Result[], failed: AnsweringRun): boolean {
  return (
    results.length > 0 &&
    !results.some(isError) &&
    !results.some((result) => leavesOpen(result, failed))
  );
}

/**
 * Whether a failure is made good: the tool was run again for the call, or has returned for it, or, as one that looks,
 * for another that asks the same, before the results of this one were sent.
 */
export function isMadeGood(
  evidence: Evidence,
  { run, call }: AnsweringRun,
  results: readonly Result[],
): boolean {
  const mayShare = (other: AnsweringRun): boolean =>
    isRead(evidence.run, run.name) &&
    asksTheSame(other.call, call) &&
    !results.some((result) => wasSentBefore(result, other));
  return evidence
    .derive(answeringRuns)
    .some(
      (other) =>
        (other.call === call || mayShare(other)) &&
        (other.run.outcome === 'returned' ||
          (other.call === call && other.run.startedAt > run.startedAt)),
    );
}
