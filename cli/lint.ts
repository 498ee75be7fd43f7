/** `ensaio lint`: everything that is wrong with scenarios, before any of them runs. */
import { formatProblems } from '../src/scenario/format-problems.ts';
import { countOf } from '../src/scenario/count-of.ts';
import { lintScenarios } from '../testing/lint/lint-scenarios.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { IO } from './io.ts';
import { bundledScenarios } from './package-root.ts';
import { paintFor } from './paint.ts';

/**
 * Lints the files that `globs` name, or the bundled ones.
 * @throws EnsaioError `option-invalid` when a pattern finds nothing
 */
export async function lint(globs: readonly string[], io: IO): Promise<ExitCode> {
  const paint = paintFor(io.stdout, io);
  const { files, problems } = await lintScenarios(globs.length > 0 ? globs : bundledScenarios, {
    cwd: io.cwd,
  });
  if (problems.length === 0) {
    io.stdout.write(`${paint('good', `${countOf(files.length, 'file')}: no problems`)}\n`);
    return EXIT.passed;
  }
  io.stdout.write(`${formatProblems(problems, { most: Infinity })}\n\n`);
  const wrong = new Set(problems.map(({ file }) => file)).size;
  const counts = `${countOf(problems.length, 'problem')} in ${countOf(wrong, 'file')}`;
  io.stdout.write(`${paint('bad', counts)}\n`);
  return EXIT.failed;
}
