/** Problems as people look for them in their files. */
import type { ScenarioProblem } from './problem.ts';
import type { Source } from './source.ts';

/** From top to bottom, the files that are included behind the one that includes them. */
export function inOrder(problems: readonly ScenarioProblem[], { file }: Source): ScenarioProblem[] {
  const files = [...new Set([file, ...problems.map((problem) => problem.file)])];
  return problems.toSorted(
    (a, b) =>
      files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line || a.column - b.column,
  );
}
