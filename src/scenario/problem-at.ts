/** A problem of a scenario that stands where a path leads. */
import { formatPath, type Path, type ScenarioProblem } from './problem.ts';
import type { ParsedScenario } from './scenario.ts';

export function problemAt(
  { locate }: Pick<ParsedScenario, 'locate'>,
  code: ScenarioProblem['code'],
  path: Path,
  message: string,
): ScenarioProblem {
  return { ...locate(path), code, message, path: formatPath(path) };
}
