/** Where something stands in the frames of a stream. */
import type { Frame } from '../wire/stream/frame.ts';
import type { StreamEvent } from '../wire/message.ts';

export type EventOf<Type extends StreamEvent['type']> = Extract<StreamEvent, { type: Type }>;

export function eventOf<Type extends StreamEvent['type']>(
  frame: Frame | undefined,
  type: Type,
): EventOf<Type> | undefined {
  return frame && 'event' in frame && frame.event.type === type
    ? (frame.event as EventOf<Type>)
    : undefined;
}

/** Behind the last frame before the message's own end. */
export function beforeOutcome(frames: readonly Frame[]): number {
  const at = frames.findIndex((frame) => eventOf(frame, 'message_delta'));
  return at === -1 ? frames.length : at;
}

/** Behind the first delta; where there is none, behind the first frame. */
export function behindFirstDelta(frames: readonly Frame[]): number {
  const at = frames.findIndex((frame) => eventOf(frame, 'content_block_delta'));
  return at === -1 ? Math.min(1, frames.length) : at + 1;
}

/** In front of the first delta. */
export const atFirstDelta = (frames: readonly Frame[]): number => behindFirstDelta(frames) - 1;

/** The index of the block that is open behind these frames, or of the last one. */
export function openBlock(before: readonly Frame[]): number {
  return before.reduce((index, frame) => eventOf(frame, 'content_block_start')?.index ?? index, 0);
}

export const blocksIn = (frames: readonly Frame[]): number =>
  frames.filter((frame) => eventOf(frame, 'content_block_start')).length;

export function isOfBlock(frame: Frame): boolean {
  return 'event' in frame && frame.event.type.startsWith('content_block_');
}
