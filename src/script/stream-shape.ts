/** How a turn is streamed when a test wants to place its pieces, its bytes or its end by hand. */
import type { ErrorTurn } from './turn.ts';

/** Where a stream ends early. Counted from the first event or byte of the answer. */
export type CutAfter = { readonly events: number } | { readonly bytes: number };

export interface StreamShape {
  /** How many characters a delta carries, or the pieces themselves; together they must make up the turn's payload. Default 16. */
  readonly pieces?: number | readonly string[];
  /** How many bytes a chunk carries, or a list of sizes whose last one repeats. Default: one event a chunk. */
  readonly bytes?: number | readonly number[];
  /** Close the connection after so many events or bytes. Default: never. */
  readonly cutAfter?: CutAfter;
  /** Send an `error` event after so many events and end there. Default: never. */
  readonly errorAfter?: { readonly events: number; readonly error: ErrorTurn };
  /** Wait on the simulation's clock before the first event, and for each token. Default: no waiting. */
  readonly pace?: { readonly ttftMs?: number; readonly tokensPerSecond?: number };
}
