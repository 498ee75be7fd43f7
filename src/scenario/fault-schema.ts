/** How a fault is written: the name of one, how the stream of a reply is shaped, or an answer that is not the API's. */
import * as z from 'zod';
import { EnsaioError } from '../error.ts';
import { shapeKeys, toShape } from '../script/to-shape.ts';
import type { StreamShape } from '../script/stream-shape.ts';
import { streamFaults, type StreamFault, type StreamFaultName } from '../script/stream-faults.ts';
import { connectionError, connectionRefused, connectionReset, hang } from '../script/transport.ts';
import { emptyAnswer, gatewayPage, rawAnswer } from '../script/raw-answer.ts';
import { events, type WrittenEvent } from '../script/written-events.ts';
import type { TurnInput } from '../script/turn.ts';
import { answeredError } from './error-schema.ts';
import { listed, mapping, milliseconds, named, refusing, word } from './named.ts';
import { camelKeys, spelled, toSnake } from './spelling.ts';
import { toZod } from './to-zod.ts';

/** What a fault makes of a turn: it shapes the stream of a reply, or it stands in the place of one. */
export type Fault = { readonly shape: StreamShape } | { readonly turn: () => TurnInput };

const STREAM_FAULTS: Readonly<Record<string, StreamFaultName>> = Object.fromEntries(
  Object.keys(streamFaults).flatMap((name) => [
    // First as it is documented: that is what is suggested.
    [name, name as StreamFaultName] as const,
    ...spelled(name, name as StreamFaultName),
  ]),
);

const CONNECTIONS: Readonly<Record<string, () => TurnInput>> = Object.fromEntries([
  ...spelled('hang', () => hang()),
  ...spelled('connection_error', () => connectionError()),
  ...spelled('connection_refused', () => connectionRefused()),
  ...spelled('connection_reset', () => connectionReset()),
  ...spelled('gateway_page', () => gatewayPage()),
  ...spelled('empty_answer', () => emptyAnswer()),
]);

const count = z.int().min(0);
const interval = named('a number of milliseconds above 0', z.number().positive());
const status = named('a status from 200 to 599', z.int().min(200).max(599));

const streamFaultName = named(
  'the name of a fault, such as no-message-stop',
  z.enum(Object.keys(STREAM_FAULTS)),
).transform((name) => STREAM_FAULTS[name]!);

/** The keys of a shape that are written another way than in code. */
const OWN_KEYS = {
  pace: z
    .strictObject({
      ttft_ms: milliseconds.optional(),
      tokens_per_second: z.number().positive().optional(),
      delays_ms: z.array(milliseconds).optional(),
    })
    .transform((written) => camelKeys(written) as StreamShape['pace']),
  faults: named(
    'a list of names of faults',
    z.array(
      named(
        'the name of a fault, or a mapping with `fault` and `after`',
        z.union([
          streamFaultName,
          z.strictObject({ fault: streamFaultName, after: count.optional() }),
        ]),
      ),
    ),
  ) as z.ZodType<StreamFault[]>,
  stallAfter: z
    .strictObject({
      events: count,
      send: z.enum(['ping', 'delta']).optional(),
      every_ms: interval.optional(),
    })
    .transform((written) => camelKeys(written) as unknown as StreamShape['stallAfter']),
  errorAfter: z
    .strictObject({
      events: count.optional(),
      fraction: z.number().min(0).lt(1).optional(),
      error: answeredError,
    })
    .refine(({ events: after, fraction }) => (after === undefined) !== (fraction === undefined), {
      message: 'expected `events` or `fraction`, one of them',
    }),
} satisfies Partial<Record<keyof StreamShape, z.ZodType>>;

/** Every key of a shape, as YAML has it. */
const SHAPE = Object.fromEntries(
  Object.entries({ ...shapeKeys, ...OWN_KEYS }).map(([key, entry]) => {
    const schema = Array.isArray(entry) ? named(entry[1], toZod(entry[0])) : (entry as z.ZodType);
    return [toSnake(key), schema.optional()];
  }),
);

