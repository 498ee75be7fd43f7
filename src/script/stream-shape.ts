/** How a turn is streamed when a test wants to place its pieces, its bytes, its faults or its end by hand. */
import { EnsaioError } from '../error.ts';
import type { Framing } from '../wire/frame.ts';
import { isPlainObject } from '../wire/plain-object.ts';
import { acceptorOf } from '../wire/schema/acceptor.ts';
import {
  either,
  exactly,
  list,
  number,
  object,
  oneOf,
  optional,
  record,
  text,
  whole,
} from '../wire/schema/build.ts';
import type { Schema } from '../wire/schema/schema.ts';
import { areHeaders, toHeaders } from './headers.ts';
import { show } from '../show.ts';
import { isPlaced, streamFaults, type StreamFault, type StreamFaultName } from './stream-faults.ts';
import type { ErrorTurn } from './turn.ts';

/**
 * How a payload (a text, a thinking text, the JSON of a call) is cut into deltas: a number is how many characters each
 * carries, `{ count }` into how many of about one length, `{ at }` the places of the cuts in UTF-16 units, and a list
 * the pieces themselves. Only `at` and a list can split a surrogate pair.
 */
export type Pieces =
  number | readonly string[] | { readonly count: number } | { readonly at: readonly number[] };

/** A different cut for each kind of payload. */
export interface PiecesByKind {
  readonly text?: Pieces;
  readonly thinking?: Pieces;
  readonly json?: Pieces;
}

/**
 * Where a stream ends early: counted in events (pings count, comments do not), in bytes, or as a fraction of its events,
 * from 0 to less than 1. A place behind the end is refused when the turn is played.
 */
export type After =
  { readonly events: number } | { readonly bytes: number } | { readonly fraction: number };

/** A stream that goes silent and stays open. */
export interface Stall {
  /** How many events come before. */
  readonly events: number;
  /** What still comes, for ever: `ping`s, or one-character `delta`s of the block that is open. Default: nothing. */
  readonly send?: 'ping' | 'delta';
  /** Milliseconds on the clock between two of them. Default 1000. */
  readonly everyMs?: number;
}

export interface StreamShape extends Framing {
  /** How the payloads are cut into deltas. Lists must make up the payloads together. Default: 16 characters each. */
  readonly pieces?: Pieces | PiecesByKind;
  /** The JSON text that the last call's deltas carry instead of its input: cut short, not JSON at all. Default: its input. */
  readonly input?: string;
  /**
   * How many bytes a chunk carries, or a list of sizes whose last one repeats. Default: one event a chunk, but for the SDK of
   * `fakeAnthropic`: of the events behind the 16th it gets up to 64 at once, the last word of the API by itself.
   */
  readonly bytes?: number | readonly number[];
  /** Pings besides the API's own, as numbers of events before each. Default none. */
  readonly pings?: readonly number[];
  /** A comment line in front of every event. Default none. */
  readonly comment?: string;
  /**
   * Wait on the simulation's clock: before the first event, for each token, and before each event (the last one
   * repeats). Default: no waiting.
   */
  readonly pace?: {
    readonly ttftMs?: number;
    readonly tokensPerSecond?: number;
    readonly delaysMs?: readonly number[];
  };
  /** Faults in the events, in the order in which they are put in. Default none. */
  readonly faults?: readonly StreamFault[];
  /** Close the connection after so many events or bytes, as if all were said. Default: never. */
  readonly cutAfter?: After;
  /** Reset the connection after so many events or bytes, which its reader gets as an error. Default: never. */
  readonly resetAfter?: After;
  /** Say nothing more after so many events, and stay open until the reader leaves. Default: never. */
  readonly stallAfter?: Stall;
  /** Send an `error` event after so many events and end there. Default: never. */
  readonly errorAfter?: ({ readonly events: number } | { readonly fraction: number }) & {
    readonly error: ErrorTurn;
  };
  /** Headers to add to the answer's own, or to put in their place. Default none. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Compress the body: `gzip` says so in `content-encoding`, so that a client never sees it, `gzip-undeclared` is what
   * a proxy does that drops the header. Default: not compressed.
   */
  readonly encoding?: 'gzip' | 'gzip-undeclared';
}

const count = (least: number): Schema => whole({ least, most: Number.MAX_SAFE_INTEGER });
const ms = number({ least: 0 });
const aboveZero = number({ above: 0 });
const fraction = number({ least: 0, below: 1 });
const aText = text();
const after = either(
  object({ events: count(0) }),
  object({ bytes: count(0) }),
  object({ fraction }),
);
const anError = object(
  {
    type: exactly('error'),
    error: object({ type: aText, message: aText }, { open: true }),
  },
  { open: true },
);
const AFTER =
  '{ events } or { bytes }, a whole number from 0, or { fraction }, from 0 to less than 1';
