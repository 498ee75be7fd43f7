/** One request and what was answered, as the journal keeps it. */
import type { ErrorBody, ErrorDetails } from './errors.ts';
import type { Message, MessageParam, MessageRequest } from './message.ts';

/** Something the API refuses, found in a request. */
export interface Violation {
  /** The id of the rule, e.g. `tool-result-missing`. */
  readonly rule: string;
  readonly status: number;
  /** `error.type` of the answer. */
  readonly type: string;
  /** The text the API answers with. */
  readonly message: string;
  /** Where in the request, in the API's dotted form; absent when the API names no place. */
  readonly path?: string;
  /** How many messages of the thread stand before the one that `path` counts from. Default 0: it counts from the first. */
  readonly after?: number;
  readonly details?: ErrorDetails;
  /** The request is right and the state of the server refuses it (a thread that expired): `assertDone` lets it pass. */
  readonly blameless?: boolean;
  /** Who answers: the API, or the network in front of it, whose errors have another form. Default `api`. */
  readonly envelope?: 'api' | 'edge';
}

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case; keys and cookies are redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** The names in `anthropic-beta`, in order, from one header or several. */
  readonly betas: readonly string[];
  /**
   * A snapshot of the parsed body, as sent: on a continued thread it holds only the new messages. Of a refused request
   * it may be any JSON, and undefined where there was none; the type is that of all others. Not to be changed: what
   * requests have in common is one value, and frozen.
   */
  readonly body: MessageRequest;
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The message (also of a stream), an error, or another endpoint's answer. */
  readonly body: unknown;
  readonly streamed: boolean;
}

/**
 * What became of a request: `answered` by a turn, `refused` by a rule, `unexpected` (no turn was left),
 * `failed` (a scripted error or broken connection), `aborted` by the caller, or `open` while it is under way.
 */
export type Outcome = 'open' | 'answered' | 'refused' | 'unexpected' | 'failed' | 'aborted';

/**
 * How far a stream was told to its reader: the `whole` of it, or until it was `cut`; `stopped` when only `message_stop`
 * is missing and the stop reason is known, `error` when an `error` event ended it.
 */
export type StreamEnding = 'whole' | 'stopped' | 'cut' | 'error';

export interface Exchange {
  /** Its place in the journal, from 0. */
  readonly index: number;
  /** When the request came in, in milliseconds on the simulation's clock. */
  readonly startedAt: number;
  /** When the last of the answer was given, or the reader left, on the same clock; absent while it is under way. */
  readonly endedAt?: number;
  /** The exchanges that were still under way when the request came in. */
  readonly alongside: readonly number[];
  readonly request: RecordedRequest;
  /** The whole conversation of the request, threads put back together. */
  readonly messages: readonly MessageParam[];
  readonly outcome: Outcome;
  /** The turn that answered, for people: "turn 2". */
  readonly turn?: string;
  readonly response?: RecordedResponse;
  /** How far a streamed answer was told; absent while it is under way, when its reader left, and for other answers. */
  readonly streamEnding?: StreamEnding;
  /** What the rules refused in it; the first one answered. */
  readonly violations: readonly Violation[];
  /** What the rules found and let through. */
  readonly notes: readonly Violation[];
  /** Why there was no turn for it, in words. */
  readonly problem?: string;
}

/** The message an exchange was answered with, if it was. */
export function replyOf(exchange: Exchange): Message | undefined {
  const body = exchange.response?.body as Message | ErrorBody | undefined;
  return exchange.outcome === 'answered' && body?.type === 'message' ? body : undefined;
}
