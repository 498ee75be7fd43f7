/** An answer as it goes over a wire: what every face of the simulation sends. */
import { isBodiless } from '../wire/bodiless.ts';
import { encodeFrame, type Frame, type Framing } from '../wire/frame.ts';
import { CONTENT_ENCODING } from '../wire/headers.ts';
import type { Answer, JsonAnswer, RawAnswer, StreamAnswer, Wait } from './answer.ts';
import { shapeBytes } from './shape-bytes.ts';

/** The answers that there is something to send of. */
export type SentAnswer = Exclude<Answer, { type: 'broken' }>;

/** Bytes to be sent one after another, each chunk by itself, and what to wait for in between. */
export type Chunks = Iterable<Uint8Array | Wait>;

const OWN_HEADERS: Readonly<Record<SentAnswer['type'], Readonly<Record<string, string>>>> = {
  json: { 'content-type': 'application/json' },
  raw: {},
  stream: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
};

/** All headers of an answer that are not the connection's, names in lower case. */
export function headersOf({ type, encoding, headers }: SentAnswer): Record<string, string> {
  const own = OWN_HEADERS[type];
  return encoding === 'gzip'
    ? { ...own, [CONTENT_ENCODING]: 'gzip', ...headers }
    : { ...own, ...headers };
}

/** The body of an answer that is no stream; null where its status has none. */
export function bodyOf(answer: JsonAnswer | RawAnswer): string | Uint8Array<ArrayBuffer> | null {
  if (answer.type === 'json') return JSON.stringify(answer.body);
  return isBodiless(answer.status) ? null : answer.body;
}

function* encoded(moves: Iterable<Frame | Wait>, framing: Framing): Generator<Uint8Array | Wait> {
  for (const move of moves) {
    if ('until' in move) {
      yield move;
      continue;
    }
    const bytes = encodeFrame(move, framing);
    if (bytes.length > 0) yield bytes;
  }
}

/** The bytes of a stream in the chunks that its shape asks for; without one, a chunk is an event. */
export function chunksOf(
  { play, shape }: StreamAnswer,
  signal: AbortSignal | undefined,
): Generator<Uint8Array | Wait, void> {
  // It begins now: a reader who leaves before the first chunk has left all the same.
  const chunks = encoded(play(signal), shape);
  return shape.bytes === undefined ? chunks : shapeBytes(chunks, shape.bytes);
}
