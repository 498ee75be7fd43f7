/** Streaming or not, a turn is one whole message, so the rest of the loop need not know which. */

import type {
  Message,
  MessageCreateParamsNonStreaming,
} from '@anthropic-ai/sdk/resources/messages';
import type { LoopClient } from './loop-client.ts';

/**
 * Asks the model for one turn; errors of the client pass through unchanged.
 *
 * @throws TypeError when streaming is asked of a client without `messages.stream`.
 */
export async function requestTurn(
  client: LoopClient,
  params: MessageCreateParamsNonStreaming,
  { signal, stream }: { signal: AbortSignal; stream: boolean },
): Promise<Message> {
  if (!stream) return client.messages.create(params, { signal });
  if (client.messages.stream === undefined) {
    throw new TypeError(
      '[ensaio] Failed to stream a turn: the client has no messages.stream. Leave out stream, or pass a client that streams.',
    );
  }
  return client.messages.stream(params, { signal }).finalMessage();
}
