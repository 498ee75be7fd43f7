/** What the simulation answers, before a door gives it a form. */
import type { StreamShape } from '../script/stream-shape.ts';
import type { Message, StreamEvent } from '../wire/message.ts';

/** A JSON answer: a message, an error, a token count. */
export interface JsonAnswer {
  readonly type: 'json';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A streamed answer: a sequence of events to be played once. */
export interface StreamAnswer {
  readonly type: 'stream';
  readonly headers: Readonly<Record<string, string>>;
  /** The whole message the events tell. */
  readonly message: Message;
  readonly shape: StreamShape;
  /** The events in their time; throws the signal's reason when it is aborted. Ending it early counts as leaving early. */
  play(signal: AbortSignal | undefined): AsyncGenerator<StreamEvent, void>;
}

/** No answer: the connection breaks, and `error` is what `fetch` rejects with. */
export interface BrokenAnswer {
  readonly type: 'broken';
  readonly error: TypeError;
}

export type Answer = JsonAnswer | StreamAnswer | BrokenAnswer;
