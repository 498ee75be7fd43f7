/** What can be wrong with the events of a stream, by name. The API does none of it; gateways, new versions and bugs do. */
import { EnsaioError } from '../error.ts';
import type { ContentBlock, StreamEvent } from '../wire/message.ts';
import { dataOf } from '../wire/event-data.ts';
import { frameText, type Frame } from '../wire/frame.ts';
import { messageOf } from '../wire/message-of.ts';

type EventOf<Type extends StreamEvent['type']> = Extract<StreamEvent, { type: Type }>;

/** The name of a fault in the events of a stream. */
export type StreamFaultName =
  | 'no-message-stop'
  | 'second-message-start'
  | 'unknown-event'
  | 'unknown-delta'
  | 'unknown-block'
  | 'index-gap'
  | 'no-block-stop'
  | 'whole-blocks'
  | 'interleaved-blocks'
  | 'empty-data'
  | 'broken-json'
  | 'no-event-names'
  | 'no-usage'
  | 'done-marker';

/** A fault, and how many events stand before it. */
export interface PlacedFault {
  readonly fault: StreamFaultName;
  /** Default: where the fault shows best, as its summary says. */
  readonly after?: number;
}

export type StreamFault = StreamFaultName | PlacedFault;

/** Changes the frames of a stream; `after` frames come first and stay as they are. */
type Apply = (frames: readonly Frame[], after: number) => Frame[];

interface Fault {
  /** What a reader meets. */
  readonly summary: string;
  /** Where it stands when nobody says where, as the number of frames before it. Default: it is about the whole stream. */
  readonly place?: (frames: readonly Frame[]) => number;
  readonly apply: Apply;
}

function eventOf<Type extends StreamEvent['type']>(
  frame: Frame | undefined,
  type: Type,
): EventOf<Type> | undefined {
  return frame && 'event' in frame && frame.event.type === type
    ? (frame.event as EventOf<Type>)
    : undefined;
}

/** Behind the last frame before the message's own end. */
function beforeOutcome(frames: readonly Frame[]): number {
  const at = frames.findIndex((frame) => eventOf(frame, 'message_delta'));
  return at === -1 ? frames.length : at;
}

/** Behind the first delta; where there is none, behind the first frame. */
function behindFirstDelta(frames: readonly Frame[]): number {
  const at = frames.findIndex((frame) => eventOf(frame, 'content_block_delta'));
  return at === -1 ? Math.min(1, frames.length) : at + 1;
}

/** In front of the first delta. */
const atFirstDelta = (frames: readonly Frame[]): number => behindFirstDelta(frames) - 1;

const insert =
  (make: (before: readonly Frame[]) => readonly Frame[]): Apply =>
  (frames, after) => {
    const before = frames.slice(0, after);
    return [...before, ...make(before), ...frames.slice(after)];
  };

/** Rewrites the one frame that stands behind `after` others. */
const rewrite =
  (change: (frame: Frame) => Frame): Apply =>
  (frames, after) =>
    frames.map((frame, index) => (index === after ? change(frame) : frame));

/** A named event with JSON that the types do not know. */
function unknown(value: { readonly type: string; readonly [field: string]: unknown }): Frame {
  return { text: `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n` };
}

/** The index of the block that is open behind these frames, or of the last one. */
function openBlock(before: readonly Frame[]): number {
  return before.reduce((index, frame) => eventOf(frame, 'content_block_start')?.index ?? index, 0);
}

const blocksIn = (frames: readonly Frame[]): number =>
  frames.filter((frame) => eventOf(frame, 'content_block_start')).length;

function isOfBlock(frame: Frame): boolean {
  return 'event' in frame && frame.event.type.startsWith('content_block_');
}

