/** Vercel's AI SDK, whole and streaming. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, stepCountIs, streamText, tool } from 'ai';
import { test } from 'vitest';
import { z } from 'zod';
import { installed, KEY, look, MODEL, PROMPT, rehearse } from './rehearse.ts';

const versions = installed(import.meta.dirname, 'ai', '@ai-sdk/anthropic');

const call = (url: string) =>
  ({
    model: createAnthropic({ baseURL: `${url}/v1`, apiKey: KEY })(MODEL),
    prompt: PROMPT,
    tools: {
      look: tool({
        description: 'Looks at something.',
        inputSchema: z.object({ at: z.string() }),
        execute: async (input) => look(input),
      }),
    },
    stopWhen: stepCountIs(5),
  }) as const;

test('generateText ends', async () => {
  const client = 'Vercel AI SDK, `generateText`';
  await rehearse({ file: 'ai-generate', client, versions, streams: false }, async (url) => {
    const { text } = await generateText(call(url));
    return text;
  });
});

test('streamText ends', async () => {
  const client = 'Vercel AI SDK, `streamText`';
  await rehearse({ file: 'ai-stream', client, versions }, async (url) => {
    let answer = '';
    for await (const piece of streamText(call(url)).textStream) answer += piece;
    return answer;
  });
});
