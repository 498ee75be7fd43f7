/** The simulation as a `fetch` function: Request in, Response out, on web standards alone. */
import type { RawRequest } from '../rules/checked-request.ts';
import type { StreamEvent } from '../wire/message.ts';
import { encodeEvent } from '../wire/sse.ts';
import type { Answer, StreamAnswer } from './answer.ts';
import { readBody } from './read-body.ts';
import { shapeBytes } from './shape-bytes.ts';

interface ReadRequest {
  readonly raw: RawRequest;
  readonly signal: AbortSignal | undefined;
}

/** The API's own path: a base URL may have one in front of it. */
function apiPath({ pathname }: URL): string {
  return pathname.slice(Math.max(0, pathname.indexOf('/v1/')));
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

async function readRequest(input: RequestInfo | URL, init: RequestInit): Promise<ReadRequest> {
  const isPlain = init.body == null || typeof init.body === 'string';
  if (isPlain && !(input instanceof Request)) return readPlain(new URL(input), init);
  const request = new Request(input, init);
  const { method, headers, signal } = request;
  signal.throwIfAborted();
  const { text, oversized } = await readBody(request);
  const url = new URL(request.url);
  const raw = { method, path: apiPath(url), query: url.search, headers, text };
  return { raw: oversized ? { ...raw, oversized } : raw, signal };
}

const encoder = new TextEncoder();

async function* encoded(events: AsyncIterable<StreamEvent>): AsyncGenerator<Uint8Array, void> {
  for await (const event of events) yield encoder.encode(encodeEvent(event));
}

/** Sends bytes as they are asked for, so that a slow reader slows the answer down. */
function toStream(answer: StreamAnswer, signal?: AbortSignal): ReadableStream<Uint8Array> {
  // The reader may leave without the caller's signal; either way whatever waits is woken and nothing is left running.
  const left = new AbortController();
  const events = answer.play(left.signal);
  const chunks = shapeBytes(encoded(events), answer.shape);
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

function toResponse(answer: Answer, signal?: AbortSignal): Response {
  switch (answer.type) {
    case 'broken':
      throw answer.error;
    case 'json':
      return new Response(JSON.stringify(answer.body), {
        status: answer.status,
        headers: { 'content-type': 'application/json', ...answer.headers },
      });
    case 'stream':
      return new Response(toStream(answer, signal), {
        headers: {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-cache',
          ...answer.headers,
        },
      });
  }
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
