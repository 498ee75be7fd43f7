/** Whether the app's requests were those that the turns are for. */
import {
  formatPath,
  type RunProblemCode,
  type ScenarioProblem,
} from '../../src/scenario/problem.ts';
import type { RequestExpectations } from '../../src/scenario/request-schema.ts';
import { firstMismatch } from '../../src/scenario/matcher.ts';
import { unmetExpectations } from '../../src/scenario/unmet-expectations.ts';
import { replyOf } from '../../src/wire/exchange.ts';
import type { StopReason } from '../../src/wire/message.ts';
import type { EndedRun } from '../ended-run.ts';
import { turnAt } from '../turn-at.ts';
import { afterTurn, atPath, problemIn, reached } from './problem-in.ts';
import { endedByTool, mayEndHere } from './reason-to-stop.ts';

/** What the rules refused, as far as the scenario does not say so itself. */
export function* nothingRefused(run: EndedRun): Generator<ScenarioProblem> {
  const { violations } = run.simulation;
  const { refused } = run.scenario.expect;
  if (refused !== undefined) {
    const rules = violations.map(({ rule }) => rule);
    const mismatch = firstMismatch(refused, rules);
    if (!mismatch) return;
    const message = `the rules that refused requests differ${atPath(mismatch, ['refused'])}.`;
    yield problemIn(run, 'refusals-differ', ['expect', 'refused', ...mismatch.path], {
      message,
      difference: mismatch,
    });
    return;
  }
  for (const violation of violations) {
    // What the state of the server refuses is not held against the app.
    if (violation.blameless === true) continue;
    const { exchange, rule, status, type, message } = violation;
    const path = reached(run, exchange);
    yield problemIn(run, 'request-refused', path, {
      id: rule,
      message: `request ${exchange + 1}${afterTurn(path)} was refused by the rule ${rule}: ${status} ${type}: ${message}`,
    });
  }
}

export function* nothingUnexpected(run: EndedRun): Generator<ScenarioProblem> {
  for (const { index, problem: reason = 'no turn is left for it' } of run.simulation.unexpected) {
    const path = reached(run, index);
    yield problemIn(run, 'request-unexpected', path, {
      message: `request ${index + 1}${afterTurn(path)}: ${reason.replace(/\.$/, '')}.`,
    });
  }
}

/** Keys whose differences have words of their own. */
const WORDS: Readonly<
  Partial<Record<keyof RequestExpectations, readonly [code: RunProblemCode, what: string]>>
> = {
  tool_results: ['tool-results-differ', 'the tool results of its request differ'],
};

export function* turnsGotWhatTheyExpect(run: EndedRun): Generator<ScenarioProblem> {
  const { scenario, simulation } = run;
  for (const unmet of unmetExpectations(scenario.turns, simulation.journal)) {
    const { turn, exchange, mismatch } = unmet;
    const [key] = mismatch.path as [keyof RequestExpectations];
    const [code, what] = WORDS[key] ?? ['request-differs', 'its request differs'];
    yield problemIn(run, code, ['turns', turn, 'expect', ...mismatch.path], {
      message: `turn ${turn + 1}: ${what} at ${formatPath(mismatch.path)}.`,
      difference: mismatch,
      exchange,
    });
  }
}

/** What an app overlooks that answers after such a reply. */
const OVERLOOKED: Readonly<Partial<Record<StopReason, string>>> = {
  tool_use: 'the model asked for tools',
  pause_turn: 'the model had only paused',
};

/** Why no further turn was asked for, where the app ended by itself and the model was not done. */
function stoppedEarly(run: EndedRun): string {
  const { ending, simulation } = run;
  const last = simulation.journal.at(-1);
  const reason = last && replyOf(last)?.stop_reason;
  const overlooked = reason != null && ending.type === 'answered' && OVERLOOKED[reason];
  return overlooked ? `: the app stopped${afterTurn(reached(run))}, though ${overlooked}` : '';
}

export function* nothingUnused(run: EndedRun): Generator<ScenarioProblem> {
  const { scenario, simulation } = run;
  if (run.isStopped || endedByTool(run)) return;
  if (scenario.expect.may_stop === true && mayEndHere(run)) return;
  const unused = Map.groupBy(simulation.pending, ({ place }) => turnAt(scenario, place));
  const first = unused.keys().next().value;
  for (const [index, { length }] of unused) {
    const all = scenario.turns[index]?.places.length ?? 1;
    const given = all === length ? 'never' : `only ${all - length} of ${all} times`;
    yield problemIn(run, 'turn-unused', ['turns', index], {
      message: `turn ${index + 1} was ${given} asked for${index === first ? stoppedEarly(run) : ''}.`,
    });
  }
}
