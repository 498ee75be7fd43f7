/** What a streamed answer says, event by event, and when. */
import { EnsaioError } from '../error.ts';
import type { StreamShape } from '../script/stream-shape.ts';
import { errorBody } from '../wire/errors.ts';
import type { Message, StreamEvent } from '../wire/message.ts';
import { encodeEvent } from '../wire/sse.ts';
import { eventsOf, piecesOf, type CutPieces } from '../wire/stream-events.ts';
import type { TokenCounter } from '../wire/tokens.ts';
import type { Clock } from './clock.ts';

interface Cutter {
  readonly cut: CutPieces;
  /** Says what is wrong when all is cut. */
  finish(): void;
}

function misfit(expected: string, received: string): EnsaioError {
  return new EnsaioError(
    'turn-invalid',
    `streamed: the pieces do not make up the turn: expected ${expected}, received ${received}.`,
  );
}

/** Takes given pieces in order; a piece that reaches over the end of a block is cut there. */
function givenPieces(pieces: readonly string[]): Cutter {
  const left = pieces.filter((piece) => piece !== '');
  return {
    cut: (payload) => {
      const cut: string[] = [];
      let rest = payload;
      while (rest !== '') {
        const piece = left.shift();
        const part = piece?.slice(0, rest.length) ?? '';
        if (piece === undefined || !rest.startsWith(part)) {
          const begin = `the next to begin ${JSON.stringify(rest.slice(0, 40))}`;
          throw misfit(begin, piece === undefined ? 'no more' : JSON.stringify(piece));
        }
        if (piece.length > part.length) left.unshift(piece.slice(part.length));
        cut.push(part);
        rest = rest.slice(part.length);
      }
      return cut;
    },
    finish: () => {
      if (left.length > 0) throw misfit('no more', JSON.stringify(left[0]));
    },
  };
}

function cutterOf(pieces: StreamShape['pieces']): Cutter {
  if (typeof pieces === 'object') return givenPieces(pieces);
  return { cut: (payload) => piecesOf(payload, pieces), finish: () => undefined };
}

/** The events a stream sends, after its shape has had its way with them. */
export function shapedEvents(
  message: Message,
  shape: StreamShape,
  requestId: string,
): StreamEvent[] {
  const { cut, finish } = cutterOf(shape.pieces);
  const events = eventsOf(message, cut);
  finish();
  const { cutAfter, errorAfter } = shape;
  if (errorAfter) {
    const { error } = errorBody(errorAfter.error.error, requestId);
    const failure: StreamEvent = { type: 'error', error, request_id: requestId };
    return [...events.slice(0, errorAfter.events), failure];
  }
  return cutAfter && 'events' in cutAfter ? events.slice(0, cutAfter.events) : events;
}

const encoder = new TextEncoder();

/** Whether a reader who reads all there is has the whole message. */
export function tellsAll(events: readonly StreamEvent[], { cutAfter }: StreamShape): boolean {
  if (events.at(-1)?.type !== 'message_stop') return false;
  if (!cutAfter || 'events' in cutAfter) return true;
  const bytes = events.map((event) => encoder.encode(encodeEvent(event)).length);
  return bytes.reduce((sum, length) => sum + length, 0) <= cutAfter.bytes;
}

/** The tokens an event carries, for the pace. */
function tokensIn(event: StreamEvent, tokens: TokenCounter): number {
  if (event.type !== 'content_block_delta') return 0;
  const { delta } = event;
  switch (delta.type) {
    case 'text_delta':
      return tokens(delta.text);
    case 'thinking_delta':
      return tokens(delta.thinking);
    case 'input_json_delta':
      return tokens(delta.partial_json);
    default:
      return 0;
  }
}

/** How a stream ended: every event was given out, it was cut, or its reader left. */
export type StreamEnd = 'played' | 'cut' | 'left';

/** What playing a stream needs to know besides its events. */
export interface Playing {
  readonly shape: StreamShape;
  readonly tokens: TokenCounter;
  readonly clock: Clock;
  /** Called when it ends; the first call counts. */
  settle(end: StreamEnd): void;
}

/** Gives out the events one by one, each when its time has come. */
export async function* playEvents(
  events: readonly StreamEvent[],
  { shape, tokens, clock, settle }: Playing,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamEvent, void> {
  const { ttftMs = 0, tokensPerSecond } = shape.pace ?? {};
  let complete = events.length === 0;
  try {
    if (ttftMs > 0) await clock.sleep(ttftMs, signal);
    for (const [index, event] of events.entries()) {
      const count = tokensPerSecond ? tokensIn(event, tokens) : 0;
      if (count > 0) await clock.sleep((count / tokensPerSecond!) * 1000, signal);
      signal?.throwIfAborted();
      complete = index === events.length - 1;
      // Before the last event leaves: its reader may send the next request at once.
      if (complete) settle('played');
      yield event;
    }
  } finally {
    settle(complete ? 'played' : signal?.aborted ? 'left' : 'cut');
  }
}
