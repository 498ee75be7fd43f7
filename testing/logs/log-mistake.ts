/** What is wrong with a log or another saved file, with its place. */
import { EnsaioError } from '../../src/error.ts';

/** The error for a file that cannot be used; `place` is where in it, such as `line 3`. */
export function logMistake(
  file: string,
  reason: string,
  { place, hint }: { readonly place?: string; readonly hint?: string } = {},
): EnsaioError {
  const where = place === undefined || place === '' ? file : `${file}, ${place}`;
  return new EnsaioError('log-invalid', `${where}: ${reason}`, {
    ...(hint === undefined ? {} : { hint }),
    details: { file, ...(place === undefined ? {} : { place }) },
  });
}