/** First all starts, then the deltas of all blocks in turns, then all stops; what is of no block stays in front of them. */
function interleave(frames: readonly Frame[]): Frame[] {
  const first = frames.findIndex(isOfBlock);
  if (first === -1) return [...frames];
  const body = frames.slice(first, beforeOutcome(frames));
  const ofType = (type: StreamEvent['type']): Frame[] =>
    body.filter((frame) => eventOf(frame, type));
  const deltas = ofType('content_block_delta').map((frame) => ({
    frame,
    index: eventOf(frame, 'content_block_delta')!.index,
  }));
  const rounds = new Map<number, number>();
  const inTurns = deltas
    .map(({ frame, index }) => {
      const round = rounds.get(index) ?? 0;
      rounds.set(index, round + 1);
      return { frame, index, round };
    })
    .toSorted((a, b) => a.round - b.round || a.index - b.index)
    .map(({ frame }) => frame);
  return [
    ...frames.slice(0, first),
    ...body.filter((frame) => !isOfBlock(frame)),
    ...ofType('content_block_start'),
    ...inTurns,
    ...ofType('content_block_stop'),
    ...frames.slice(beforeOutcome(frames)),
  ];
}

/** The first end of a block behind `after` frames is left out. */
const dropStop: Apply = (frames, after) => {
  const at = frames.findIndex(
    (frame, index) => index >= after && eventOf(frame, 'content_block_stop'),
  );
  return frames.filter((_frame, index) => index !== at);
};

/** Blocks that are all there as soon as they begin. */
function wholeBlocks(frames: readonly Frame[]): Frame[] {
  const events = frames.flatMap((frame) => ('event' in frame ? [frame.event] : []));
  const blocks = messageOf(events)?.content.values();
  return frames.flatMap((frame) => {
    if (eventOf(frame, 'content_block_delta')) return [];
    const start = eventOf(frame, 'content_block_start');
    const block = start && blocks?.next().value;
    return [block ? { event: { ...start, content_block: block } } : frame];
  });
}

/** The same event without `usage`. */
function withoutUsage(frame: Frame): Frame {
  const opening = eventOf(frame, 'message_start');
  const outcome = eventOf(frame, 'message_delta');
  if (opening) {
    const { usage: _usage, ...message } = opening.message;
    return { event: { ...opening, message } as StreamEvent };
  }
  if (!outcome) return frame;
  const { usage: _usage, ...rest } = outcome;
  return { event: rest as StreamEvent };
}

type BlockEvent = EventOf<'content_block_stop'>;

/** Every block that begins behind `after` frames has an index one too high. */
const skipIndex: Apply = (frames, after) => {
  const first = frames
    .slice(Math.max(after, 0))
    .map((frame) => eventOf(frame, 'content_block_start'))
    .find((start) => start !== undefined)?.index;
  return frames.map((frame) => {
    if (first === undefined || !isOfBlock(frame)) return frame;
    const { event } = frame as { event: BlockEvent };
    return event.index < first ? frame : { event: { ...event, index: event.index + 1 } };
  });
};

/** The same frames without their `event:` lines. */
export function withoutNames(frames: readonly Frame[]): Frame[] {
  return frames.map((frame) =>
    'event' in frame ? { text: `data: ${dataOf(frame.event)}\n\n` } : frame,
  );
}

const NOTE_BLOCK = { type: 'note', note: 'A kind of block that is newer than its reader.' };

