/** The words for streams and connections that a test shapes or breaks. */
import { EnsaioError } from '../error.ts';
import type { Frame } from '../wire/frame.ts';
import type { StreamEvent } from '../wire/message.ts';
import { show } from './show.ts';
import { checkShape, type StreamShape } from './stream-shape.ts';
import { toTurn } from './to-turn.ts';
import type {
  ConnectionErrorTurn,
  DelayedTurn,
  EventsTurn,
  HangTurn,
  RawTurn,
  StreamedTurn,
  TurnInput,
} from './turn.ts';

/**
 * A message turn whose stream is shaped by hand. A request that does not stream gets the plain message.
 * @throws EnsaioError `turn-invalid` for a key or a value that shapes nothing
 */
export function streamed(turn: TurnInput, shape: StreamShape): StreamedTurn {
  const inner = toTurn(turn, 'streamed');
  if (inner.type !== 'message') {
    throw new EnsaioError(
      'turn-invalid',
      `streamed: only a message can be shaped, received a turn of type "${inner.type}".`,
    );
  }
  checkShape(shape);
  return { type: 'streamed', turn: inner, shape };
}

/** One event of a stream written by hand: an event, one with a name of its own, or the text of the frame itself. */
export type WrittenEvent =
  StreamEvent | { readonly event: string; readonly data: unknown } | string;

function toFrame(written: WrittenEvent): Frame {
  if (typeof written === 'string') return { text: written };
  if (!('event' in written)) return { event: written };
  const { event, data } = written;
  const isPlain =
    typeof data === 'object' && data !== null && 'type' in data && data.type === event;
  if (isPlain) return { event: data as StreamEvent };
  return {
    text: `event: ${event}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
  };
}

/** What a hand-written stream has no payload for. */
const OF_MESSAGES = ['pieces', 'input'] as const;

/**
 * A stream written out event by event, sent as it stands: what a report shows byte for byte. A text is put on the wire
 * as it is, `\n` as its line end. Only for requests that stream.
 * @example events([{ event: 'message_start', data: { … } }, ': keep-alive\n\n', 'event: message_stop\ndata: {"type":"m'])
 * @throws EnsaioError `turn-invalid`
 */
export function events(
  list: readonly WrittenEvent[],
  shape: Omit<StreamShape, (typeof OF_MESSAGES)[number]> = {},
): EventsTurn {
  if (!Array.isArray(list)) {
    throw new EnsaioError('turn-invalid', `events takes a list of events, received ${show(list)}.`);
  }
  checkShape(shape);
  const stray = OF_MESSAGES.find((key) => key in shape);
  if (stray !== undefined) {
    throw new EnsaioError('turn-invalid', `events: ${stray} shapes a message, and this is none.`, {
      hint: 'Write the events as they are to be sent, or use streamed().',
    });
  }
  return { type: 'events', frames: list.map(toFrame), shape };
}

/** What the system says with a code. */
const CAUSES: Readonly<Record<string, string>> = {
  ECONNRESET: 'read ECONNRESET',
  ECONNREFUSED: 'connect ECONNREFUSED',
  ENOTFOUND: 'getaddrinfo ENOTFOUND api.anthropic.com',
  ETIMEDOUT: 'connect ETIMEDOUT',
  EPIPE: 'write EPIPE',
};

/** The text that goes with a system's code. */
export function causeOf(code: string): string {
  return CAUSES[code] ?? code;
}

/** No answer: `fetch` rejects, and the cause of its error has the code. Default code `ECONNRESET`. */
export function connectionError(
  message = 'fetch failed',
  options: { readonly code?: string } = {},
): ConnectionErrorTurn {
  return { type: 'connection_error', message, code: options.code ?? 'ECONNRESET' };
}

/** Nobody listens: `fetch` rejects with `ECONNREFUSED`. */
export function connectionRefused(): ConnectionErrorTurn {
  return connectionError('fetch failed', { code: 'ECONNREFUSED' });
}

/** The connection is reset before the headers: `fetch` rejects with `ECONNRESET`. */
export function connectionReset(): ConnectionErrorTurn {
  return connectionError('fetch failed', { code: 'ECONNRESET' });
}

/** The request is taken and never answered: it waits until its caller gives up. */
export function hang(): HangTurn {
  return { type: 'hang' };
}

/**
 * The same turn, its headers so many milliseconds later on the simulation's clock.
 * @throws EnsaioError `turn-invalid`
 */
export function delayed(turn: TurnInput, ms: number): DelayedTurn {
  if (!(ms >= 0 && ms < Number.POSITIVE_INFINITY)) {
    throw new EnsaioError(
      'turn-invalid',
      `delayed: ms is a number of milliseconds from 0, received ${show(ms)}.`,
    );
  }
  return { type: 'delayed', turn: toTurn(turn, 'delayed'), ms };
}

/**
 * An answer that is not the API's, byte for byte. No header is added to those given.
 * @throws EnsaioError `turn-invalid`
 */
export function rawAnswer(answer: {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default empty. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
}): RawTurn {
  const { status = 200, headers = {}, body = '' } = answer;
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new EnsaioError(
      'turn-invalid',
      `rawAnswer: status is 200 to 599, received ${show(status)}.`,
    );
  }
  return { type: 'raw', status, headers, body };
}

/** The HTML page of a gateway that got no answer from the API. Default status 502. */
export function gatewayPage(status = 502): RawTurn {
  return rawAnswer({
    status,
    headers: { 'content-type': 'text/html', server: 'gateway' },
    body: `<html>\r\n<head><title>${status} Bad Gateway</title></head>\r\n<body><center><h1>${status} Bad Gateway</h1></center></body>\r\n</html>\r\n`,
  });
}

/** Status 200, the headers of a message or a stream, and nothing in the body. */
export function emptyAnswer(options: { readonly contentType?: string } = {}): RawTurn {
  const { contentType = 'application/json' } = options;
  return rawAnswer({ headers: { 'content-type': contentType } });
}