/** What stands in the place of a reply, by its key. */
const INSTEAD = {
  gateway_page: status,
  empty_answer: z.strictObject({ content_type: word.optional() }),
  connection_error: z.strictObject({ message: word.optional(), code: word.optional() }),
  raw: z.strictObject({
    status: status.optional(),
    headers: named('a mapping of names to texts', z.record(z.string(), z.string())).optional(),
    body: z.string().optional(),
  }),
  events: named(
    'a list of events',
    z.array(
      named(
        'an event with `type`, a mapping with `event` and `data`, or the text of a frame',
        z.union([z.string(), mapping]),
      ),
    ),
  ),
};

type Instead = { readonly [Key in keyof typeof INSTEAD]: z.output<(typeof INSTEAD)[Key]> };

const BUILD: {
  readonly [Key in keyof Instead]: (written: Instead[Key], shape: StreamShape) => TurnInput;
} = {
  gateway_page: (code) => gatewayPage(code),
  empty_answer: ({ content_type: contentType }) => emptyAnswer({ contentType }),
  connection_error: ({ message, code }) => connectionError(message, { code }),
  raw: (answer) => rawAnswer(answer),
  events: (list, shape) => events(list as readonly WrittenEvent[], shape),
};

/** The ways in which a stream ends early. */
const ENDS = ['cut_after', 'reset_after', 'stall_after', 'error_after'];
/** What only a message has. */
const OF_MESSAGES = ['pieces', 'input'];

const quoted = (keys: readonly string[]): string =>
  listed(
    keys.map((key) => `"${key}"`),
    'and',
  );

/** What is wrong with a fault although each of its keys is right, in the words of its builder. */
function mistakeInBuild(written: object): string | undefined {
  const fault = toFault(written as Record<string, unknown>);
  try {
    if ('turn' in fault) fault.turn();
    else toShape(fault.shape);
    return undefined;
  } catch (error) {
    if (error instanceof EnsaioError) return error.reason.replace(/\.$/, '');
    throw error;
  }
}

function mistake(written: object): string | undefined {
  const keys = Object.keys(written);
  const instead = keys.filter((key) => Object.hasOwn(INSTEAD, key));
  const shaping = keys.filter((key) => !Object.hasOwn(INSTEAD, key));
  const ends = keys.filter((key) => ENDS.includes(key));
  if (keys.length === 0) return 'expected at least one key';
  if (instead.length > 1) return `expected only one of the keys ${quoted(instead)}`;
  if (ends.length > 1) return `a stream ends once; expected only one of the keys ${quoted(ends)}`;
  const stray =
    instead[0] === 'events' ? shaping.filter((key) => OF_MESSAGES.includes(key)) : shaping;
  if (instead.length === 0 || stray.length === 0) return mistakeInBuild(written);
  return `${quoted(stray)} cannot shape what "${instead[0]}" sends; leave out the one or the other`;
}

function toFault(written: Record<string, unknown>): Fault {
  const only = Object.keys(INSTEAD).find((key) => Object.hasOwn(written, key)) as
    keyof Instead | undefined;
  if (only === undefined) return { shape: camelKeys(written) };
  const { [only]: value, ...rest } = written;
  const build = BUILD[only] as (value: unknown, shape: StreamShape) => TurnInput;
  return { turn: () => build(value, camelKeys(rest)) };
}

const name = named(
  'the name of a fault, such as hang or no-message-stop',
  z.enum([...Object.keys(CONNECTIONS), ...Object.keys(STREAM_FAULTS)]),
).transform((given): Fault => {
  const turn = CONNECTIONS[given];
  return turn ? { turn } : { shape: { faults: [STREAM_FAULTS[given]!] } };
});

export const fault: z.ZodType<Fault> = named(
  'the name of a fault, or a mapping such as `cut_after: { events: 3 }`',
  z.union([
    name,
    z
      .strictObject({
        ...SHAPE,
        ...Object.fromEntries(
          Object.entries(INSTEAD).map(([key, schema]) => [key, (schema as z.ZodType).optional()]),
        ),
      })
      .check(refusing(mistake))
      .transform(toFault),
  ]),
);
