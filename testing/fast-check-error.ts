/** fast-check is a peer that only those need who generate scripts or check loops. */
import { EnsaioError } from '../src/error.ts';

/** The error for who has no fast-check; any other one is what it is. */
export function fastCheckError(error: unknown): unknown {
  if (!(error instanceof Error) || !error.message.includes("'fast-check'")) return error;
  return new EnsaioError(
    'fast-check-missing',
    'The arbitraries and checkLoop are made of fast-check, which is not installed.',
    { hint: 'Install it beside ensaio: npm install --save-dev fast-check', cause: error },
  );
}
