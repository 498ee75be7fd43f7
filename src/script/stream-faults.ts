/** What can be wrong with the events of a stream, by name. The API does none of it; gateways, new versions and bugs do. */
import { EnsaioError } from '../error.ts';
import { frameText, type Frame } from '../wire/stream/frame.ts';
import type { ContentBlock } from '../wire/message.ts';
import {
  dropStop,
  insert,
  interleave,
  rewrite,
  skipIndex,
  unknownEvent,
  wholeBlocks,
  withoutUsage,
  type Edit,
} from './frame-edits.ts';
import {
  atFirstDelta,
  beforeOutcome,
  behindFirstDelta,
  blocksIn,
  eventOf,
  openBlock,
} from './frame-places.ts';

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

interface Fault {
  /** What a reader meets. */
  readonly summary: string;
  /** Where it stands when nobody says where, as the number of frames before it. Default: it is about the whole stream. */
  readonly place?: (frames: readonly Frame[]) => number;
  readonly apply: Edit;
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
    apply: insert(() => [unknownEvent({ type: 'message_note', note: 'newer than its reader' })]),
  },
  'unknown-delta': {
    summary: 'a delta whose type the reader does not know',
    place: behindFirstDelta,
    apply: insert((before) => [
      unknownEvent({
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
