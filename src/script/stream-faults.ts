/** What can be wrong with the events of a stream, by name. The API does none of it; gateways, new versions and bugs do. */
import type { ContentBlock, StreamEvent } from '../wire/message.ts';
import { dataOf, frameText, type Frame } from '../wire/frame.ts';

type EventOf<Type extends StreamEvent['type']> = Extract<StreamEvent, { type: Type }>;

/** The name of a fault in the events of a stream. */
export type StreamFaultName =
  | 'no-message-stop'
  | 'second-message-start'
  | 'unknown-event'
  | 'unknown-delta'
  | 'unknown-block'
  | 'index-gap'
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
  /** Where it stands when nobody says where, as the number of frames before it. */
  place(frames: readonly Frame[]): number;
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

const start = (): number => 0;

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

/** First all starts, then the deltas of all blocks in turns, then all stops. */
function interleave(frames: readonly Frame[]): Frame[] {
  const first = frames.findIndex(isOfBlock);
  if (first === -1) return [...frames];
  const body = frames.slice(first, beforeOutcome(frames));
  const ofType = (type: StreamEvent['type']): Frame[] =>
    body.filter((frame) => eventOf(frame, type));
  const deltas = ofType('content_block_delta');
  const indexOf = (frame: Frame): number => eventOf(frame, 'content_block_delta')!.index;
  const places = deltas.map(
    (frame, at) => deltas.slice(0, at).filter((other) => indexOf(other) === indexOf(frame)).length,
  );
  const inTurns = deltas
    .map((frame, at) => ({ frame, round: places[at]! }))
    .toSorted((a, b) => a.round - b.round || indexOf(a.frame) - indexOf(b.frame))
    .map(({ frame }) => frame);
  return [
    ...frames.slice(0, first),
    ...ofType('content_block_start'),
    ...inTurns,
    ...ofType('content_block_stop'),
    ...frames.slice(beforeOutcome(frames)),
  ];
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

/** Every block from the one that stands behind `after` frames on has an index one too high. */
const skipIndex: Apply = (frames, after) =>
  frames.map((frame, at) =>
    at >= after && isOfBlock(frame)
      ? {
          event: {
            ...(frame as { event: EventOf<'content_block_stop'> }).event,
            index: (frame as { event: EventOf<'content_block_stop'> }).event.index + 1,
          } as StreamEvent,
        }
      : frame,
  );

const NOTE_BLOCK = { type: 'note', note: 'A kind of block that is newer than its reader.' };

const FAULTS: Readonly<Record<StreamFaultName, Fault>> = {
  'no-message-stop': {
    summary: 'the connection closes right before `message_stop`',
    place: start,
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
  'interleaved-blocks': {
    summary:
      'all blocks are open at once, their deltas in turns; correct by index, and never done by the API',
    place: start,
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
    place: start,
    apply: (frames) =>
      frames.map((frame) =>
        'event' in frame ? { text: `data: ${dataOf(frame.event)}\n\n` } : frame,
      ),
  },
  'no-usage': {
    summary: '`usage` is missing in `message_start` and `message_delta`',
    place: start,
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

/** The frames with the faults in them, the first one first. */
export function applyFaults(
  frames: readonly Frame[],
  faults: readonly StreamFault[],
): readonly Frame[] {
  return faults.reduce<readonly Frame[]>((before, given) => {
    const { fault, after } = typeof given === 'string' ? { fault: given, after: undefined } : given;
    const { place, apply } = FAULTS[fault];
    return apply(before, after ?? place(before));
  }, frames);
}
