/** What the model is told of a failure: that it happened, and what it can use, and nothing else. */
import { isBlank } from '../wire/white-space.ts';
import { answeringRuns, isError, resultsOf, textOf, type Call } from './calls.ts';
import { lastReplyOf, mayLeaveCalls } from './endings.ts';
import type { Evidence } from './evidence.ts';
import type { Invariant, InvariantFinding } from './invariant.ts';
import { secretIn } from './secrets.ts';
import { stackFrameIn } from './stack-frame.ts';
import { hidesFailure, isMadeGood } from './told-failures.ts';
import { unknownCalls } from './unknown-calls.ts';

/** Whether the app ended by itself with a call of its last turn unanswered: no abort, no limit and no final tool explains it. */
function isLeftOpen(evidence: Evidence, { id, exchange }: Call): boolean {
  const { ending, abort } = evidence.run;
  const isLast = exchange !== undefined && lastReplyOf(evidence)?.exchange === exchange;
  if (!isLast || evidence.derive(resultsOf).has(id)) return false;
  const isItsOwnEnd = ending !== undefined && ending.type !== 'aborted' && abort === undefined;
  return isItsOwnEnd && !mayLeaveCalls(evidence);
}

/** How the app ended, as the end of a sentence. */
function howItEnded({ run: { ending } }: Evidence): string {
  return ending?.type === 'failed' ? `the app threw ${String(ending.error)}` : 'the app ended';
}

const unknownToolAnswered: Invariant = {
  id: 'unknown-tool-answered',
  family: 'failures',
  summary: 'A call of a tool that does not exist is answered; it does not end the loop.',
  reason: 'Models make up names; told so, they take the right one.',
  source: 'handle-tool-calls documentation; report C023',
  needs: ['exchanges', 'ending'],
  *check(evidence) {
    for (const call of unknownCalls(evidence)) {
      if (call.reply?.stop_reason !== 'tool_use' || !isLeftOpen(evidence, call)) continue;
      yield {
        place: call.place,
        message: `there is no tool ${call.name}, and instead of an answer to ${call.id} ${howItEnded(evidence)}`,
      };
    }
  },
};

const failuresAnswered: Invariant = {
  id: 'failures-answered',
  family: 'failures',
  summary:
    'A call whose tool throws is answered with `is_error`; it does not end the loop. A job that is answered as one for later may fail later.',
  reason:
    'The model can mend most failures, if it hears of them; and a failure told as a success is worse than none.',
  source: 'handle-tool-calls documentation; report C005',
  needs: ['toolRuns'],
  *check(evidence) {
    const results = evidence.derive(resultsOf);
    for (const failed of evidence.derive(answeringRuns)) {
      const { run, call } = failed;
      if (run.outcome !== 'threw') continue;
      const told = results.get(call.id) ?? [];
      if (isMadeGood(evidence, failed, told)) continue;
      if (hidesFailure(told, failed)) {
        yield {
          place: told[0]!.place,
          message: `${run.name} threw, and the call ${call.id} is answered without is_error`,
        };
      } else if (isLeftOpen(evidence, call)) {
        const message = `${run.name} threw, and instead of an answer to ${call.id} ${howItEnded(evidence)}`;
        yield { place: call.place, message };
      }
    }
  },
};

/** An invariant of the words in which failures are told. */
function ofFailures(
  invariant: Omit<Invariant, 'family' | 'needs' | 'check'>,
  problemOf: (text: string, evidence: Evidence) => string | undefined,
): Invariant {
  return {
    ...invariant,
    family: 'failures',
    needs: [],
    *check(evidence): Iterable<InvariantFinding> {
      for (const [id, results] of evidence.derive(resultsOf)) {
        for (const result of results.filter(isError)) {
          const problem = problemOf(textOf(result), evidence);
          if (problem === undefined) continue;
          yield { place: result.place, message: `the failure of ${id} ${problem}` };
        }
      }
    },
  };
}

const failuresSayWhy = ofFailures(
  {
    id: 'failures-say-why',
    summary: 'A result with `is_error` says something.',
    reason:
      'The model cannot mend what it is told nothing about, and the API refuses an empty one.',
    source: 'handle-tool-calls documentation; rule tool-error-empty',
  },
  (text) => (isBlank(text) ? 'says nothing' : undefined),
);

const failuresHideStack = ofFailures(
  {
    id: 'failures-hide-stack',
    summary: 'A result with `is_error` holds no stack trace.',
    reason:
      'It costs tokens, tells the model nothing it can use, and tells strangers how you are built.',
    source: 'handle-tool-calls documentation (instructive error messages); our own reading of it',
  },
  (text) => {
    const frame = stackFrameIn(text);
    return frame === undefined ? undefined : `shows a stack trace: ${frame}`;
  },
);

const failuresHideSecrets = ofFailures(
  {
    id: 'failures-hide-secrets',
    summary: 'A result with `is_error` holds no secret.',
    reason:
      'Error messages like to quote the URL, the header or the settings that failed, and what is sent stays in logs.',
    source: 'our own; the forms of well-known keys, and the texts named in `secrets`',
  },
  (text, { run }) => {
    const secret = secretIn(text, run.secrets);
    return secret === undefined ? undefined : `shows ${secret}`;
  },
);

const noUnhandledRejection: Invariant = {
  id: 'no-unhandled-rejection',
  family: 'failures',
  summary: 'No promise is rejected that nobody waits for.',
  reason: 'Node ends the process for it, whatever else was going on.',
  source: 'Node.js documentation (`unhandledRejection`); reports C085 and C086',
  needs: ['unhandled'],
  *check({ run }) {
    for (const error of run.unhandled ?? []) {
      yield { place: {}, message: `a rejection was left unhandled: ${String(error)}` };
    }
  },
};

export const failureInvariants: readonly Invariant[] = [
  unknownToolAnswered,
  failuresAnswered,
  failuresSayWhy,
  failuresHideStack,
  failuresHideSecrets,
  noUnhandledRejection,
];
