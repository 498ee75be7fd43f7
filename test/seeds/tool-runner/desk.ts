/** The two tools of the page, and what every runner of these tests is asked with. */
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import type { BetaMessage, BetaMessageParam } from '@anthropic-ai/sdk/resources/beta';
import * as z from 'zod';
import { fakeAnthropic, toolUse, type FakeAnthropic } from '../../../fakes/index.ts';
import type { Threads } from '../row.ts';

type Output = ReturnType<BetaRunnableTool['run']>;

interface Place {
  readonly location: string;
  readonly unit: 'celsius' | 'fahrenheit';
}

const sunny = (): Output => JSON.stringify({ temperature: 20, condition: 'sunny' });

/** The weather at a place, by a Zod schema. */
export const weather = (run: (place: Place) => Output = sunny): BetaRunnableTool<Place> =>
  betaZodTool({
    name: 'get_weather',
    description: 'Tells the weather at a place.',
    inputSchema: z.object({
      location: z.string().describe('A city'),
      unit: z.enum(['celsius', 'fahrenheit']).default('fahrenheit').describe('Of the temperature'),
    }),
    run,
  });

/** A sum, by a JSON Schema. */
export const sum = (): BetaRunnableTool<{ a: number; b: number }> =>
  betaTool({
    name: 'calculate_sum',
    description: 'Adds two numbers.',
    inputSchema: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a', 'b'],
    } as const,
    run: ({ a, b }) => String(a + b),
  });

type Call = ReturnType<typeof toolUse>;

export const callWeather: Call = toolUse(
  'get_weather',
  { location: 'Paris' },
  { id: 'toolu_weather' },
);
export const callSum: Call = toolUse('calculate_sum', { a: 15, b: 27 }, { id: 'toolu_sum' });

export const question: BetaMessageParam = { role: 'user', content: 'How is the weather in Paris?' };

/** What a run begins with, besides its tools. */
export const asked: { model: string; max_tokens: number; messages: BetaMessageParam[] } = {
  model: 'claude-opus-5',
  max_tokens: 1024,
  messages: [question],
};

export const textOf = ({ content }: Pick<BetaMessage, 'content'>): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('');

/** The result of the nth call, as the model got it. */
export const resultOf = ({ simulation }: FakeAnthropic, call = 0): unknown =>
  simulation.transcripts.at(-1)!.toolCalls[call]!.result;

/** The roles of a conversation. */
export const rolesOf = (messages: readonly { readonly role: string }[]): string[] =>
  messages.map(({ role }) => role);

/** Has a model call a tool once, and gives back the client that did. */
export async function oneCall(
  tool: BetaRunnableTool,
  threads: Threads,
  input: Readonly<Record<string, unknown>> = {},
): Promise<FakeAnthropic> {
  const client = fakeAnthropic([[toolUse(tool.name, input, { id: 'toolu_1' })], 'Done.']);
  await client.beta.messages.toolRunner({ ...asked, ...threads, tools: [tool] });
  client.simulation.assertDone();
  return client;
}
