/** Cuts the bytes of a stream into the chunks a test wants, and ends it where it wants. */
import type { StreamShape } from '../script/stream-shape.ts';

function concat(left: Uint8Array, right: Uint8Array): Uint8Array {
  if (left.length === 0) return right;
  const whole = new Uint8Array(left.length + right.length);
  whole.set(left);
  whole.set(right, left.length);
  return whole;
}

/** Chunk sizes in order, the last one repeating. */
function sizeAt(sizes: number | readonly number[], index: number): number {
  const size = typeof sizes === 'number' ? sizes : (sizes[index] ?? sizes.at(-1));
  return Math.max(1, size ?? 1);
}

async function* rechunk(
  chunks: AsyncIterable<Uint8Array>,
  sizes: number | readonly number[],
): AsyncGenerator<Uint8Array, void> {
  let held = new Uint8Array();
  let sent = 0;
  for await (const chunk of chunks) {
    held = concat(held, chunk) as typeof held;
    while (held.length >= sizeAt(sizes, sent)) {
      const size = sizeAt(sizes, sent++);
      yield held.subarray(0, size);
      held = held.subarray(size);
    }
  }
  if (held.length > 0) yield held;
}

async function* take(
  chunks: AsyncIterable<Uint8Array>,
  count: number,
): AsyncGenerator<Uint8Array, void> {
  let left = count;
  if (left <= 0) return;
  for await (const chunk of chunks) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

/** The chunks as the shape wants them: by default one event a chunk, to the end. */
export function shapeBytes(
  chunks: AsyncGenerator<Uint8Array, void>,
  shape: StreamShape,
): AsyncGenerator<Uint8Array, void> {
  const { bytes, cutAfter } = shape;
  const kept = cutAfter && 'bytes' in cutAfter ? take(chunks, cutAfter.bytes) : chunks;
  return bytes === undefined ? kept : rechunk(kept, bytes);
}
