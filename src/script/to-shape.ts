/** What a stream can be shaped by: the shape as it is kept, or what is wrong with it. */
import type { OptionCheck } from '../check-options.ts';
import { EnsaioError } from '../error.ts';
import { show } from '../show.ts';
import { isPlainObject } from '../wire/json/plain-object.ts';
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
import { checkFields } from './builder-options.ts';
import { areHeaders, toHeaders } from './headers.ts';
import { isPlaced, streamFaults, type StreamFaultName } from './stream-faults.ts';
import type { StreamShape } from './stream-shape.ts';

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

const CHECKS = Object.fromEntries(
  Object.entries(shapeKeys).map(([key, [schema, what]]): [string, OptionCheck] => [
    key,
    [(value: unknown) => acceptorOf(schema)(value), what],
  ]),
);

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
  checkFields('streamed', shape, CHECKS, { are: 'a shape has' });
  const ends = ENDS.filter((key) => shape[key] !== undefined);
  if (ends.length > 1) throw invalid(`a stream ends once, received ${ends.join(' and ')}`);
  const copy = structuredClone(shape);
  return copy.headers ? { ...copy, headers: toHeaders(copy.headers) } : copy;
}
