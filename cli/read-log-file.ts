/** The text of a log, by the path that somebody wrote. */
import { resolve } from 'node:path';
import { EnsaioError } from '../src/error.ts';
import type { Source } from '../src/scenario/source.ts';
import { readSource } from '../testing/load/read-source.ts';

/** @throws EnsaioError `log-invalid` when it cannot be read */
export function readLogFile(path: string, cwd: string): Source {
  const source = readSource(resolve(cwd, path), cwd);
  if (source.ok) return source.value;
  const [problem] = source.problems;
  throw new EnsaioError('log-invalid', `${problem!.file}: ${problem!.message}`);
}
