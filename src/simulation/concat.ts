/** Byte chunks as one. */

/** The chunks in order; `length` is what they have together. A single chunk is given back as it is. */
export function concat<Buffer extends ArrayBufferLike>(
  chunks: readonly Uint8Array<Buffer>[],
  length: number,
): Uint8Array<Buffer | ArrayBuffer> {
  if (chunks.length === 1) return chunks[0]!;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
