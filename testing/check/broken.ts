/** Which of the problems of a run is the one that it is known by. */
import type { RunProblemCode, ScenarioProblem } from '../../src/scenario/problem.ts';

/**
 * What tends to be the cause of the rest comes first: an app that never ends, what it did wrong in its own words, what
 * the API said to it. All others keep the order of the judges.
 */
const FIRST: readonly (RunProblemCode | ScenarioProblem['code'])[] = [
  'app-aborted',
  'invariant-broken',
  'request-refused',
  'conversation-broken',
  'client-misbehaved',
];

/** The name of a problem, the same in every run: the invariant, the rule or the check, or else the code. */
export function keyOf({ code, id }: ScenarioProblem): string {
  return id ?? code;
}

/** The problem that a run is known by; nothing when there is none. */
export function headOf(problems: readonly ScenarioProblem[]): ScenarioProblem | undefined {
  const [first] = FIRST.flatMap((code) => problems.find((problem) => problem.code === code) ?? []);
  return first ?? problems[0];
}
