/** Files that a test makes up, as others include them. */
import { posix } from 'node:path';
import type { LoadSource } from '../../src/scenario/expand.ts';
import { Source } from '../../src/scenario/source.ts';

export function loaderOf(files: Readonly<Record<string, string>>): LoadSource {
  return (path, from) => {
    const file = posix.join(posix.dirname(from.file), path);
    const text = files[file];
    if (text !== undefined) return { ok: true, value: new Source(file, text) };
    const place = new Source(file, '').at(0);
    const message = 'the file cannot be read (ENOENT).';
    return { ok: false, problems: [{ ...place, code: 'file-unreadable', message, path: '' }] };
  };
}
