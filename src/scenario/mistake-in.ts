/** What is wrong with a value although each of its parts is right, in the words of whoever builds something of it. */
import { EnsaioError } from '../error.ts';

/** Nothing when `build` works; any error but an `EnsaioError` is thrown on. */
export function mistakeIn(build: () => unknown): string | undefined {
  try {
    build();
    return undefined;
  } catch (error) {
    if (error instanceof EnsaioError) return error.reason.replace(/\.$/, '');
    throw error;
  }
}
