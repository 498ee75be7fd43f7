/** A `fetch` gives out what is decompressed and leaves the header as it was: what a door makes of such an answer. */
import { CONTENT_ENCODING } from '../src/wire/headers.ts';

/** The same answer with nothing said of a compression, for a client that would decompress it once more. */
export function decoded(response: Response): Response {
  if (!response.headers.has(CONTENT_ENCODING)) return response;
  const { body, status } = response;
  const headers = new Headers(response.headers);
  headers.delete(CONTENT_ENCODING);
  return new Response(body, { status, headers });
}
