/** Problems that are found more than once are told once. */
import type { ScenarioProblem } from './problem.ts';

export function uniqueProblems(problems: readonly ScenarioProblem[]): ScenarioProblem[] {
  const byText = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...byText.values()];
}
