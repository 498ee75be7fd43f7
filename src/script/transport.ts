/** The words for streams and connections that a test shapes or breaks. */
import { EnsaioError } from '../error.ts';
import { isBodiless } from '../wire/bodiless.ts';
import type { Frame } from '../wire/frame.ts';
import type { StreamEvent } from '../wire/message.ts';
import { builderOptions } from './builder-options.ts';
import { areHeaders, toHeaders } from './headers.ts';
import { show } from '../show.ts';
import { toShape, type StreamShape } from './stream-shape.ts';
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
 * A message turn whose stream is shaped by hand. A request that does not stream gets the plain message, with the shape's
 * headers and encoding and nothing else of it: no end, no fault, no other input.
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
  return { type: 'streamed', turn: inner, shape: toShape(shape) };
}

/** One event of a stream written by hand: an event, one with a name of its own, or the text of the frame itself. */
export type WrittenEvent =
  StreamEvent | { readonly event: string; readonly data: unknown } | string;

function isWritten(value: unknown): value is WrittenEvent {
  if (typeof value === 'string') return true;
  if (typeof value !== 'object' || value === null) return false;
  return 'event' in value
    ? typeof value.event === 'string' && 'data' in value && value.data !== undefined
    : 'type' in value && typeof value.type === 'string';
}

function toFrame(written: WrittenEvent, index: number): Frame {
  if (!isWritten(written)) {
    throw new EnsaioError(
      'turn-invalid',
      `events: event ${index} is an event with a type, { event, data } or a text, received ${show(written)}.`,
    );
  }
  if (typeof written === 'string') return { text: written };
  if (!('event' in written)) return { event: written };
  const { event, data } = written;
  const isPlain =
    typeof data === 'object' && data !== null && 'type' in data && data.type === event;
  if (isPlain) return { event: data as StreamEvent };
  const lines = (typeof data === 'string' ? data : JSON.stringify(data)).split('\n');
  return { text: `event: ${event}\n${lines.map((line) => `data: ${line}\n`).join('')}\n` };
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
  const kept = toShape(shape);
  const stray = OF_MESSAGES.find((key) => key in kept);
  if (stray !== undefined) {
    throw new EnsaioError('turn-invalid', `events: ${stray} shapes a message, and this is none.`, {
      hint: 'Write the events as they are to be sent, or use streamed().',
    });
  }
  return { type: 'events', frames: list.map(toFrame), shape: kept };
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
  const { code = 'ECONNRESET' } = builderOptions('connectionError', options, ['code']);
  return { type: 'connection_error', message, code };
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
  if (typeof ms !== 'number' || !(ms >= 0 && ms < Number.POSITIVE_INFINITY)) {
    throw new EnsaioError(
      'turn-invalid',
      `delayed: ms is a number of milliseconds from 0, received ${show(ms)}.`,
    );
  }
  return { type: 'delayed', turn: toTurn(turn, 'delayed'), ms };
}

export interface RawAnswerOptions {
  /** 200 to 599. Default 200. */
  readonly status?: number;
  /** Default none; no header is added to those given. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default empty. 204, 205 and 304 have none. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

const isStatus = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 200 && (value as number) <= 599;

/** What each field of a raw answer takes, and how that is said. */
const RAW_FIELDS: Readonly<
  Record<keyof RawAnswerOptions, readonly [isRight: (value: unknown) => boolean, what: string]>
> = {
  status: [isStatus, '200 to 599'],
  headers: [
    (value) => areHeaders(value as Record<string, string>),
    'names and values that HTTP headers can have',
  ],
  body: [(value) => typeof value === 'string' || value instanceof Uint8Array, 'a text or bytes'],
};

function checkRawAnswer(answer: RawAnswerOptions): void {
  const wrong = (reason: string): EnsaioError =>
    new EnsaioError('turn-invalid', `rawAnswer: ${reason}.`);
  if (typeof answer !== 'object' || answer === null) {
    throw wrong(`an answer has status, headers and body, received ${show(answer)}`);
  }
  for (const [field, value] of Object.entries(answer) as [keyof RawAnswerOptions, unknown][]) {
    if (!Object.hasOwn(RAW_FIELDS, field)) {
      throw wrong(`an answer has status, headers and body, received ${field}`);
    }
    const [isRight, what] = RAW_FIELDS[field];
    if (value !== undefined && !isRight(value)) {
      throw wrong(`${field} is ${what}, received ${show(value)}`);
    }
  }
  const { status = 200, body = '' } = answer;
  if (isBodiless(status) && body.length > 0) {
    throw wrong(`an answer with status ${status} has no body, received ${show(body)}`);
  }
}

/**
 * An answer that is not the API's, byte for byte.
 * @throws EnsaioError `turn-invalid`
 */
export function rawAnswer(answer: RawAnswerOptions = {}): RawTurn {
  checkRawAnswer(answer);
  const { status = 200, headers = {}, body = '' } = answer;
  return { type: 'raw', status, headers: toHeaders(headers), body };
}

/** What gateways say of themselves. */
const GATEWAY_TITLES: Readonly<Record<number, string>> = {
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Temporarily Unavailable',
  504: 'Gateway Time-out',
};

/** The HTML page of a gateway that got no answer from the API. Default status 502. */
export function gatewayPage(status = 502): RawTurn {
  const title = `${status} ${GATEWAY_TITLES[status] ?? 'Error'}`;
  return rawAnswer({
    status,
    headers: { 'content-type': 'text/html', server: 'gateway' },
    body: `<html>\r\n<head><title>${title}</title></head>\r\n<body><center><h1>${title}</h1></center></body>\r\n</html>\r\n`,
  });
}

/** Status 200, a content type (default `application/json`), and nothing in the body. */
export function emptyAnswer(options: { readonly contentType?: string } = {}): RawTurn {
  const { contentType = 'application/json' } = builderOptions('emptyAnswer', options, [
    'contentType',
  ]);
  return rawAnswer({ headers: { 'content-type': contentType } });
}
