/** LangChain.js: an agent that calls tools, on the model of `@langchain/anthropic`. */
import { ChatAnthropic } from '@langchain/anthropic';
import { createAgent, tool } from 'langchain';
import { test } from 'vitest';
import { z } from 'zod';
import { installed, KEY, look, MODEL, PROMPT, rehearse } from './rehearse.ts';

const versions = installed(import.meta.dirname, 'langchain', '@langchain/anthropic');

test('createAgent ends', async () => {
  const client = 'LangChain.js, `createAgent`';
  await rehearse({ file: 'langchain', client, versions }, async (url) => {
    const agent = createAgent({
      model: new ChatAnthropic({
        model: MODEL,
        anthropicApiUrl: url,
        apiKey: KEY,
        streaming: true,
      }),
      tools: [
        tool(look, {
          name: 'look',
          description: 'Looks at something.',
          schema: z.object({ at: z.string() }),
        }),
      ],
    });
    const { messages } = await agent.invoke({ messages: [{ role: 'user', content: PROMPT }] });
    return messages.at(-1)!.text;
  });
});
