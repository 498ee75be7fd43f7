/** Reads a file as text, or says why it cannot be read. */
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { decodeUtf8 } from '../../src/scenario/decode.ts';
import type { LoadSource } from '../../src/scenario/expand.ts';
import type { Outcome } from '../../src/scenario/outcome.ts';
import { Source } from '../../src/scenario/source.ts';

/** A file as people name it: from `cwd` when it is inside, else in full. */
function nameOf(file: string, cwd: string): string {
  const name = relative(cwd, file);
  const isInside = name !== '' && !name.startsWith('..') && !isAbsolute(name);
  return (isInside ? name : file).split(sep).join('/');
}

/** Gets the absolute path of a file that is about to be read. */
export type OnRead = (file: string) => void;

/** The text of `file`, an absolute path. Never throws. */
export function readSource(file: string, cwd: string, onRead?: OnRead): Outcome<Source> {
  const name = nameOf(file, cwd);
  onRead?.(file);
  try {
    return decodeUtf8(name, readFileSync(file));
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    const message = `the file cannot be read (${code}).`;
    return {
      ok: false,
      problems: [{ ...new Source(name, '').at(0), code: 'file-unreadable', message, path: '' }],
    };
  }
}

/** Reads the files that others include, relative to them. */
export function sourcesFrom(cwd: string, onRead?: OnRead): LoadSource {
  return (path, from) => readSource(resolve(cwd, dirname(from.file), path), cwd, onRead);
}
