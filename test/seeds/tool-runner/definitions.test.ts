// The types of inputs, the Zod that is needed, the models of the page, and a loop of one's own in place of the runner.
import { readFileSync } from 'node:fs';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { expect, expectTypeOf } from 'vitest';
import * as z from 'zod';
import { minimalLoop } from '../../../examples/exercises/minimal-loop.ts';
import { inTurn, type RunCall } from '../../../examples/exercises/parallel-reads.ts';
import { fakeAnthropic } from '../../../fakes/index.ts';
import { row } from '../row.ts';
import { callSum, callWeather, resultOf } from './desk.ts';

const described = { name: 'look', description: 'Looks.' };

row('TR-04', 'the type of an input is that of its schema, whichever kind it is', async () => {
  const byZod = betaZodTool({
    ...described,
    inputSchema: z.object({ at: z.string() }),
    run(input) {
      expectTypeOf(input).toEqualTypeOf<{ at: string }>();
      return input.at;
    },
  });
  const byJsonSchema = betaTool({
    ...described,
    inputSchema: {
      type: 'object',
      properties: { at: { type: 'string' } },
      required: ['at'],
    } as const,
    run(input) {
      expectTypeOf(input.at).toEqualTypeOf<string>();
      return input.at;
    },
  });
  expect([await byZod.run({ at: 'left' }), await byJsonSchema.run({ at: 'left' })]).toEqual([
    'left',
    'left',
  ]);
});

row('TR-05', 'a loop of one’s own runs what a person allows', async () => {
  const client = fakeAnthropic([[callWeather, callSum], 'I was not let look.']);
  const log: string[] = [];
  const isAllowed = (name: string): boolean => name === 'calculate_sum';
  const run: RunCall = async ({ id, name }) => {
    log.push(name);
    const result = { type: 'tool_result' as const, tool_use_id: id };
    return isAllowed(name)
      ? { ...result, content: '42' }
      : { ...result, content: 'Nobody allowed it.', is_error: true };
  };
  const tools = ['get_weather', 'calculate_sum'].map((name) => ({
    name,
    input_schema: { type: 'object' as const },
  }));
  await minimalLoop(client, { question: 'Well?', tools, answer: inTurn(run) });
  expect(log).toEqual(['get_weather', 'calculate_sum']);
  expect([resultOf(client), resultOf(client, 1)]).toMatchObject([
    { is_error: true, content: 'Nobody allowed it.' },
    { content: '42' },
  ]);
});

row('TR-07', 'the models that the editions name are ones that the API knows', async () => {
  const client = fakeAnthropic([]);
  for (const model of ['claude-opus-5-5', 'claude-opus-5']) {
    // oxlint-disable-next-line no-await-in-loop -- two requests
    expect(await client.models.retrieve(model)).toMatchObject({ id: model });
  }
});

row('TR-22', 'the SDK asks for Zod 3.25 or for 4', () => {
  const file = new URL('../../../node_modules/@anthropic-ai/sdk/package.json', import.meta.url);
  const { peerDependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
    peerDependencies: { zod: string };
  };
  expect(peerDependencies.zod).toBe('^3.25.0 || ^4.0.0');
});
