/** Cuts the bytes of a stream into the chunks a test wants. */
import { concat } from './concat.ts';

type Sizes = number | readonly number[];

/** Chunk sizes in order, the last one repeating. */
function sizeAt(sizes: Sizes, index: number): number {
  return typeof sizes === 'number' ? sizes : (sizes[index] ?? sizes.at(-1)!);
}

/** An empty chunk says that nothing follows for a while: what is held goes out. */
async function* rechunk(
  chunks: AsyncIterable<Uint8Array>,
  sizes: Sizes,
): AsyncGenerator<Uint8Array, void> {
  let held: Uint8Array[] = [];
  let length = 0;
  let sent = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    length += chunk.length;
    if (chunk.length > 0 && length < sizeAt(sizes, sent)) continue;
    let whole = concat(held, length);
    while (whole.length >= sizeAt(sizes, sent)) {
      const size = sizeAt(sizes, sent++);
      yield whole.subarray(0, size);
      whole = whole.subarray(size);
    }
    if (chunk.length === 0 && whole.length > 0) {
      yield whole;
      whole = chunk;
    }
    held = [whole];
    length = whole.length;
  }
  if (length > 0) yield concat(held, length);
}

async function* notEmpty(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) if (chunk.length > 0) yield chunk;
}

/** The chunks in the given sizes; without sizes as they come. */
export function shapeBytes(
  chunks: AsyncIterable<Uint8Array>,
  sizes: Sizes | undefined,
): AsyncGenerator<Uint8Array, void> {
  return sizes === undefined ? notEmpty(chunks) : rechunk(chunks, sizes);
}
