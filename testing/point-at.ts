/** An error whose stack is the places in the YAML that it is about, by which runners and editors find them. */
import { resolve } from 'node:path';
import type { EnsaioError } from '../src/error.ts';
import type { ScenarioProblem } from '../src/scenario/problem.ts';

function frame({ file, line, column, path }: ScenarioProblem, cwd: string): string {
  const what = path === '' ? 'file' : path.replaceAll(/[\s()]/g, '_');
  return `    at ${what} (${resolve(cwd, file)}:${line}:${column})`;
}

/** Gives an error about problems their places for a stack; names of files start from `cwd`. */
export function pointAt(
  error: EnsaioError,
  problems: readonly ScenarioProblem[],
  cwd: string,
): EnsaioError {
  const frames = new Set(problems.map((problem) => frame(problem, cwd)));
  error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n');
  return error;
}
