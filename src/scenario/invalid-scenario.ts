/** All problems of all files as the one error that is thrown for them. */
import { EnsaioError } from '../error.ts';
import { countOf } from './count-of.ts';
import { formatProblems } from './format-problems.ts';
import type { ScenarioProblem } from './problem.ts';

/** An `EnsaioError` (`scenario-invalid`) that shows the problems and carries them in `details.problems`. */
export function invalidScenario(problems: readonly ScenarioProblem[]): EnsaioError {
  const files = new Set(problems.map(({ file }) => file));
  const headline = `${countOf(problems.length, 'problem')} in ${countOf(files.size, 'file')}:`;
  return new EnsaioError('scenario-invalid', `${headline}\n\n${formatProblems(problems)}`, {
    details: { problems },
  });
}
