/** The word for streams that are written out event by event. */
import { EnsaioError } from '../error.ts';
import { show } from '../show.ts';
import type { Frame } from '../wire/stream/frame.ts';
import type { StreamEvent } from '../wire/message.ts';
import type { StreamShape } from './stream-shape.ts';
import { toShape } from './to-shape.ts';
import type { EventsTurn } from './turn.ts';

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
