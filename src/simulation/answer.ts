/** What the simulation answers, before a door gives it a form. */
import type { StreamShape } from '../script/stream-shape.ts';
import type { Frame } from '../wire/stream/frame.ts';

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** How the body is compressed on its way. Default: not at all. */
  readonly encoding?: StreamShape['encoding'];
}

/** A JSON answer: a message, an error, a token count. */
export interface JsonAnswer extends Answered {
  readonly type: 'json';
  readonly body: unknown;
}

/** An answer that is not the API's: a gateway's page, an empty body. */
export interface RawAnswer extends Answered {
  readonly type: 'raw';
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** Nothing follows until this has come: what was given out so far is to go out. */
export interface Wait {
  /** Begins to wait; whoever plays calls it once. */
  until(): PromiseLike<unknown>;
}

/** A streamed answer: frames to be played once. */
export interface StreamAnswer extends Answered {
  readonly type: 'stream';
  readonly shape: StreamShape;
  /**
   * The frames, those together that leave at once, and a wait in front of those whose time has not come: whoever plays it
   * goes on when the wait is over, and ends it when the wait fails. Throws the signal's reason when it is aborted. Ending
   * it early counts as leaving early; the API's last word is not among frames that come before it.
   */
  play(signal: AbortSignal | undefined): Generator<readonly Frame[] | Wait, void>;
  /** Is told of each chunk that a reader has asked for. */
  onChunk?(): void;
}

/** No answer: the connection breaks, and `error` is what `fetch` rejects with. */
export interface BrokenAnswer {
  readonly type: 'broken';
  readonly error: TypeError;
}

export type Answer = JsonAnswer | RawAnswer | StreamAnswer | BrokenAnswer;
