// Tools of both kinds, and what the model is told of them.
import { expect } from 'vitest';
import { fakeAnthropic } from '../../../fakes/index.ts';
import { loadScenarios, runScenario } from '../../../testing/index.ts';
import { row, rowEitherWay } from '../row.ts';
import { asked, callSum, callWeather, oneCall, resultOf, sum, textOf, weather } from './desk.ts';

rowEitherWay(
  'TR-01 TR-02 TR-21',
  'a sum and the weather are answered in one run',
  async (threads) => {
    const client = fakeAnthropic([[callWeather, callSum], 'It is sunny, and 42.']);
    const tools = [weather(), sum()];
    const answer = await client.beta.messages.toolRunner({ ...asked, ...threads, tools });
    expect(textOf(answer)).toBe('It is sunny, and 42.');
    expect([0, 1].map((call) => resultOf(client, call))).toEqual([
      {
        type: 'tool_result',
        tool_use_id: 'toolu_weather',
        content: '{"temperature":20,"condition":"sunny"}',
      },
      { type: 'tool_result', tool_use_id: 'toolu_sum', content: '42' },
    ]);
    client.simulation.assertDone();
  },
);

rowEitherWay('TR-03', 'the conversation is kept from turn to turn', async (threads) => {
  const client = fakeAnthropic([[callSum], [callWeather], 'Done.']);
  await client.beta.messages.toolRunner({ ...asked, ...threads, tools: [weather(), sum()] });
  const { journal } = client.simulation;
  expect(journal.map(({ messages }) => messages.length)).toEqual([1, 3, 5]);
  expect(journal.map(({ request }) => request.body.messages.length)).toEqual(
    threads.thread === false ? [1, 3, 5] : [1, 1, 1],
  );
});

rowEitherWay(
  'TR-06',
  'it stands under beta, and its requests say whose they are',
  async (threads) => {
    const client = await oneCall(weather(), threads, { location: 'Paris' });
    for (const { request } of client.simulation.journal) {
      expect(request.headers['x-stainless-helper']).toContain('BetaToolRunner');
    }
  },
);

rowEitherWay('TR-10', 'the model is sent the JSON Schema of a Zod schema', async (threads) => {
  const client = await oneCall(weather(), threads, { location: 'Paris' });
  expect(client.simulation.journal[0]!.request.body.tools).toMatchObject([
    {
      name: 'get_weather',
      description: 'Tells the weather at a place.',
      input_schema: {
        type: 'object',
        properties: {
          location: { type: 'string', description: 'A city' },
          unit: { description: 'Of the temperature', default: 'fahrenheit' },
        },
        // Also what has a default.
        required: ['location', 'unit'],
        additionalProperties: false,
        $defs: { __schema0: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
      },
    },
  ]);
});

rowEitherWay('TR-04 TR-11', 'a default of the Zod schema is filled in', async (threads) => {
  const places: unknown[] = [];
  const tool = weather((place) => {
    places.push(place);
    return 'sunny';
  });
  await oneCall(tool, threads, { location: 'Paris' });
  expect(places).toEqual([{ location: 'Paris', unit: 'fahrenheit' }]);
});

rowEitherWay('TR-04 TR-12', 'an input that Zod refuses is told and not run', async (threads) => {
  const places: unknown[] = [];
  const tool = weather((place) => {
    places.push(place);
    return 'sunny';
  });
  const client = await oneCall(tool, threads, { location: 75 });
  expect(places).toEqual([]);
  expect(resultOf(client)).toMatchObject({
    is_error: true,
    content: expect.stringContaining('location'),
  });
});

rowEitherWay('TR-13', 'the model is sent a JSON Schema as it was written', async (threads) => {
  const client = await oneCall(sum(), threads, { a: 15, b: 27 });
  expect(client.simulation.journal[0]!.request.body.tools).toEqual([
    {
      type: 'custom',
      name: 'calculate_sum',
      description: 'Adds two numbers.',
      input_schema: {
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'number' } },
        required: ['a', 'b'],
      },
    },
  ]);
});

rowEitherWay('TR-14', 'a betaTool runs on an input that its schema refuses', async (threads) => {
  const client = await oneCall(sum(), threads, { a: 'fifteen', b: 27 });
  expect(resultOf(client)).toEqual({
    type: 'tool_result',
    tool_use_id: 'toolu_1',
    content: 'fifteen27',
  });
});

row('TR-21', 'the scenario that the examples are served passes here too', async () => {
  const [scenario] = await loadScenarios('examples/weather-and-sum.yaml');
  const { problems } = await runScenario(scenario!, ({ client }) =>
    client.beta.messages.toolRunner({ ...asked, tools: [weather(), sum()] }).runUntilDone(),
  );
  expect(problems).toEqual([]);
});
