/** How a stream is cut up on its way: a message is the same, however its events and bytes arrive. */
import * as fc from 'fast-check';
import type { StreamShape } from '../../src/script/stream-shape.ts';

export type Chunking = Pick<StreamShape, 'pieces' | 'bytes'>;

/**
 * Shapes for `streamed` that cut payloads into deltas (by size, by count, or in the middle of a surrogate pair) or the
 * stream into chunks of bytes (in the middle of a character, a line end, an event). Never both, never a fault, never
 * an empty chunk. Shrinks to whole pieces.
 */
export function chunking(): fc.Arbitrary<Chunking> {
  const size = fc.integer({ min: 1, max: 40 });
  return fc.oneof(
    { withCrossShrink: true },
    fc.constantFrom(1000, 7, 3, 1).map((pieces) => ({ pieces })),
    fc.integer({ min: 1, max: 9 }).map((count) => ({ pieces: { count } })),
    fc
      .uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 })
      .map((at) => ({ pieces: { at: at.toSorted((a, b) => a - b) } })),
    fc.constantFrom(1000, 64, 7, 1).map((bytes) => ({ bytes })),
    fc.array(size, { minLength: 1, maxLength: 4 }).map((bytes) => ({ bytes })),
  );
}
