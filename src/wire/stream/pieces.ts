/** Cuts a text into the pieces that deltas carry. */

/** What a delta carries a piece of: a text, a thinking text, the JSON of a call's input. */
export type PayloadKind = 'text' | 'thinking' | 'json';

/** Cuts one payload into the pieces that deltas carry, or leaves it to the API's own way. */
export type CutPieces = (payload: string, kind: PayloadKind) => string[] | undefined;

const DEFAULT_PIECE = 16;

/** Pieces of at most `size` UTF-16 units that never split a surrogate pair. */
export function piecesOf(payload: string, size: number = DEFAULT_PIECE): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (start < payload.length) {
    let end = Math.min(start + size, payload.length);
    const last = payload.charCodeAt(end - 1);
    if (end < payload.length && last >= 0xd800 && last <= 0xdbff) end += 1;
    pieces.push(payload.slice(start, end));
    start = end;
  }
  return pieces;
}
