/** The simulation as a `fetch` function: Request in, Response out, on web standards alone. */
import type { RawRequest } from '../rules/checked-request.ts';
import { isBodiless } from '../wire/bodiless.ts';
import { encodeFrame, type Frame, type Framing } from '../wire/frame.ts';
import { contentEncodingOf } from '../wire/headers.ts';
import type { Answer, StreamAnswer } from './answer.ts';
import { readBody } from './read-body.ts';
import { shapeBytes } from './shape-bytes.ts';

export interface ReadRequest {
  readonly raw: RawRequest;
  readonly signal: AbortSignal | undefined;
}

/**
 * The API's own path: a base URL may have one in front of it, even with a `/v1/` in it. A `/v1` right before the last
 * one is the mistake of a base URL that ends in `/v1`, and stays.
 */
export function apiPath({ pathname }: URL): string {
  let start = pathname.lastIndexOf('/v1/');
  while (start > 0 && pathname.startsWith('/v1', start - 3)) start -= 3;
  return pathname.slice(Math.max(0, start));
}

/** What clients send most, a URL and a text, needs no `Request` in between. */
function readPlain(url: URL, init: RequestInit): ReadRequest {
  return {
    raw: {
      method: (init.method ?? 'GET').toUpperCase(),
      path: apiPath(url),
      query: url.search,
      headers: new Headers(init.headers),
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
  init: RequestInit,
): Promise<ReadRequest> {
  const isPlain = init.body == null || typeof init.body === 'string';
  if (isPlain && !(input instanceof Request)) {
    const read = readPlain(new URL(input), init);
    if (contentEncodingOf(read.raw.headers) === '') return read;
  }
  const isReady = input instanceof Request && Object.keys(init).length === 0;
  const request = isReady ? input : new Request(input, init);
  const { method, headers, signal } = request;
  requests.set(signal, request);
  signal.throwIfAborted();
  const body = await readBody(request);
  const url = new URL(request.url);
  return { raw: { method, path: apiPath(url), query: url.search, headers, ...body }, signal };
}

async function* encoded(
  frames: AsyncIterable<Frame>,
  framing: Framing,
): AsyncGenerator<Uint8Array, void> {
  for await (const frame of frames) yield encodeFrame(frame, framing);
}

/** Sends bytes as they are asked for, so that a slow reader slows the answer down. */
function toStream(answer: StreamAnswer, signal?: AbortSignal): ReadableStream<Uint8Array> {
  // The reader may leave without the caller's signal; either way whatever waits is woken and nothing is left running.
  const left = new AbortController();
  const frames = answer.play(left.signal);
  const chunks = shapeBytes(encoded(frames, answer.shape), answer.shape.bytes);
  let abort: (() => void) | undefined;

  function leave(reason?: unknown): void {
    if (abort) signal?.removeEventListener('abort', abort);
    left.abort(reason);
    // Where it waits it throws, where it never began it only ends.
    chunks.return().catch(() => undefined);
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (!signal) return;
        abort = () => {
          leave(signal.reason);
          controller.error(signal.reason);
        };
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort, { once: true });
      },
      async pull(controller) {
        try {
          const { value, done } = await chunks.next();
          if (left.signal.aborted) return;
          if (!done) return controller.enqueue(value);
          if (abort) signal?.removeEventListener('abort', abort);
          controller.close();
        } catch (error) {
          if (abort) signal?.removeEventListener('abort', abort);
          if (!left.signal.aborted) controller.error(error);
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}

const encoder = new TextEncoder();

/** A body of text would bring a content type of its own. */
function bytesOf(body: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? encoder.encode(body) : body;
}

const CONTENT_TYPES = { json: 'application/json', stream: 'text/event-stream; charset=utf-8' };

function bodyOf(
  answer: Exclude<Answer, { type: 'broken' }>,
  signal?: AbortSignal,
): BodyInit | ReadableStream<Uint8Array> | null {
  switch (answer.type) {
    case 'json':
      return JSON.stringify(answer.body);
    case 'raw':
      return isBodiless(answer.status) ? null : bytesOf(answer.body);
    case 'stream':
      return toStream(answer, signal);
  }
}

const streams = new WeakSet<Response>();

/** Whether an answer that the simulation's `fetch` gave out is a stream, whatever its headers say. */
export function isStreamed(response: Response): boolean {
  return streams.has(response);
}

function toResponse(answer: Answer, signal?: AbortSignal): Response {
  if (answer.type === 'broken') throw answer.error;
  const { status, encoding } = answer;
  const headers = {
    ...(answer.type === 'raw' ? {} : { 'content-type': CONTENT_TYPES[answer.type] }),
    ...(answer.type === 'stream' ? { 'cache-control': 'no-cache' } : {}),
    // A `fetch` gives out what it has decompressed already, and leaves the header as it was.
    ...(encoding === 'gzip' ? { 'content-encoding': 'gzip' } : {}),
    ...answer.headers,
  };
  const response = new Response(bodyOf(answer, signal) as BodyInit, { status, headers });
  const sent =
    encoding === 'gzip-undeclared' && response.body
      ? new Response(response.body.pipeThrough(new CompressionStream('gzip')), response)
      : response;
  if (answer.type === 'stream') streams.add(sent);
  return sent;
}

/** A `fetch` function for whoever answers raw requests. */
export function fetchFace(
  answerTo: (raw: RawRequest, signal: AbortSignal | undefined) => Promise<Answer>,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    init.signal?.throwIfAborted();
    const { raw, signal } = await readRequest(input, init);
    return toResponse(await answerTo(raw, signal), signal);
  };
}
