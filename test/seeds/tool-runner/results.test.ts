// Results on their way to the model: read, stopped and changed.
import { expect } from 'vitest';
import type { BetaToolResultBlockParam } from '@anthropic-ai/sdk/resources/beta';
import type { BetaToolRunner } from '@anthropic-ai/sdk/lib/tools/BetaToolRunner';
import { fakeAnthropic, type FakeAnthropic } from '../../../fakes/index.ts';
import { rowEitherWay, type Threads } from '../row.ts';
import { asked, callSum, callWeather, resultOf, sum, textOf, weather } from './desk.ts';

const broken = weather(() => {
  throw new Error('the station is closed');
});

/** The results of the reply that the loop is at. */
async function resultsIn(runner: BetaToolRunner<boolean>): Promise<BetaToolResultBlockParam[]> {
  const content = (await runner.generateToolResponse())?.content ?? [];
  if (typeof content === 'string') return [];
  return content.filter((block) => block.type === 'tool_result');
}

/** Has a model ask for the weather and a sum, and each result go through `change` in the loop's body. */
async function changed(
  threads: Threads,
  change: (result: BetaToolResultBlockParam) => void,
): Promise<FakeAnthropic> {
  const client = fakeAnthropic([[callWeather, callSum], 'Sunny, 42.']);
  const tools = [weather(() => 'sunny'), sum()];
  const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools });
  for await (const _ of runner) for (const result of await resultsIn(runner)) change(result);
  client.simulation.assertDone();
  return client;
}

rowEitherWay('TR-90', 'a failure is seen before it is sent', async (threads) => {
  const client = fakeAnthropic([[callWeather, callSum], 'Closed.']);
  const tools = [broken, sum()];
  const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools });
  for await (const { stop_reason } of runner) {
    if (stop_reason !== 'tool_use') continue;
    const results = await resultsIn(runner);
    expect(results.map(({ is_error = false }) => is_error)).toEqual([true, false]);
    expect(client.simulation.journal).toHaveLength(1);
  }
});

rowEitherWay(
  'TR-91',
  'throwing ends the run, and the model hears nothing of it',
  async (threads) => {
    const client = fakeAnthropic([[callWeather], 'Never said.']);
    const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools: [broken] });
    await expect(async () => {
      for await (const _ of runner) {
        for (const { is_error, content } of await resultsIn(runner)) {
          if (is_error) throw new Error(`Stopped: ${content as string}`);
        }
      }
    }).rejects.toThrow('Stopped: Error: the station is closed');
    expect(client.simulation.journal).toHaveLength(1);
  },
);

rowEitherWay('TR-92', 'going on leaves it to the model', async (threads) => {
  const client = fakeAnthropic([[callWeather], 'Closed today.']);
  const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools: [broken] });
  const noted: unknown[] = [];
  for await (const _ of runner) noted.push(...(await resultsIn(runner)));
  expect(noted).toMatchObject([{ is_error: true }]);
  expect(textOf(await runner)).toBe('Closed today.');
});

rowEitherWay('TR-93', 'without a call there are no results', async (threads) => {
  const client = fakeAnthropic(['Hello.']);
  const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools: [weather()] });
  for await (const _ of runner) expect(await runner.generateToolResponse()).toBeNull();
});

rowEitherWay('TR-94', 'asking for the results twice runs the tool once', async (threads) => {
  const client = fakeAnthropic([[callWeather], 'Sunny.']);
  let runs = 0;
  const tools = [weather(() => String((runs += 1)))];
  const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools });
  for await (const { stop_reason } of runner) {
    if (stop_reason !== 'tool_use') continue;
    expect(await runner.generateToolResponse()).toBe(await runner.generateToolResponse());
  }
  expect(runs).toBe(1);
});

rowEitherWay('TR-95 TR-97', 'a mark for the cache stands in the next request', async (threads) => {
  const client = await changed(threads, (result) => {
    result.cache_control = { type: 'ephemeral' };
  });
  expect(client.simulation.journal[1]!.request.body.messages.at(-1)!.content).toMatchObject([
    { tool_use_id: 'toolu_weather', content: 'sunny', cache_control: { type: 'ephemeral' } },
    { tool_use_id: 'toolu_sum', content: '42', cache_control: { type: 'ephemeral' } },
  ]);
});

rowEitherWay('TR-96', 'the output is sent as it was changed', async (threads) => {
  const client = await changed(threads, (result) => {
    result.content = `${result.content as string}, says the desk`;
  });
  expect(resultOf(client)).toMatchObject({ content: 'sunny, says the desk' });
});

rowEitherWay('TR-98', 'a mark stays in front of what each later request adds', async (threads) => {
  const client = fakeAnthropic([[callWeather], [callSum], 'Sunny, 42.']);
  const tools = [weather(() => 'sunny'), sum()];
  const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools });
  for await (const _ of runner) {
    for (const result of await resultsIn(runner)) {
      if (result.content === 'sunny') result.cache_control = { type: 'ephemeral' };
    }
  }
  const [, marked, later] = client.simulation.journal;
  expect(marked!.messages.at(-1)!.content).toMatchObject([
    { cache_control: { type: 'ephemeral' } },
  ]);
  expect(later!.messages.slice(0, 3)).toEqual(marked!.messages);
});

rowEitherWay('TR-62', 'a result of the caller’s own is sent, and no tool runs', async (threads) => {
  const client = fakeAnthropic([[callWeather], 'Snow.']);
  let runs = 0;
  const tools = [weather(() => String((runs += 1)))];
  const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools });
  for await (const { role, content, stop_reason } of runner) {
    if (stop_reason !== 'tool_use') continue;
    const own = { type: 'tool_result' as const, tool_use_id: 'toolu_weather', content: 'snow' };
    runner.pushMessages({ role, content }, { role: 'user', content: [own] });
  }
  expect(runs).toBe(0);
  expect(resultOf(client)).toMatchObject({ content: 'snow' });
  client.simulation.assertDone();
});
