/** Reads the body of a request, and no more of it than a body may have. */
import type { RawRequest } from '../rules/checked-request.ts';
import { contentEncodingOf } from '../wire/headers.ts';
import { LARGEST_BODY } from '../wire/routes.ts';
import { concat } from './concat.ts';

/** The parts of a raw request that its body makes. */
export type ReadBody = Pick<RawRequest, 'text' | 'oversized' | 'undecodable'>;

const EMPTY: ReadBody = { text: '' };
const TOO_LARGE: ReadBody = { text: '', oversized: true };
/** Stands in a text for bytes that are no UTF-8: no text that was decoded can hold it. */
const NOT_UTF8 = '\uDC80';

// A byte order mark stays, since the API's parser does not take one.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

function decode(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return lenient.decode(bytes) + NOT_UTF8;
  }
}

/** The bytes of a stream; undefined when there are more than a body may have, and then the rest is left where it is. */
async function readStream(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = stream.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    // Chunks come one after another.
    // oxlint-disable-next-line no-await-in-loop
    const { value, done } = await reader.read();
    if (done) return concat(chunks, size);
    size += value.length;
    if (size > LARGEST_BODY) {
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(value);
  }
}

/** What was compressed, as text; it may be no larger than what was not. */
async function unzip(bytes: Uint8Array<ArrayBuffer>): Promise<ReadBody> {
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    const unzipped = await readStream(stream);
    return unzipped ? { text: decode(unzipped) } : { ...EMPTY, undecodable: 'too-large' };
  } catch {
    return { ...EMPTY, undecodable: 'invalid' };
  }
}

/** The bytes of a body; undefined when there are more than a body may have, and then the rest is left where it is. */
async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(request.headers.get('content-length')) > LARGEST_BODY) return undefined;
  return request.body ? readStream(request.body) : new Uint8Array();
}

/** Bytes of a body as text; without any there were more than a body may have. `encoding` says how they are compressed. */
export function textOf(
  bytes: Uint8Array<ArrayBuffer> | undefined,
  encoding: string,
): ReadBody | Promise<ReadBody> {
  if (!bytes) return TOO_LARGE;
  if (encoding === '') return { text: decode(bytes) };
  return encoding === 'gzip' ? unzip(bytes) : { ...EMPTY, undecodable: 'unsupported' };
}

/** The body as text; what is larger than any may be is left where it is. */
export async function readBody(request: Request): Promise<ReadBody> {
  const encoding = request.body ? contentEncodingOf(request.headers) : '';
  return textOf(await readBytes(request), encoding);
}
