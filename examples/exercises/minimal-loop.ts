/** The smallest loop there is, for the exercises. `runToolLoop` of `ensaio/loop` is the one to use. */
import type { MessageParam, Tool, ToolUseBlock } from '@anthropic-ai/sdk/resources/messages';
import type { LoopClient } from 'ensaio/loop';

export interface MinimalLoop {
  readonly question: string;
  readonly tools: Tool[];
  /** Makes the messages that answer the calls of a turn. */
  readonly answer: (calls: readonly ToolUseBlock[]) => Promise<MessageParam[]>;
  /** How many turns the model may have. Default 5. */
  readonly limit?: number;
}

/** @throws Error when the model is not done within the limit, so that nobody takes half the work for all of it. */
export async function minimalLoop(client: LoopClient, loop: MinimalLoop): Promise<string> {
  const { question, tools, answer, limit = 5 } = loop;
  const messages: MessageParam[] = [{ role: 'user', content: question }];
  const params = { model: 'claude-haiku-5-5', max_tokens: 1024, tools };
  for (let turn = 1; turn <= limit; turn++) {
    // oxlint-disable-next-line no-await-in-loop -- each turn needs the one before it
    const reply = await client.messages.create({ ...params, messages: [...messages] }, {});
    const { content, stop_reason } = reply;
    messages.push({ role: 'assistant', content });
    if (stop_reason !== 'tool_use') {
      return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    }
    const calls = content.filter((block) => block.type === 'tool_use');
    // oxlint-disable-next-line no-await-in-loop -- each turn needs the one before it
    messages.push(...(await answer(calls)));
  }
  throw new Error(`The work is not done after ${limit} turns.`);
}
