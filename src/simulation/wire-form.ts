/** An answer as it goes over a wire: what every face of the simulation sends. */
import { isBodiless } from '../wire/bodiless.ts';
import { frameText, type Frame, type Framing } from '../wire/stream/frame.ts';
import { CONTENT_ENCODING } from '../wire/headers.ts';
import type { Answer, JsonAnswer, RawAnswer, StreamAnswer, Wait } from './answer.ts';
import { shapeBytes } from './shape-bytes.ts';
import { toBytes } from './to-bytes.ts';

/** The answers that there is something to send of. */
export type SentAnswer = Exclude<Answer, { type: 'broken' }>;

/** A text in UTF-8, or bytes. */
export type Chunk = string | Uint8Array;

/** What is sent one after another, each chunk by itself, and what to wait for in between. */
export type Chunks = Iterable<Chunk | Wait>;

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

/** The same as bytes. */
export function bytesOf(answer: JsonAnswer | RawAnswer): Uint8Array<ArrayBuffer> | null {
  const body = bodyOf(answer);
  return body === null ? null : toBytes(body);
}

/** How events are put into chunks. */
export interface Joining {
  /** How many come in a chunk of their own before others come together. */
  readonly alone: number;
  /** How many come together. */
  readonly together: number;
}

const EACH_ALONE: Joining = { alone: Infinity, together: 1 };

/**
 * For a reader who takes events, not chunks: the long rest of a stream costs it a part of the time. What is said is over
 * when the last word is asked for, and not before.
 */
export const REST_TOGETHER: Joining = { alone: 16, together: 64 };

function* written(
  moves: Iterable<readonly Frame[] | Wait>,
  framing: Framing,
  { alone, together }: Joining,
): Generator<Chunk | Wait, void> {
  let said = 0;
  for (const move of moves) {
    if ('until' in move) {
      yield move;
      continue;
    }
    let held = '';
    let events = 0;
    for (const frame of move) {
      if ('event' in frame) {
        held += frameText(frame, framing);
        events += 1;
        said += 1;
        if (said > alone && events < together) continue;
      }
      if (held !== '') yield held;
      held = '';
      events = 0;
      if ('event' in frame) continue;
      const chunk = 'bytes' in frame ? frame.bytes : frameText(frame, framing);
      if (chunk.length > 0) yield chunk;
    }
    if (held !== '') yield held;
  }
}

/** A stream in the chunks that its shape asks for; without one, a chunk is an event, or several that may be joined. */
export function chunksOf(
  answer: StreamAnswer,
  signal: AbortSignal | undefined,
  joining: Joining = EACH_ALONE,
): Generator<Chunk | Wait, void> {
  const { play, shape } = answer;
  // It begins now: a reader who leaves before the first chunk has left all the same.
  const chunks = written(play(signal), shape, joining);
  return shape.bytes === undefined ? chunks : shapeBytes(chunks, shape.bytes);
}
