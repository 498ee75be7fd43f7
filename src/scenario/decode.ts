/** Bytes to text, for files that may be in any encoding but must be in UTF-8. */
import type { Outcome } from './outcome.ts';
import { Source } from './source.ts';

const REPLACEMENT = '\u{FFFD}';

/** Where `loose` was not decoded but replaced: the same character may stand in the file itself. */
function firstWrong(bytes: Uint8Array, loose: string): number {
  const encoder = new TextEncoder();
  let position = -1;
  let offset = 0;
  let from = 0;
  while ((position = loose.indexOf(REPLACEMENT, from)) !== -1) {
    offset += encoder.encode(loose.slice(from, position)).length;
    const isReal =
      bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd;
    if (!isReal) return position;
    offset += 3;
    from = position + 1;
  }
  return loose.length;
}

/** Decodes the bytes of a file, or says where it stops being UTF-8; a byte order mark is dropped. Never throws. */
export function decodeUtf8(file: string, bytes: Uint8Array): Outcome<Source> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { ok: true, value: new Source(file, text) };
  } catch {
    const loose = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const place = new Source(file, loose).at(firstWrong(bytes, loose));
    const message = 'the file is not UTF-8 from here on; save it as UTF-8.';
    return { ok: false, problems: [{ ...place, code: 'file-encoding', message, path: '' }] };
  }
}
