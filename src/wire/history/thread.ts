/** Message threads as data: what the API stores of a conversation and what a request asks of it. */
import type { History } from './history.ts';
import type { MessageRequest, StopReason } from '../message.ts';

/** How long a stored reply can be continued: 5 minutes after the thread's last request (message-threads docs). */
export const THREAD_LIFETIME_MS: number = 5 * 60 * 1000;

/** One stored reply with the conversation that led to it; `previous` is the reply that was continued. */
export interface StoredReply extends History {
  /** Why the reply stopped: a paused one can be resumed with no new message. */
  readonly stopReason: StopReason | null;
  /** The body of the request that created the thread: what must stay the same, and the system and tools it keeps. */
  readonly created: MessageRequest;
  /** The layout of that body, where it has one. */
  readonly layout?: number | undefined;
}

/**
 * What a request's `thread` field came to. `from` is the stored reply it names, also where the API no longer gives it
 * out: a transcript still knows what the request meant.
 */
export interface ThreadLookup {
  readonly type:
    | 'none'
    | 'create'
    | 'continue'
    | 'not_found'
    | 'already_continued'
    | 'in_flight'
    /** The simulation was told to refuse threads. */
    | 'unsupported';
  readonly from?: StoredReply;
}
