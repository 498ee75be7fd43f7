/** Which exchanges belong together: told by their own history, since the wire has no conversation id. */
import {
  messagesAfter,
  startsWith,
  toTranscript,
  type Transcript,
} from '../transcript/transcript.ts';
import { entriesOf, textField } from '../wire/conversation.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { MessageParam } from '../wire/message.ts';

/** One conversation as it grows. */
export class Conversation {
  readonly exchanges: Exchange[] = [];
  /** The queue of the script it is on, once it was given a turn. */
  queue: number | undefined;

  get #newest(): Exchange | undefined {
    return this.exchanges.at(-1);
  }

  /** The newest state that got a reply; nothing before the first one. */
  get #answered(): readonly MessageParam[] | undefined {
    const exchange = this.exchanges.findLast(({ outcome }) => outcome === 'answered');
    return exchange && messagesAfter(exchange);
  }

  isCarriedOnBy(messages: readonly MessageParam[]): boolean {
    const state = this.#answered;
    return state !== undefined && state.length <= messages.length && startsWith(messages, state);
  }

  /** Whether the same is asked again after it brought no reply. */
  isAskedAgainBy(messages: readonly MessageParam[], isRetry: boolean): boolean {
    const newest = this.#newest;
    if (!newest || (newest.outcome === 'answered' && !isRetry)) return false;
    return newest.messages.length === messages.length && startsWith(messages, newest.messages);
  }

  /** Whether `messages` hand back a call that was made here, however else the history was changed. */
  isQuotedBy(callIds: ReadonlySet<string>): boolean {
    return this.exchanges.some((exchange) =>
      callIdsOf(messagesAfter(exchange).slice(-1)).some((id) => callIds.has(id)),
    );
  }

  get transcript(): Transcript {
    return toTranscript(this.exchanges);
  }
}

/** The ids of the calls that messages make or answer. */
function callIdsOf(messages: readonly MessageParam[]): string[] {
  return entriesOf(messages).flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.type === 'tool_use') return [textField(block, 'id')];
      return block.type === 'tool_result' ? [textField(block, 'tool_use_id')] : [];
    }),
  );
}

export class Conversations {
  readonly #all: Conversation[] = [];

  /** The conversation a request belongs to, the surest sign first; a new one when nothing says otherwise. */
  find(messages: readonly MessageParam[], isRetry: boolean): Conversation {
    const newestFirst = this.#all.toReversed();
    return (
      newestFirst.find((conversation) => conversation.isCarriedOnBy(messages)) ??
      newestFirst.find((conversation) => conversation.isAskedAgainBy(messages, isRetry)) ??
      this.#findQuoted(newestFirst, messages) ??
      this.#begin()
    );
  }

  get transcripts(): Transcript[] {
    return this.#all.map((conversation) => conversation.transcript);
  }

  #findQuoted(
    newestFirst: readonly Conversation[],
    messages: readonly MessageParam[],
  ): Conversation | undefined {
    if (newestFirst.length === 0) return undefined;
    const callIds = new Set(callIdsOf(messages));
    return callIds.size === 0
      ? undefined
      : newestFirst.find((conversation) => conversation.isQuotedBy(callIds));
  }

  #begin(): Conversation {
    const conversation = new Conversation();
    this.#all.push(conversation);
    return conversation;
  }
}
