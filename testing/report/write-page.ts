/** Writes a page to a file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { EnsaioError } from '../../src/error.ts';

/**
 * Writes a page, over an older one too, and makes the folders it is in.
 * @throws EnsaioError `option-invalid` when it cannot be written there
 */
export function writePage(path: string, page: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, page);
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new EnsaioError('option-invalid', `${path} cannot be written (${code}).`, {
      hint: 'Name a file in a folder that you may write to.',
      details: { path },
      cause: error,
    });
  }
}
