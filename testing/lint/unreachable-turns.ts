/** Turns that no request can ever get. */
import { countOf } from '../../src/scenario/count-of.ts';
import { isConditions } from '../../src/scenario/conditions.ts';
import type { ScenarioProblem } from '../../src/scenario/problem.ts';
import { problemAt } from '../../src/scenario/problem-at.ts';
import type { ParsedScenario } from '../../src/scenario/scenario.ts';
import type { WrittenTurn } from '../../src/scenario/written.ts';

/** The most requests that the scenario lets the app make. */
function mostRequests({ expect }: ParsedScenario): number {
  const { requests } = expect;
  if (typeof requests === 'number') return requests;
  return (isConditions(requests) ? requests.at_most : undefined) ?? Infinity;
}

/** Why each turn can never be reached; nothing for one that can. */
function reasons(scenario: ParsedScenario): (string | undefined)[] {
  const { turns, routes = [] } = scenario.written;
  const isForAll = ({ when }: Pick<WrittenTurn, 'when'>): boolean =>
    when !== undefined && Object.keys(when).length === 0;
  const [turnForAll, routeForAll] = [turns.findIndex(isForAll), routes.findIndex(isForAll)];
  const isRouted = turns.some(({ when }) => when !== undefined);
  const most = mostRequests(scenario);
  let before = 0;
  return turns.map(({ when, times = 1 }) => {
    const stands = before;
    before += times;
    if (turnForAll !== -1 && when === undefined) {
      return `the \`when\` of turn ${turnForAll + 1} takes every request`;
    }
    if (routeForAll !== -1 && when === undefined) {
      return `the \`when\` of route ${routeForAll + 1} takes every request`;
    }
    // Which of several routes comes last, nobody knows.
    if (isRouted || stands < most) return undefined;
    return `the scenario allows ${countOf(most, 'request')}, and the turns before it take them all`;
  });
}

export function unreachableTurns(scenario: ParsedScenario): ScenarioProblem[] {
  return reasons(scenario).flatMap((reason, index) => {
    if (reason === undefined) return [];
    const message = `turn ${index + 1} can never be reached: ${reason}.`;
    return [problemAt(scenario, 'turn-unreachable', ['turns', index], message)];
  });
}
