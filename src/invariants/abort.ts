/** What is told to stop stops, and what was begun is not denied. */
import { answeringRuns, callsOf, isError, resultsOf, tellsItsError, textOf } from './calls.ts';
import { denialIn } from './denial.ts';
import type { Evidence } from './evidence.ts';
import type { Invariant } from './invariant.ts';
import type { Place } from './place.ts';
import type { Abort, RunRecord, ToolRun } from './run-record.ts';

/** Every time the app was told to stop. */
export function abortsOf({ abort = [] }: RunRecord): readonly Abort[] {
  return Array.isArray(abort) ? (abort as readonly Abort[]) : [abort as Abort];
}

const abortStopsRequests: Invariant = {
  id: 'abort-stops-requests',
  family: 'abort',
  summary: 'After an abort no request is sent, and none is left under way.',
  reason: 'Nobody waits for the answer, and it is paid for all the same.',
  source: 'SDK RequestOptions.signal; reports C088 and C089',
  needs: ['exchanges', 'abort'],
  *check({ exchanges, run }) {
    for (const { requests = Infinity, until: { requests: end = Infinity } = {} } of abortsOf(run)) {
      for (const { index, outcome } of exchanges) {
        const place = { exchange: index };
        if (index >= end) break;
        if (index >= requests) yield { place, message: 'the request was sent after the abort' };
        else if (outcome === 'open') {
          yield { place, message: 'the request is still under way after the abort' };
        }
      }
    }
  },
};

/** Where a run belongs, as far as that can be told. */
function placeOf(evidence: Evidence, run: ToolRun): Place {
  return evidence.derive(callsOf).find(({ id }) => id === run.callId)?.place ?? {};
}

const abortStopsTools: Invariant = {
  id: 'abort-stops-tools',
  family: 'abort',
  summary: 'After an abort no tool begins, and one that runs is told by its signal.',
  reason: 'The user has said stop: what goes on happens behind their back.',
  source: 'SDK BetaToolRunContext.signal; reports C088 and C089',
  needs: ['toolRuns', 'abort'],
  *check(evidence) {
    for (const { at, until: { at: end = Infinity } = {} } of abortsOf(evidence.run)) {
      for (const run of evidence.run.toolRuns ?? []) {
        const { name, startedAt, endedAt = Infinity, signal } = run;
        const which = run.callId === undefined ? name : `${name} (${run.callId})`;
        if (startedAt > end) continue;
        if (startedAt > at) {
          yield { place: placeOf(evidence, run), message: `${which} began after the abort` };
        } else if (endedAt > at && signal?.aborted !== true) {
          yield {
            place: placeOf(evidence, run),
            message: `${which} was at work at the abort, and was not told`,
          };
        }
      }
    }
  },
};

const startedNotDenied: Invariant = {
  id: 'started-not-denied',
  family: 'abort',
  summary: 'The result of a tool that began does not say that it never ran.',
  reason: 'The model does it again: a second order, a second mail.',
  source: 'handle-tool-calls documentation; reports C001 and C002',
  needs: ['toolRuns'],
  *check(evidence) {
    const results = evidence.derive(resultsOf);
    for (const { run, call } of evidence.derive(answeringRuns)) {
      for (const result of results.get(call.id) ?? []) {
        const text = textOf(result);
        const denial = denialIn(text);
        if (!isError(result) || denial === undefined || tellsItsError(text, run)) continue;
        yield {
          place: result.place,
          message: `${run.name} began for ${call.id}, and its result says "${denial}"`,
        };
      }
    }
  },
};

export const abortInvariants: readonly Invariant[] = [
  abortStopsRequests,
  abortStopsTools,
  startedNotDenied,
];
