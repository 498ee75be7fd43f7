/** Texts that go into files, and the one error of a file that cannot be written. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EnsaioError } from '../src/error.ts';

export interface WriteTextOptions {
  /** The folder that the path starts from. Default: the working directory. */
  readonly cwd?: string;
  /** `w` writes over what is there, `a` adds to it, `wx` fails because of it. Default `w`. */
  readonly flag?: 'w' | 'a' | 'wx';
}

function writeFailed(path: string, cause: unknown): EnsaioError {
  const { code = String(cause) } = cause as NodeJS.ErrnoException;
  return new EnsaioError('write-failed', `The file "${path}" cannot be written (${code}).`, {
    hint: 'Name a file in a folder that you may write to.',
    details: { file: path, code },
    cause,
  });
}

/**
 * Does what writes the file at `path`.
 * @throws EnsaioError `write-failed` for whatever `node:fs` throws
 */
export function writing<Result>(path: string, write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    throw error instanceof EnsaioError ? error : writeFailed(path, error);
  }
}

/**
 * Writes a text to a file, and makes the folders it is in.
 * @throws EnsaioError `write-failed`
 */
export function writeText(path: string, text: string, options: WriteTextOptions = {}): void {
  const { cwd = '.', flag } = options;
  const file = resolve(cwd, path);
  writing(path, () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag });
  });
}

/**
 * Writes a text to a file that is not there yet; false when it is.
 * @throws EnsaioError `write-failed`
 */
export function writeNew(path: string, text: string): boolean {
  try {
    writeText(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    // A file in the place of a folder is there already too, but not under this name.
    if ((error as EnsaioError).details['code'] === 'EEXIST' && existsSync(path)) return false;
    throw error;
  }
}
