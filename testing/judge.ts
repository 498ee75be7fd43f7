/** Everything that a run may show to be otherwise than its scenario says. */
import { inspect } from 'node:util';
import { checkInvariants } from '../src/invariants/check-invariants.ts';
import { firstMismatch, type Mismatch } from '../src/scenario/matcher.ts';
import {
  formatPath,
  type Path,
  type RunProblemCode,
  type ScenarioProblem,
} from '../src/scenario/problem.ts';
import { quote } from '../src/scenario/quote.ts';
import type { TurnExpectations } from '../src/scenario/turn-schema.ts';
import type { Simulation } from '../src/simulation/simulation.ts';
import type { Exchange } from '../src/wire/exchange.ts';
import { answerText } from './answer-text.ts';
import type { Ending } from './call-app.ts';
import type { Scenario } from './scenario.ts';
import { sentToolResults } from './sent-tool-results.ts';

/** A run that is over. */
export interface Run {
  readonly scenario: Scenario;
  readonly simulation: Simulation;
  readonly ending: Ending;
}

type Judge = (run: Run) => Iterable<ScenarioProblem>;

function problem(
  { scenario }: Run,
  code: RunProblemCode,
  path: Path,
  message: string,
  difference?: Pick<Mismatch, 'expected' | 'received'>,
): ScenarioProblem {
  const found = { ...scenario.locate(path), code, message, path: formatPath(path) };
  if (!difference) return found;
  const { expected, received } = difference;
  return { ...found, difference: { expected, received } };
}

/** The path of the last turn given before exchange number `before`: where the run had got to. */
function reached({ scenario, simulation }: Run, before = Infinity): Path {
  const given = simulation.journal.findLast(
    ({ index, turn }) => index < before && turn !== undefined,
  );
  const turn = scenario.turns.findIndex(({ place }) => place === given?.turn);
  return turn === -1 ? ['name'] : ['turns', turn];
}

function afterTurn(path: Path): string {
  return typeof path[1] === 'number' ? ` after turn ${path[1] + 1}` : '';
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

function* appEnded(run: Run): Generator<ScenarioProblem> {
  const { ending } = run;
  if (ending.type === 'answered') return;
  const { error } = ending;
  const path = reached(run);
  const place = afterTurn(path);
  if (ending.type === 'failed') {
    const reason = error instanceof Error ? String(error) : inspect(error);
    yield problem(run, 'app-failed', path, `the app failed${place}: ${firstLine(reason)}`);
  } else {
    const reason = error instanceof Error ? error.message : inspect(error);
    yield problem(run, 'app-aborted', path, `the app was called off${place}: ${firstLine(reason)}`);
  }
}

function* nothingRefused(run: Run): Generator<ScenarioProblem> {
  for (const violation of run.simulation.violations) {
    // What the state of the server refuses is not held against the app.
    if (violation.blameless === true) continue;
    const { exchange, rule, status, type, message } = violation;
    const path = reached(run, exchange);
    const words = `request ${exchange + 1}${afterTurn(path)} was refused by the rule ${rule}: ${status} ${type}: ${message}`;
    yield problem(run, 'request-refused', path, words);
  }
}

function* nothingUnexpected(run: Run): Generator<ScenarioProblem> {
  for (const { index, problem: reason = 'no turn is left for it' } of run.simulation.unexpected) {
    const path = reached(run, index);
    const words = `request ${index + 1}${afterTurn(path)}: ${reason.replace(/\.$/, '')}.`;
    yield problem(run, 'request-unexpected', path, words);
  }
}

/** Compares one thing about a request with what its turn expects of it. */
interface TurnJudge {
  readonly code: RunProblemCode;
  readonly what: string;
  readonly received: (exchange: Exchange) => unknown;
}

const TURN_JUDGES: Readonly<Record<keyof TurnExpectations, TurnJudge>> = {
  tool_results: {
    code: 'tool-results-differ',
    what: 'the tool results of its request differ',
    received: sentToolResults,
  },
};

function atPath({ path }: Mismatch, from: Path): string {
  return path.length === 0 ? '' : ` at ${formatPath([...from, ...path])}`;
}

function* turnsGotWhatTheyExpect(run: Run): Generator<ScenarioProblem> {
  const { scenario, simulation } = run;
  for (const [index, { place, expect }] of scenario.turns.entries()) {
    const exchange = simulation.journal.find(({ turn }) => turn === place);
    if (!exchange) continue;
    for (const key of Object.keys(expect) as (keyof TurnExpectations)[]) {
      const { code, what, received } = TURN_JUDGES[key];
      const mismatch = firstMismatch(expect[key], received(exchange));
      if (!mismatch) continue;
      const path = ['turns', index, 'expect', key, ...mismatch.path];
      const message = `${place}: ${what}${atPath(mismatch, [key])}.`;
      yield problem(run, code, path, message, mismatch);
    }
  }
}

function* nothingUnused(run: Run): Generator<ScenarioProblem> {
  const { scenario, simulation } = run;
  for (const { place } of simulation.pending) {
    const index = scenario.turns.findIndex((turn) => turn.place === place);
    yield problem(run, 'turn-unused', ['turns', index], `${place} was never asked for.`);
  }
}

function* answerIsExpected(run: Run): Generator<ScenarioProblem> {
  const { scenario, ending } = run;
  const { answer: expected } = scenario.expect;
  if (expected === undefined || ending.type !== 'answered') return;
  const text = answerText(ending.answer);
  const mismatch = firstMismatch(expected, text ?? ending.answer);
  if (!mismatch) return;
  const message = text === undefined ? 'the app answered with no text.' : 'the answer differs.';
  yield problem(run, 'answer-differs', ['expect', 'answer'], message, mismatch);
}

function* requestsAreExpected(run: Run): Generator<ScenarioProblem> {
  const { scenario, simulation, ending } = run;
  const { requests: expected } = scenario.expect;
  if (ending.type !== 'answered') return;
  const received = simulation.journal.filter(
    ({ request }) => request.path === '/v1/messages',
  ).length;
  if (expected === undefined || expected === received) return;
  const message = 'the number of requests differs.';
  const difference = { expected: quote(expected), received: quote(received) };
  yield problem(run, 'requests-differ', ['expect', 'requests'], message, difference);
}

function* invariantsAreKept(run: Run): Generator<ScenarioProblem> {
  for (const transcript of run.simulation.transcripts) {
    for (const { invariant, message, place } of checkInvariants(transcript)) {
      const where = place.block === undefined ? '' : `.content[${place.block}]`;
      const words = `${invariant}: ${message} (messages[${place.message}]${where}).`;
      yield problem(run, 'invariant-broken', ['name'], words);
    }
  }
}

/** In the order in which one thing tends to cause the next. */
const JUDGES: readonly Judge[] = [
  nothingRefused,
  nothingUnexpected,
  turnsGotWhatTheyExpect,
  appEnded,
  nothingUnused,
  answerIsExpected,
  requestsAreExpected,
  invariantsAreKept,
];

/** All problems of a run; none when it went as its scenario says. */
export function judge(run: Run): ScenarioProblem[] {
  return JUDGES.flatMap((each) => [...each(run)]);
}
