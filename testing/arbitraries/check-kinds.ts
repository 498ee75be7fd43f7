/** A misspelt kind would make nothing, and let a test pass for nothing. */
import { EnsaioError } from '../../src/error.ts';
import { nearest } from '../../src/nearest.ts';

const invalid = (reason: string, hint: string): EnsaioError =>
  new EnsaioError('option-invalid', reason, { hint });

const list = (known: readonly string[]): string => `The kinds are ${known.join(', ')}.`;

/** @throws EnsaioError `option-invalid` for a kind that there is not */
export function checkKinds(
  option: string,
  given: readonly string[],
  known: readonly string[],
): void {
  const unknown = given.find((kind) => !known.includes(kind));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  const hint = meant ? `Did you mean "${meant}"?` : list(known);
  throw invalid(`${option}: there is no kind "${unknown}".`, hint);
}

/** @throws EnsaioError `option-invalid` also for no kind at all */
export function checkSomeKinds(
  option: string,
  given: readonly string[],
  known: readonly string[],
): void {
  if (given.length === 0) throw invalid(`${option}: there must be at least one.`, list(known));
  checkKinds(option, given, known);
}
