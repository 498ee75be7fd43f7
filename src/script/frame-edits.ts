/** What can be done to the frames of a stream. */
import { dataOf } from '../wire/stream/event-data.ts';
import type { Frame } from '../wire/stream/frame.ts';
import { messageOf } from '../wire/stream/message-of.ts';
import type { StreamEvent } from '../wire/message.ts';
import { beforeOutcome, eventOf, isOfBlock, type EventOf } from './frame-places.ts';

/** Changes the frames of a stream; `after` frames come first and stay as they are. */
export type Edit = (frames: readonly Frame[], after: number) => Frame[];

export const insert =
  (make: (before: readonly Frame[]) => readonly Frame[]): Edit =>
  (frames, after) => {
    const before = frames.slice(0, after);
    return [...before, ...make(before), ...frames.slice(after)];
  };

/** Rewrites the one frame that stands behind `after` others. */
export const rewrite =
  (change: (frame: Frame) => Frame): Edit =>
  (frames, after) =>
    frames.map((frame, index) => (index === after ? change(frame) : frame));

/** A named event with JSON that the types do not know. */
export function unknownEvent(value: {
  readonly type: string;
  readonly [field: string]: unknown;
}): Frame {
  return { text: `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n` };
}

/** First all starts, then the deltas of all blocks in turns, then all stops; what is of no block stays in front of them. */
export function interleave(frames: readonly Frame[]): Frame[] {
  const first = frames.findIndex(isOfBlock);
  if (first === -1) return [...frames];
  const end = beforeOutcome(frames);
  const body = frames.slice(first, end);
  const ofType = (type: StreamEvent['type']): Frame[] =>
    body.filter((frame) => eventOf(frame, type));
  const rounds = new Map<number, number>();
  const inTurns = ofType('content_block_delta')
    .map((frame) => {
      const { index } = eventOf(frame, 'content_block_delta')!;
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
    ...frames.slice(end),
  ];
}

/** The first end of a block behind `after` frames is left out. */
export const dropStop: Edit = (frames, after) => {
  const at = frames.findIndex(
    (frame, index) => index >= after && eventOf(frame, 'content_block_stop'),
  );
  return frames.filter((_frame, index) => index !== at);
};

/** Blocks that are all there as soon as they begin. */
export function wholeBlocks(frames: readonly Frame[]): Frame[] {
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
export function withoutUsage(frame: Frame): Frame {
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
export const skipIndex: Edit = (frames, after) => {
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
