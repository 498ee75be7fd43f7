/** Cuts the bytes of a stream into the chunks a test wants, and ends it where it wants. */
import type { StreamShape } from '../script/stream-shape.ts';
import { concat } from './concat.ts';

/** Chunk sizes in order, the last one repeating. */
function sizeAt(sizes: number | readonly number[], index: number): number {
  const size = typeof sizes === 'number' ? sizes : (sizes[index] ?? sizes.at(-1));
  return Math.max(1, size ?? 1);
}

async function* rechunk(
  chunks: AsyncIterable<Uint8Array>,
  sizes: number | readonly number[],
): AsyncGenerator<Uint8Array, void> {
  let held: Uint8Array[] = [];
  let length = 0;
  let sent = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    length += chunk.length;
    if (length < sizeAt(sizes, sent)) continue;
    let whole = concat(held, length);
    while (whole.length >= sizeAt(sizes, sent)) {
      const size = sizeAt(sizes, sent++);
      yield whole.subarray(0, size);
      whole = whole.subarray(size);
    }
    held = [whole];
    length = whole.length;
  }
  if (length > 0) yield concat(held, length);
}

async function* take(
  chunks: AsyncIterable<Uint8Array>,
  count: number,
): AsyncGenerator<Uint8Array, void> {
  let left = count;
  for await (const chunk of chunks) {
    // Also for a cut before the first byte the answer has begun, and ends here.
    if (left > 0) yield chunk.subarray(0, left);
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