const FAULTS: Readonly<Record<StreamFaultName, Fault>> = {
  'no-message-stop': {
    summary: 'the connection closes right before `message_stop`',
    apply: (frames) => frames.filter((frame) => !eventOf(frame, 'message_stop')),
  },
  'second-message-start': {
    summary: '`message_start` comes once more in mid-stream',
    place: behindFirstDelta,
    apply: insert((before) => before.filter((frame) => eventOf(frame, 'message_start'))),
  },
  'unknown-event': {
    summary: 'an event whose type the reader does not know',
    place: behindFirstDelta,
    apply: insert(() => [unknown({ type: 'message_note', note: 'newer than its reader' })]),
  },
  'unknown-delta': {
    summary: 'a delta whose type the reader does not know',
    place: behindFirstDelta,
    apply: insert((before) => [
      unknown({
        type: 'content_block_delta',
        index: openBlock(before),
        delta: { type: 'note_delta', note: 'newer than its reader' },
      }),
    ]),
  },
  'unknown-block': {
    summary: 'a last block whose type the reader does not know',
    place: beforeOutcome,
    apply: insert((before) => {
      const index = blocksIn(before);
      const content_block = NOTE_BLOCK as unknown as ContentBlock;
      return [
        { event: { type: 'content_block_start', index, content_block } },
        { event: { type: 'content_block_stop', index } },
      ];
    }),
  },
  'index-gap': {
    summary: 'the last block has an index one too high',
    place: (frames) => frames.findLastIndex((frame) => eventOf(frame, 'content_block_start')),
    apply: skipIndex,
  },
  'no-block-stop': {
    summary: 'the last block is not closed',
    place: (frames) => frames.findLastIndex((frame) => eventOf(frame, 'content_block_stop')),
    apply: dropStop,
  },
  'whole-blocks': {
    summary: 'every block is whole in its `content_block_start`, and no delta comes',
    apply: wholeBlocks,
  },
  'interleaved-blocks': {
    summary:
      'all blocks are open at once, their deltas in turns; correct by index, and never done by the API',
    apply: interleave,
  },
  'empty-data': {
    summary: 'an event has no data',
    place: atFirstDelta,
    apply: rewrite((frame) => ({ text: frameText(frame).replace(/^data: .*$/m, 'data: ') })),
  },
  'broken-json': {
    summary: "an event's JSON ends in the middle",
    place: atFirstDelta,
    apply: rewrite((frame) => ({
      text: frameText(frame).replace(/^(data: )(.*)$/m, (_line, name: string, data: string) => {
        return name + data.slice(0, data.length >> 1);
      }),
    })),
  },
  'no-event-names': {
    summary: 'the `event:` lines are missing',
    // Only the writing is another, so that all other faults find their events.
    apply: (frames) => [...frames],
  },
  'no-usage': {
    summary: '`usage` is missing in `message_start` and `message_delta`',
    apply: (frames) => frames.map(withoutUsage),
  },
  'done-marker': {
    summary: 'the stream ends in `data: [DONE]`, as other APIs do it',
    place: (frames) => frames.length,
    apply: insert(() => [{ text: 'data: [DONE]\n\n' }]),
  },
};

/** Every fault with what a reader meets. */
export const streamFaults: Readonly<Record<StreamFaultName, string>> = Object.fromEntries(
  Object.entries(FAULTS).map(([name, { summary }]) => [name, summary]),
) as Record<StreamFaultName, string>;

/** Whether where a fault stands can be said. */
export const isPlaced = (fault: StreamFaultName): boolean => FAULTS[fault].place !== undefined;

function apply(before: readonly Frame[], { fault, after }: PlacedFault): readonly Frame[] {
  const { place, apply: change } = FAULTS[fault];
  const at = after ?? place?.(before) ?? 0;
  const made = at > before.length ? before : change(before, at);
  const isSame = made.length === before.length && made.every((frame, i) => frame === before[i]);
  if (!isSame || fault === 'no-event-names') return made;
  throw new EnsaioError(
    'turn-invalid',
    `streamed: the fault ${fault} changes nothing${after === undefined ? '' : ` after ${after} events`} in this stream of ${before.length}.`,
    { hint: 'A fault needs the event, the block or the place it is about.' },
  );
}

/**
 * The frames with the faults in them, the first one first. Texts stay as they were written.
 * @throws EnsaioError `turn-invalid` for a fault that changes nothing
 */
export function applyFaults(
  frames: readonly Frame[],
  faults: readonly StreamFault[],
): readonly Frame[] {
  return faults
    .map((given) => (typeof given === 'string' ? { fault: given } : given))
    .reduce(apply, frames);
}
