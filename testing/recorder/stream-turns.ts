/** A stream as the turns that may give it again: a reply with a shape, or its events one by one. */
import { inferStopReason } from '../../src/simulation/complete-message.ts';
import type { WrittenTurn } from '../../src/scenario/written.ts';
import { errorTypeOf, type ApiErrorInfo } from '../../src/wire/errors.ts';
import type { Message, StreamEvent } from '../../src/wire/message.ts';
import type { Heard, HeardStream } from './heard.ts';
import { eventIn } from './hear-stream.ts';
import { joinPieces } from './heard-parts.ts';
import { rehearseTurn } from './rehearse-turn.ts';
import { writtenError } from './written-error.ts';
import { writtenPieces } from './written-pieces.ts';
import { writtenReply, type ReplyOptions } from './written-reply.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How much of a stream is written: what it says, how it was cut into deltas, or also when each of them came. */
export type StreamDetail = 'plain' | 'pieces' | 'timing';

export interface TurnOptions extends ReplyOptions {
  readonly streams: StreamDetail;
}

/** The lowest status that an error of this type comes with. */
function statusOf(type: string): number {
  const statuses = Array.from({ length: 200 }, (_, index) => 400 + index);
  return statuses.find((status) => errorTypeOf(status) === type) ?? 500;
}

function errorInStream(error: ApiErrorInfo): string | Fields {
  const status = statusOf(error.type);
  return writtenError({ type: 'error', status, error, headers: {}, envelope: 'api' }, false);
}

/** What ends a stream after so many events; nothing where it ends by itself. */
function endAfter({ told, ending, error }: HeardStream, events: number): Fields {
  if (told === 'error') return { error_after: { events, error: errorInStream(error!) } };
  if (ending === 'reset') return { reset_after: { events } };
  return ending === 'left' ? { stall_after: { events } } : { cut_after: { events } };
}

/** A stream that stays open ends nowhere: in rehearsal it is cut. */
export function ended(turn: WrittenTurn): WrittenTurn {
  if (typeof turn.fault !== 'object' || !('stall_after' in turn.fault)) return turn;
  const { stall_after: end, ...rest } = turn.fault;
  return { ...turn, fault: { ...rest, cut_after: end } };
}

const payloadType = (event: StreamEvent): unknown =>
  event.type === 'content_block_delta' ? event.delta.type : undefined;

/** How many of `events` come up to where `last` stands in another cut of the same message. */
function countUpTo(last: StreamEvent, events: readonly StreamEvent[]): number {
  const indexOf = (event: StreamEvent): unknown => (event as { index?: unknown }).index;
  const at = events.findLastIndex(
    (event) =>
      event.type === last.type &&
      indexOf(event) === indexOf(last) &&
      payloadType(event) === payloadType(last),
  );
  return at + 1;
}

const eventsIn = ({ events }: HeardStream): StreamEvent[] =>
  events.flatMap(({ written }) => eventIn(written) ?? []);

/** A reply whose stop is not known yet stops as its content says. */
function whole(message: Message): Message {
  return message.stop_reason === null
    ? { ...message, stop_reason: inferStopReason(message.content) }
    : message;
}

/** The message with its stream shaped. */
export async function shapedTurn(
  heard: Heard,
  stream: HeardStream,
  options: TurnOptions,
): Promise<WrittenTurn | undefined> {
  const { message, input, told, regular } = stream;
  if (!message || !regular) return undefined;
  const pieces = options.streams === 'plain' ? {} : writtenPieces(stream, message);
  const reply = writtenReply(whole(message), options);
  const shape = { ...pieces, ...(input === undefined ? {} : { input }) };
  const isShaped = Object.keys(shape).length > 0;
  const turn: WrittenTurn = { reply, ...(isShaped ? { fault: shape } : {}) };
  if (told === 'whole') return turn;
  const played = await rehearseTurn(turn, heard);
  const last = eventsIn(stream).findLast(({ type }) => type !== 'ping' && type !== 'error');
  if (played?.type !== 'stream' || !last) return undefined;
  const count = countUpTo(last, eventsIn(played));
  return { reply, fault: { ...shape, ...endAfter(stream, count) } };
}

/** The events one by one, which is always right and seldom short. */
export function verbatimTurn(stream: HeardStream, { streams }: TurnOptions): WrittenTurn {
  const events = streams === 'plain' ? joinPieces(stream.events) : stream.events;
  const opens = stream.ending !== 'close' && stream.told !== 'whole' && stream.told !== 'error';
  const end = opens ? endAfter(stream, events.length) : {};
  return { fault: { events: events.map(({ written }) => written), ...end } };
}
