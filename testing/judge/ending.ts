/** Whether the app answered, or failed as it was to fail. */
import { inspect } from 'node:util';
import { firstMismatch } from '../../src/scenario/matcher.ts';
import type { ScenarioProblem } from '../../src/scenario/problem.ts';
import { quote } from '../../src/scenario/quote.ts';
import { answerText } from '../answer-text.ts';
import type { EndedRun } from '../ended-run.ts';
import { errorFields } from './error-fields.ts';
import { afterTurn, atPath, problemIn, reached } from './problem-in.ts';
import { hasReason } from './reason-to-stop.ts';

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

export function* appEnded(run: EndedRun): Generator<ScenarioProblem> {
  const { scenario, ending, isStopped } = run;
  const { error: expected, may_stop: mayStop = false } = scenario.expect;
  const path = reached(run);
  if (isStopped || (mayStop && ending.type !== 'answered' && hasReason(run))) return;
  if (scenario.abort !== undefined && !mayStop) {
    const message = 'the app was never told to stop: it did not come to where `abort` says.';
    yield problemIn(run, 'abort-missed', ['abort'], { message });
  }
  if (ending.type === 'aborted') {
    const { error } = ending;
    const reason = error instanceof Error ? error.message : inspect(error);
    const message = `the app was called off${afterTurn(path)}: ${firstLine(reason)}`;
    yield problemIn(run, 'app-aborted', path, { message });
  } else if (ending.type === 'failed' && expected === undefined) {
    const { error } = ending;
    const reason = error instanceof Error ? String(error) : inspect(error);
    const message = `the app failed${afterTurn(path)}: ${firstLine(reason)}`;
    yield problemIn(run, 'app-failed', path, { message });
  } else if (ending.type === 'answered' && expected !== undefined) {
    const { answer } = ending;
    yield problemIn(run, 'error-missing', ['expect', 'error'], {
      message: 'the app was to fail, and it answered.',
      difference: { expected: quote(expected), received: quote(answerText(answer) ?? answer) },
    });
  }
}

export function* errorIsExpected(run: EndedRun): Generator<ScenarioProblem> {
  const { scenario, ending } = run;
  const { error: expected } = scenario.expect;
  if (expected === undefined || ending.type !== 'failed') return;
  const wanted = typeof expected === 'string' ? { message: expected } : expected;
  const mismatch = firstMismatch(wanted, errorFields(ending.error));
  if (!mismatch) return;
  const path = typeof expected === 'string' ? [] : mismatch.path;
  yield problemIn(run, 'error-differs', ['expect', 'error', ...path], {
    message: `the app failed in another way${atPath({ ...mismatch, path }, ['error'])}.`,
    difference: mismatch,
  });
}
