/** The simulation as a `fetch` function: Request in, Response out, on web standards alone. */
import type { RawRequest } from '../rules/checked-request.ts';
import { contentEncodingOf } from '../wire/headers.ts';
import { Memo } from '../wire/memo.ts';
import type { Answer, JsonAnswer, RawAnswer } from './answer.ts';
import { readBody } from './read-body.ts';
import { toReadable } from './to-readable.ts';
import { bodyOf, bytesOf, chunksOf, headersOf, type Joining } from './wire-form.ts';

export interface ReadRequest {
  readonly raw: RawRequest;
  readonly signal: AbortSignal | undefined;
}

/**
 * The API's own path: a base URL may have one in front of it, even with a `/v1/` in it. A `/v1` right before the last
 * one is the mistake of a base URL that ends in `/v1`, and stays.
 */
export function apiPath({ pathname }: Pick<URL, 'pathname'>): string {
  let start = pathname.lastIndexOf('/v1/');
  while (start > 0 && pathname.startsWith('/v1', start - 3)) start -= 3;
  return pathname.slice(Math.max(0, start));
}

/** What stands in the headers now: read once, since a `Headers` is slow to ask and to copy. */
function headersIn({ headers }: RequestInit): ReadonlyMap<string, string> {
  return new Map(headers instanceof Headers ? headers : new Headers(headers));
}

/** What a URL says of a request. */
type Address = Required<Pick<RawRequest, 'path' | 'query'>>;

/** A client asks the same few addresses. */
const addresses = new Memo<Address>(64, 1000);

function addressOf(url: URL): Address {
  return { path: apiPath(url), query: url.search };
}

/** What clients send most, a URL and a text, needs no `Request` in between. */
function readPlain(url: string | URL, init: RequestInit): ReadRequest {
  return {
    raw: {
      method: (init.method ?? 'GET').toUpperCase(),
      ...addresses.get(String(url), (text) => addressOf(new URL(text))),
      headers: headersIn(init),
      text: (init.body as string | null | undefined) ?? '',
    },
    signal: init.signal ?? undefined,
  };
}

/** A request that is collected as garbage no longer passes an abort on to its signal: it stays as long as that does. */
const requests = new WeakMap<AbortSignal, Request>();

/** The parts of what `fetch` was given, its body read. */
export async function readRequest(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<ReadRequest> {
  const isPlain = init.body == null || typeof init.body === 'string';
  if (isPlain && !(input instanceof Request)) {
    const read = readPlain(input, init);
    if (contentEncodingOf(read.raw.headers) === '') return read;
  }
  const isReady = input instanceof Request && Object.keys(init).length === 0;
  const request = isReady ? input : new Request(input, init);
  const { method, headers, signal } = request;
  requests.set(signal, request);
  signal.throwIfAborted();
  const body = await readBody(request);
  return { raw: { method, ...addressOf(new URL(request.url)), headers, ...body }, signal };
}

/** A `Response` gives a text a content type of its own where it has none: JSON has one. */
const contentOf = (answer: JsonAnswer | RawAnswer): string | Uint8Array<ArrayBuffer> | null =>
  answer.type === 'json' ? bodyOf(answer) : bytesOf(answer);

/** An answer as `fetch` gives it out. Throws what `fetch` rejects with where the connection breaks. */
export function toResponse(answer: Answer, signal?: AbortSignal, joining?: Joining): Response {
  if (answer.type === 'broken') throw answer.error;
  const { type, status, encoding } = answer;
  const body =
    type === 'stream'
      ? toReadable((left) => chunksOf(answer, left, joining), signal, answer.onChunk)
      : contentOf(answer);
  // What is declared as compressed a `fetch` gives out decompressed, and leaves the header as it was.
  const response = new Response(body, { status, headers: headersOf(answer) });
  return encoding === 'gzip-undeclared' && response.body
    ? new Response(response.body.pipeThrough(new CompressionStream('gzip')), response)
    : response;
}

/** A `fetch` function for whoever answers raw requests. Default: an event of a stream is a chunk of its own. */
export function fetchFace(
  answerTo: (raw: RawRequest, signal: AbortSignal | undefined) => Promise<Answer>,
  joining?: Joining,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    init.signal?.throwIfAborted();
    const { raw, signal } = await readRequest(input, init);
    return toResponse(await answerTo(raw, signal), signal, joining);
  };
}
