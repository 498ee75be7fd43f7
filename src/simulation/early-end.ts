/** Where a stream ends before its time. */
import { EnsaioError } from '../error.ts';
import type { After, StreamShape } from '../script/stream-shape.ts';
import { errorBody } from '../wire/errors.ts';
import { encodeFrame, type Frame } from '../wire/stream/frame.ts';

type EndKey = 'cutAfter' | 'resetAfter' | 'stallAfter' | 'errorAfter';

const END_KEYS: readonly EndKey[] = ['cutAfter', 'resetAfter', 'stallAfter', 'errorAfter'];

interface EarlyEnd {
  readonly key: EndKey;
  readonly after: After;
}

/** The end that a shape asks for. */
function earlyEnd(shape: StreamShape): EarlyEnd | undefined {
  const key = END_KEYS.find((end) => shape[end] !== undefined);
  return key && { key, after: shape[key] as After };
}

/** An end behind the end is none, and a test with it would pass for nothing. */
function beyond(key: EndKey, count: number, total: number, unit: 'events' | 'bytes'): EnsaioError {
  return new EnsaioError(
    'turn-invalid',
    `streamed: ${key} is after ${count} ${unit}, and the stream has ${total}.`,
    { hint: 'Use `fraction` for a place that every stream has.' },
  );
}

/** The number of frames before the end that a shape asks for; undefined where it is counted in bytes, or there is none. */
function framesBefore(total: number, end: EarlyEnd | undefined): number | undefined {
  if (!end || 'bytes' in end.after) return undefined;
  if ('fraction' in end.after) return Math.floor(total * end.after.fraction);
  const { events } = end.after;
  if (events > total) throw beyond(end.key, events, total, 'events');
  return events;
}

/** What stands before an end that is counted in events, and the error event that may be the end. */
export function upToEvents(
  frames: readonly Frame[],
  shape: StreamShape,
  requestId: string,
): readonly Frame[] {
  const count = framesBefore(frames.length, earlyEnd(shape));
  if (count === undefined) return frames;
  const kept = frames.slice(0, count);
  if (!shape.errorAfter) return kept;
  const { error } = errorBody(shape.errorAfter.error.error, requestId);
  return [...kept, { event: { type: 'error', error, request_id: requestId } }];
}

/** What stands before an end that is counted in bytes; the frame in which it falls is cut. */
export function upToBytes(frames: readonly Frame[], shape: StreamShape): readonly Frame[] {
  const end = earlyEnd(shape);
  if (!end || !('bytes' in end.after)) return frames;
  const { bytes } = end.after;
  const kept: Frame[] = [];
  let sent = 0;
  for (const frame of frames) {
    const encoded = encodeFrame(frame, shape);
    if (sent + encoded.length > bytes) {
      const part = { bytes: encoded.subarray(0, bytes - sent) };
      return bytes === sent ? kept : [...kept, part];
    }
    kept.push(frame);
    sent += encoded.length;
  }
  if (sent < bytes) throw beyond(end.key, bytes, sent, 'bytes');
  return kept;
}