const piecesOf = [
  count(1),
  list(aText),
  object({ count: count(1) }),
  object({ at: list(count(1)) }),
];
const pieces = optional(either(...piecesOf));

const hasItsPlace = ({ fault, after: place }: { fault?: unknown; after?: unknown }): boolean =>
  place === undefined || isPlaced(fault as StreamFaultName);

/** An instance of `Headers` has no keys of its own. */
const arePlainHeaders = (headers: object): boolean =>
  isPlainObject(headers) && areHeaders(headers as Record<string, string>);

const faultName = oneOf(...Object.keys(streamFaults));

/** What each key of a shape takes, and how that is said. */
export const shapeKeys: Readonly<
  Record<keyof StreamShape, readonly [schema: Schema, what: string]>
> = {
  lineEnd: [oneOf('lf', 'crlf', 'cr'), 'lf, crlf or cr'],
  pad: [count(0), 'a whole number from 0'],
  loose: [{ kind: 'boolean' }, 'true or false'],
  pieces: [
    either(either(...piecesOf), object({ text: pieces, thinking: pieces, json: pieces })),
    'a whole number from 1, a list of texts, { count }, { at }, or one of these for each of text, thinking and json',
  ],
  input: [aText, 'a text'],
  bytes: [
    either(count(1), list(count(1), { least: 1 })),
    'a whole number from 1, or a list of them',
  ],
  pings: [list(count(0)), 'a list of whole numbers from 0'],
  comment: [text({ pattern: /^[^\r\n]*$/ }), 'a text of one line'],
  pace: [
    object({
      ttftMs: optional(ms),
      tokensPerSecond: optional(aboveZero),
      delaysMs: optional(list(ms)),
    }),
    'ttftMs, tokensPerSecond and delaysMs, all of them positive numbers',
  ],
  faults: [
    list(
      either(
        faultName,
        object({ fault: faultName, after: optional(count(0)) }, { holds: hasItsPlace }),
      ),
    ),
    `a list of ${Object.keys(streamFaults).join(', ')}, or { fault, after } for one that has a place`,
  ],
  cutAfter: [after, AFTER],
  resetAfter: [after, AFTER],
  stallAfter: [
    object({
      events: count(0),
      send: optional(oneOf('ping', 'delta')),
      everyMs: optional(aboveZero),
    }),
    '{ events, send: "ping" or "delta", everyMs }',
  ],
  errorAfter: [
    either(object({ events: count(0), error: anError }), object({ fraction, error: anError })),
    '{ events, error } or { fraction, error }, where error is one such as overloaded()',
  ],
  headers: [
    record(aText, { holds: arePlainHeaders }),
    'names and values that HTTP headers can have',
  ],
  encoding: [oneOf('gzip', 'gzip-undeclared'), 'gzip or gzip-undeclared'],
};

/** The ways a stream can end early; a stream has one end. */
const ENDS = ['cutAfter', 'resetAfter', 'stallAfter', 'errorAfter'] as const;

function invalid(reason: string): EnsaioError {
  return new EnsaioError('turn-invalid', `streamed: ${reason}.`);
}

/**
 * A shape as it is kept: a copy, its headers in lower case. A misspelt key would let a test pass for nothing.
 * @throws EnsaioError `turn-invalid` for what no stream can be shaped by
 */
export function toShape(shape: StreamShape): StreamShape {
  if (typeof shape !== 'object' || shape === null) {
    throw invalid(`a shape is an object, received ${show(shape)}`);
  }
  for (const [key, value] of Object.entries(shape) as [keyof StreamShape, unknown][]) {
    if (!Object.hasOwn(shapeKeys, key)) {
      throw invalid(`a shape has ${Object.keys(shapeKeys).join(', ')}, received ${key}`);
    }
    const [schema, what] = shapeKeys[key];
    if (value !== undefined && !acceptorOf(schema)(value)) {
      throw invalid(`${key} is ${what}, received ${show(value)}`);
    }
  }
  const ends = ENDS.filter((key) => shape[key] !== undefined);
  if (ends.length > 1) throw invalid(`a stream ends once, received ${ends.join(' and ')}`);
  const copy = structuredClone(shape);
  return copy.headers ? { ...copy, headers: toHeaders(copy.headers) } : copy;
}
