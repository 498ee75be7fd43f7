/** The exchanges of one conversation, put back together as messages and tool calls. */
import { entriesOf, textField, type Block } from '../wire/conversation.ts';
import { replyOf, type Exchange } from '../wire/exchange.ts';
import type { Message, MessageParam } from '../wire/message.ts';
import { startsWith } from '../wire/history/same-messages.ts';

/** One tool call with the result it got, if it got one. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** The `tool_result` block that answers it; absent when none does. */
  readonly result?: Block;
}

export interface Transcript {
  /** The newest request's whole conversation and the reply to it. */
  readonly messages: readonly MessageParam[];
  readonly toolCalls: readonly ToolCall[];
  /** The newest reply; absent when nothing was answered. */
  readonly reply?: Message;
  readonly exchanges: readonly Exchange[];
  /**
   * Every state of the conversation that was sent and not carried on, the newest last: a refused attempt, a history
   * that was rewritten. A good conversation has one, which is `messages`.
   */
  readonly heads: readonly (readonly MessageParam[])[];
}

function toParam({ role, content }: Message): MessageParam {
  return { role, content } as MessageParam;
}

/** The conversation after an exchange: what was sent, and the reply. */
export function messagesAfter(exchange: Exchange): readonly MessageParam[] {
  const reply = replyOf(exchange);
  return reply === undefined ? exchange.messages : [...exchange.messages, toParam(reply)];
}

function toolCallsOf(messages: readonly MessageParam[]): ToolCall[] {
  const blocks = entriesOf(messages).flatMap((entry) => entry.blocks);
  const results = new Map(
    blocks
      .filter((block) => block.type === 'tool_result')
      .map((block) => [textField(block, 'tool_use_id'), block]),
  );
  return blocks
    .filter((block) => block.type === 'tool_use')
    .map((block) => {
      const id = textField(block, 'id');
      const result = results.get(id);
      return {
        id,
        name: textField(block, 'name'),
        input: block['input'],
        ...(result === undefined ? {} : { result }),
      };
    });
}

/** The transcript of exchanges that belong together, in the order in which they were sent. */
export function toTranscript(exchanges: readonly Exchange[]): Transcript {
  const states = exchanges.map(messagesAfter);
  // A retry sends a state again and a later turn carries one on; either way it is not left behind.
  const heads = states.filter(
    (state, index) =>
      !exchanges.slice(index + 1).some(({ messages }) => startsWith(messages, state)),
  );
  const messages = states.at(-1) ?? [];
  const reply = exchanges.map(replyOf).findLast((message) => message !== undefined);
  return {
    messages,
    toolCalls: toolCallsOf(messages),
    ...(reply === undefined ? {} : { reply }),
    exchanges,
    heads,
  };
}
