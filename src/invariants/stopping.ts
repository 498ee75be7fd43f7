/** What the stop reason of a reply asks for, and whether the loop ends when it should. */
import { callsOf, answeringRuns, isError, resultsOf, type Call } from './calls.ts';
import { hasReachedLimit, lastReplyOf, placeOfReply, repliesOf } from './endings.ts';
import type { Evidence } from './evidence.ts';
import { endsWithFinalCall } from './final-call.ts';
import type { Invariant, InvariantFinding } from './invariant.ts';
import { isCut, isPaused } from './steps.ts';
import { unknownCalls } from './unknown-calls.ts';

/** Calls that were not to run, and did: their tool was seen, or their result is not an error. */
function* ran(
  evidence: Evidence,
  calls: readonly Call[],
  why: string,
): Generator<InvariantFinding> {
  const runs = evidence.derive(answeringRuns);
  const results = evidence.derive(resultsOf);
  for (const call of calls) {
    const { id, place } = call;
    if (runs.some((run) => run.call === call)) {
      yield { place, message: `the call ${id} ran, and ${why}` };
    } else if (results.get(id)?.some((result) => !isError(result)) === true) {
      yield { place, message: `the call ${id} is answered as if it had run, and ${why}` };
    }
  }
}

const nothingAfterRefusal: Invariant = {
  id: 'nothing-after-refusal',
  family: 'stopping',
  summary: 'No call of a turn that stopped with `refusal` runs.',
  reason: 'The model has taken back what it began to say.',
  source: 'handling-stop-reasons documentation; facts 6.2; report C052',
  needs: ['exchanges'],
  check: (evidence) =>
    ran(
      evidence,
      evidence.derive(callsOf).filter(({ reply }) => reply?.stop_reason === 'refusal'),
      'its turn was refused',
    ),
};

const nothingOnCutInput: Invariant = {
  id: 'nothing-on-cut-input',
  family: 'stopping',
  summary:
    'A call that ends a reply cut by `max_tokens` or by the context window does not run: its input may be cut too.',
  reason: 'Half an input may be valid and mean something else: a shorter path, a smaller filter.',
  source: 'handling-stop-reasons documentation; facts 6.5; report C053',
  needs: ['exchanges'],
  check: (evidence) =>
    ran(
      evidence,
      evidence.derive(callsOf).filter(({ reply, isLast }) => isLast && reply && isCut(reply)),
      'its reply was cut there',
    ),
};

/** Whether what an app answered with shows that the model was not done: the unfinished message, or its stop reason. */
function showsStopReason(answer: unknown, stopReason: unknown, depth = 0): boolean {
  if (typeof answer !== 'object' || answer === null || depth > 1) return false;
  const fields = answer as Readonly<Record<string, unknown>>;
  if (fields['stop_reason'] === stopReason || fields['stopReason'] === stopReason) return true;
  return Object.values(fields).some((value) => showsStopReason(value, stopReason, depth + 1));
}

const endsWithinLimit: Invariant = {
  id: 'ends-within-limit',
  family: 'stopping',
  summary: 'A conversation asks for no more replies than its limit allows.',
  reason: 'A model may ask for tools for ever, and a loop without end costs without end.',
  source: 'reports C094 and C104',
  needs: ['exchanges', 'limit'],
  *check(evidence) {
    const limit = evidence.run.limit!;
    const beyond = evidence.derive(repliesOf)[limit];
    if (!beyond) return;
    const message = `expected ${limit} ${limit === 1 ? 'reply' : 'replies'} at most, received another`;
    yield { place: placeOfReply(beyond), message };
  },
};

const saysWhenUnfinished: Invariant = {
  id: 'says-when-unfinished',
  family: 'stopping',
  summary:
    'An app that ends before the model is done says so: it throws, or its answer has the stop reason.',
  reason: 'Half an answer looks like a whole one.',
  source: 'handling-stop-reasons documentation; report C104',
  needs: ['exchanges', 'ending'],
  *check(evidence) {
    const { ending } = evidence.run;
    const end = lastReplyOf(evidence);
    if (ending?.type !== 'answered' || !end) return;
    const { reply } = end;
    if (endsWithFinalCall(reply, evidence.run)) return;
    const isAtLimit = hasReachedLimit(evidence);
    // A paused turn and unknown tools have invariants of their own.
    const isUnfinished =
      (reply.stop_reason === 'tool_use' && (isAtLimit || unknownCalls(evidence).length === 0)) ||
      (isPaused(reply) && isAtLimit);
    if (!isUnfinished || showsStopReason(ending.answer, reply.stop_reason)) return;
    yield {
      place: placeOfReply(end),
      message: `the app answered as if it were done, and the model stopped with \`${reply.stop_reason}\``,
    };
  },
};

export const stoppingInvariants: readonly Invariant[] = [
  nothingAfterRefusal,
  nothingOnCutInput,
  endsWithinLimit,
  saysWhenUnfinished,
];
