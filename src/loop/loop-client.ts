/** The loop asks little of its client, so a real SDK client and an object literal both do. */

import type {
  Message,
  MessageCreateParamsNonStreaming,
} from '@anthropic-ai/sdk/resources/messages';

/**
 * Anything with `messages.create`, and with `messages.stream` when the loop streams.
 *
 * An `Anthropic` client is one, and so is an object literal.
 */
export interface LoopClient {
  messages: {
    create(
      params: MessageCreateParamsNonStreaming,
      options?: { signal?: AbortSignal },
    ): Message | PromiseLike<Message>;
    stream?(
      params: MessageCreateParamsNonStreaming,
      options?: { signal?: AbortSignal },
    ): { finalMessage(): PromiseLike<Message> };
  };
}
