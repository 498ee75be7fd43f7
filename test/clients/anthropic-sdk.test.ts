/** The tool runner of the official SDK: the newest, and the last 0.x. */
import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import Anthropic0 from 'anthropic-sdk-0';
import { betaZodTool as betaZodTool0 } from 'anthropic-sdk-0/helpers/beta/zod';
import { test } from 'vitest';
import { z } from 'zod';
import { installed, KEY, look, MODEL, PROMPT, rehearse } from './rehearse.ts';

const tool = {
  name: 'look',
  description: 'Looks at something.',
  inputSchema: z.object({ at: z.string() }),
  run: look,
};

const params = {
  model: MODEL,
  max_tokens: 1024,
  messages: [{ role: 'user' as const, content: PROMPT }],
  stream: true as const,
};

test('the tool runner of @anthropic-ai/sdk 1.x ends', async () => {
  const versions = installed(import.meta.dirname, '@anthropic-ai/sdk');
  await rehearse({ file: 'sdk-1', client: 'TypeScript SDK', versions }, async (baseURL) => {
    const client = new Anthropic({ baseURL, apiKey: KEY });
    const runner = client.beta.messages.toolRunner({ ...params, tools: [betaZodTool(tool)] });
    let answer = '';
    for await (const stream of runner) answer = await stream.finalText();
    return answer;
  });
});

test('the tool runner of @anthropic-ai/sdk 0.x ends', async () => {
  const name = 'anthropic-sdk-0';
  const versions = { '@anthropic-ai/sdk': installed(import.meta.dirname, name)[name]! };
  await rehearse({ file: 'sdk-0', client: 'TypeScript SDK, 0.x', versions }, async (baseURL) => {
    const client = new Anthropic0({ baseURL, apiKey: KEY });
    const runner = client.beta.messages.toolRunner({ ...params, tools: [betaZodTool0(tool)] });
    let answer = '';
    for await (const stream of runner) answer = await stream.finalText();
    return answer;
  });
});
