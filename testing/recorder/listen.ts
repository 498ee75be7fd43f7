/** A `fetch` that passes everything through and notes what it sees of requests for a turn. */
import { systemClock, type Clock } from '../../src/simulation/clock.ts';
import { readRequest } from '../../src/simulation/fetch-face.ts';
import type { RawRequest } from '../../src/rules/checked-request.ts';
import { isSecretHeader } from '../../src/wire/headers.ts';
import { upstreamFetch, type Fetch } from './upstream.ts';

/** Some bytes of an answer, and when they came. */
export interface Chunk {
  readonly bytes: Uint8Array;
  readonly at: number;
}

/** One request with as much of its answer as has passed. */
export interface Passage {
  readonly request: RawRequest;
  readonly startedAt: number;
  /** The passages that were still under way when it began, by their number. */
  readonly alongside: readonly number[];
  response?: { readonly status: number; readonly headers: Headers; readonly at: number };
  readonly chunks: Chunk[];
  /** How it ended; absent while it is under way. */
  end?: 'close' | 'reset' | 'left';
  /** Why there was no answer. */
  failure?: unknown;
}

/** The secrets that a request carries in its headers. */
export function* secretsOf({ headers }: RawRequest): Generator<string> {
  for (const [name, value] of headers) {
    // Shorter ones are hardly any, and stand in every text.
    if (isSecretHeader(name) && value.length >= 8) yield value.replace(/^Bearer /i, '');
  }
}

const isAsking = ({ method, path }: RawRequest): boolean =>
  method === 'POST' && path === '/v1/messages';

const isOpen = ({ end, failure }: Passage): boolean => end === undefined && failure === undefined;

/** The answer as it came, each chunk on its way to the app as soon as it is asked for. */
function passOn(
  response: Response,
  passage: Passage,
  { now }: Clock,
  left: () => boolean,
): Response {
  const { status, headers } = response;
  passage.response = { status, headers: new Headers(headers), at: now() };
  if (!response.body) {
    passage.end = 'close';
    return response;
  }
  const reader = response.body.getReader();

  /** The next chunk, noted; undefined at the end. */
  async function next(): Promise<Uint8Array | undefined> {
    try {
      const { value, done } = await reader.read();
      if (done) passage.end = 'close';
      // A copy: what the app does with its bytes is not what came.
      else passage.chunks.push({ bytes: value.slice(), at: now() });
      return value;
    } catch (error) {
      passage.end = left() ? 'left' : 'reset';
      throw error;
    }
  }

  async function readOn(): Promise<void> {
    while ((await next()) !== undefined);
  }

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await next();
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
      cancel(reason) {
        passage.end = 'left';
        // Who tries again does not read why; it is short, and told in the recording.
        if (status >= 400) void readOn().catch(() => undefined);
        else return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const passed = new Response(body, response);
  Object.defineProperty(passed, 'url', { value: response.url });
  return passed;
}

export class Listener {
  /** In the order in which the requests were sent. */
  readonly passages: Passage[] = [];
  /** What stood in headers that carry secrets. */
  readonly secrets: Set<string> = new Set();
  readonly #upstream: Fetch;
  readonly #clock: Clock;

  constructor(upstream: Fetch | string | URL, clock: Clock = systemClock) {
    this.#upstream = upstreamFetch(upstream);
    this.#clock = clock;
  }

  readonly fetch: Fetch = async (input, init = {}) => {
    const isPlain = init.body == null || typeof init.body === 'string';
    // Anything but a text can be read only once.
    const request = isPlain && !(input instanceof Request) ? undefined : new Request(input, init);
    const { raw } = await (request ? readRequest(request.clone(), {}) : readRequest(input, init));
    const signal = init.signal ?? (input instanceof Request ? input.signal : undefined);
    const send = (): Promise<Response> =>
      request ? this.#upstream(request) : this.#upstream(input, init);
    if (!isAsking(raw)) return send();
    for (const secret of secretsOf(raw)) this.secrets.add(secret);
    const passage: Passage = {
      request: raw,
      startedAt: this.#clock.now(),
      alongside: [...this.passages.keys()].filter((index) => isOpen(this.passages[index]!)),
      chunks: [],
    };
    this.passages.push(passage);
    const left = (): boolean => signal?.aborted === true;
    try {
      return passOn(await send(), passage, this.#clock, left);
    } catch (error) {
      if (left()) passage.end = 'left';
      else passage.failure = error;
      throw error;
    }
  };
}
