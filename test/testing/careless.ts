/** An app that answers the first call only, runs whatever it sees, and sends back what it understands. */
import type Anthropic from '@anthropic-ai/sdk';
import { questionOf } from '../../testing/apps/question.ts';
import type { App } from '../../testing/index.ts';

export const careless: App = async ({ client, input, tools }) => {
  const question = questionOf(input);
  const messages: Anthropic.MessageParam[] = [...question.messages];
  for (;;) {
    const reply = await client.messages
      .stream(
        {
          ...question.params,
          messages,
          tools: [...tools.map(({ definition }) => definition), ...question.tools],
        },
        { maxRetries: 0 },
      )
      .finalMessage()
      .catch(() => undefined);
    const [call] = reply?.content.filter((block) => block.type === 'tool_use') ?? [];
    if (!reply || !call) return 'Done.';
    const known = reply.content.filter(({ type }) => type === 'text' || type === 'tool_use');
    messages.push(
      { role: 'assistant', content: known },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: 'seen' }] },
    );
  }
};
