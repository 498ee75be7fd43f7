/** What is heard of an API from outside: requests for a turn, and what came of each. */
import type { ApiErrorInfo } from '../../src/wire/errors.ts';
import type { StreamEnding } from '../../src/wire/exchange.ts';
import type { Message } from '../../src/wire/message.ts';
import type { PayloadKind } from '../../src/wire/stream/pieces.ts';
import type { WrittenEvent } from '../../src/script/written-events.ts';

export interface HeardRequest {
  /** Names in lower case; keys and cookies are redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, if it is JSON. */
  readonly body: unknown;
}

/** A whole message, not streamed. */
export interface HeardMessage {
  readonly type: 'message';
  readonly message: Message;
}

/** An error in the envelope of the API, or of the network in front of it. */
export interface HeardError {
  readonly type: 'error';
  readonly status: number;
  readonly error: ApiErrorInfo;
  /** Those that say when to try again. */
  readonly headers: Readonly<Record<string, string>>;
  readonly envelope: 'api' | 'edge';
}

/** Where the payload of one block was cut into deltas. */
export interface HeardPieces {
  readonly kind: PayloadKind;
  readonly block: number;
  /** How many characters each piece has. */
  readonly lengths: readonly number[];
}

/** An event as it is written in a scenario, and when it was whole. */
export interface HeardEvent {
  readonly written: WrittenEvent;
  /** Milliseconds after the request. */
  readonly atMs: number;
}

export interface HeardStream {
  readonly type: 'stream';
  /** The message as far as it was told; undefined when it was never begun. */
  readonly message: Message | undefined;
  /** The JSON text of the last call, where it is no whole JSON. */
  readonly input: string | undefined;
  readonly told: StreamEnding;
  /** The error that ended it. */
  readonly error: ApiErrorInfo | undefined;
  /** Whether the events are such as the API sends them, as far as they go. */
  readonly regular: boolean;
  readonly events: readonly HeardEvent[];
  /** Whether the deltas of a block in a row stand in `events` as one. */
  readonly joined: boolean;
  readonly pieces: readonly HeardPieces[];
  /** How the connection ended: as if all was said, reset, or left by the app. */
  readonly ending: 'close' | 'reset' | 'left';
}

/** An answer that is none of the API's. */
export interface HeardRaw {
  readonly type: 'raw';
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: string;
}

/** The connection failed. */
export interface HeardBroken {
  readonly type: 'broken';
  readonly message: string;
  readonly code: string;
}

/** Nothing came until the app left. */
export interface HeardSilence {
  readonly type: 'silence';
}

/** Nobody wrote down what came. */
export interface HeardNothing {
  readonly type: 'unknown';
}

export type HeardAnswer =
  HeardMessage | HeardError | HeardStream | HeardRaw | HeardBroken | HeardSilence | HeardNothing;

export interface Heard {
  readonly request: HeardRequest;
  /** Milliseconds on whatever clock it was heard by. */
  readonly startedAt: number;
  /** The requests that were still under way when it was sent, by their number. */
  readonly alongside: readonly number[];
  /** How long the headers of the answer were waited for, in milliseconds. */
  readonly waitedMs: number;
  readonly answer: HeardAnswer;
}

/** The message that an answer told to its end. */
export function messageIn(answer: HeardAnswer): Message | undefined {
  if (answer.type === 'message') return answer.message;
  return answer.type === 'stream' && answer.told === 'whole' ? answer.message : undefined;
}
