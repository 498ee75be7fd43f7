/** Reads the body of a request, and no more of it than a body may have. */
import { concat } from './concat.ts';
import { LARGEST_BODY } from '../wire/routes.ts';

export interface ReadBody {
  readonly text: string;
  readonly oversized: boolean;
}

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

/** The body as text; what is larger than `limit` bytes is left where it is. */
export async function readBody(request: Request, limit: number = LARGEST_BODY): Promise<ReadBody> {
  if (Number(request.headers.get('content-length')) > limit) return TOO_LARGE;
  if (!request.body) return { text: '', oversized: false };
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    // Chunks come one after another.
    // oxlint-disable-next-line no-await-in-loop
    const { value, done } = await reader.read();
    if (done) return { text: decode(concat(chunks, size)), oversized: false };
    size += value.length;
    if (size > limit) {
      reader.cancel().catch(() => undefined);
      return TOO_LARGE;
    }
    chunks.push(value);
  }
}
