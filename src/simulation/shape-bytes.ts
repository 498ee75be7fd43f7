/** Cuts the bytes of a stream into the chunks a test wants. */
import type { Wait } from './answer.ts';
import { concat } from './concat.ts';
import { toBytes } from './to-bytes.ts';

type Sizes = number | readonly number[];

/** Chunk sizes in order, the last one repeating. */
function sizeAt(sizes: Sizes, index: number): number {
  return typeof sizes === 'number' ? sizes : (sizes[index] ?? sizes.at(-1)!);
}

/** The chunks in the given sizes; what is held before a wait goes out, and nothing of no length does. */
export function* shapeBytes(
  chunks: Iterable<string | Uint8Array | Wait>,
  sizes: Sizes,
): Generator<Uint8Array | Wait, void> {
  let held: Uint8Array[] = [];
  let length = 0;
  let sent = 0;
  for (const chunk of chunks) {
    if (typeof chunk === 'object' && 'until' in chunk) {
      if (length > 0) yield concat(held, length);
      held = [];
      length = 0;
      yield chunk;
      continue;
    }
    const bytes = toBytes(chunk);
    held.push(bytes);
    length += bytes.length;
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
