/** How a turn is streamed when a test wants to place its pieces, its bytes, its faults or its end by hand. */
import type { Framing } from '../wire/stream/frame.ts';
import type { StreamFault } from './stream-faults.ts';
import type { ErrorTurn } from './turn.ts';

/**
 * How a payload (a text, a thinking text, the JSON of a call) is cut into deltas: a number is how many characters each
 * carries, `{ count }` into how many of about one length, `{ at }` the places of the cuts in UTF-16 units, and a list
 * the pieces themselves. Only `at` and a list can split a surrogate pair.
 */
export type Pieces =
  number | readonly string[] | { readonly count: number } | { readonly at: readonly number[] };

/** A different cut for each kind of payload. */
export interface PiecesByKind {
  readonly text?: Pieces;
  readonly thinking?: Pieces;
  readonly json?: Pieces;
}

/**
 * Where a stream ends early: counted in events (pings count, comments do not), in bytes, or as a fraction of its events,
 * from 0 to less than 1. A place behind the end is refused when the turn is played.
 */
export type After =
  { readonly events: number } | { readonly bytes: number } | { readonly fraction: number };

/** A stream that goes silent and stays open. */
export interface Stall {
  /** How many events come before. */
  readonly events: number;
  /** What still comes, for ever: `ping`s, or one-character `delta`s of the block that is open. Default: nothing. */
  readonly send?: 'ping' | 'delta';
  /** Milliseconds on the clock between two of them. Default 1000. */
  readonly everyMs?: number;
}

export interface StreamShape extends Framing {
  /** How the payloads are cut into deltas. Lists must make up the payloads together. Default: 16 characters each. */
  readonly pieces?: Pieces | PiecesByKind;
  /** The JSON text that the last call's deltas carry instead of its input: cut short, not JSON at all. Default: its input. */
  readonly input?: string;
  /**
   * How many bytes a chunk carries, or a list of sizes whose last one repeats. Default: one event a chunk, but for the SDK of
   * `fakeAnthropic`: of the events behind the 16th it gets up to 64 at once, the last word of the API by itself.
   */
  readonly bytes?: number | readonly number[];
  /** Pings besides the API's own, as numbers of events before each. Default none. */
  readonly pings?: readonly number[];
  /** A comment line in front of every event. Default none. */
  readonly comment?: string;
  /**
   * Wait on the simulation's clock: before the first event, for each token, and before each event (the last one
   * repeats). Default: no waiting.
   */
  readonly pace?: {
    readonly ttftMs?: number;
    readonly tokensPerSecond?: number;
    readonly delaysMs?: readonly number[];
  };
  /** Faults in the events, in the order in which they are put in. Default none. */
  readonly faults?: readonly StreamFault[];
  /** Close the connection after so many events or bytes, as if all were said. Default: never. */
  readonly cutAfter?: After;
  /** Reset the connection after so many events or bytes, which its reader gets as an error. Default: never. */
  readonly resetAfter?: After;
  /** Say nothing more after so many events, and stay open until the reader leaves. Default: never. */
  readonly stallAfter?: Stall;
  /** Send an `error` event after so many events and end there. Default: never. */
  readonly errorAfter?: ({ readonly events: number } | { readonly fraction: number }) & {
    readonly error: ErrorTurn;
  };
  /** Headers to add to the answer's own, or to put in their place. Default none. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Compress the body: `gzip` says so in `content-encoding`, so that a client never sees it, `gzip-undeclared` is what
   * a proxy does that drops the header. Default: not compressed.
   */
  readonly encoding?: 'gzip' | 'gzip-undeclared';
}
