// One message for each turn, and the ways in which a run ends.
import { expect } from 'vitest';
import { fakeAnthropic, message, text } from '../../../fakes/index.ts';
import { rowEitherWay } from '../row.ts';
import { asked, callSum, callWeather, sum, textOf, weather } from './desk.ts';

rowEitherWay('TR-30', 'each turn of the model is one message', async (threads) => {
  const client = fakeAnthropic([[text('First.'), callSum], [callWeather], 'Last.']);
  const tools = [weather(), sum()];
  const texts: string[] = [];
  for await (const one of client.beta.messages.toolRunner({ ...asked, ...threads, tools })) {
    texts.push(textOf(one));
  }
  expect(texts).toEqual(['First.', '', 'Last.']);
  client.simulation.assertDone();
});

rowEitherWay('TR-31', 'results are sent before the next message comes', async (threads) => {
  const client = fakeAnthropic([[callWeather], 'Sunny.']);
  const { journal } = client.simulation;
  const seen: unknown[] = [];
  const tools = [weather()];
  for await (const one of client.beta.messages.toolRunner({ ...asked, ...threads, tools })) {
    seen.push([one.stop_reason, journal.at(-1)!.messages.length]);
  }
  expect(seen).toEqual([
    ['tool_use', 1],
    ['end_turn', 3],
  ]);
});

rowEitherWay('TR-32', 'a break ends the run, and no tool runs', async (threads) => {
  const client = fakeAnthropic([[callWeather], 'Sunny.']);
  let runs = 0;
  const tools = [weather(() => String((runs += 1)))];
  for await (const _ of client.beta.messages.toolRunner({ ...asked, ...threads, tools })) break;
  expect(runs).toBe(0);
  expect(client.simulation.journal).toHaveLength(1);
  expect(client.simulation.pending).not.toEqual([]);
});

rowEitherWay('TR-33', 'the reason why a reply stopped decides, not its calls', async (threads) => {
  const client = fakeAnthropic([message([callWeather], { stop_reason: 'end_turn' })]);
  let runs = 0;
  const tools = [weather(() => String((runs += 1)))];
  await client.beta.messages.toolRunner({ ...asked, ...threads, tools });
  expect(runs).toBe(0);
  client.simulation.assertDone();
});

rowEitherWay(
  'TR-34',
  'max_iterations ends a run that the model would go on with',
  async (threads) => {
    const client = fakeAnthropic([[callWeather], [callSum], 'Never asked for.']);
    let runs = 0;
    const tools = [weather(), { ...sum(), run: () => String((runs += 1)) }];
    const last = await client.beta.messages.toolRunner({
      ...asked,
      ...threads,
      tools,
      max_iterations: 2,
    });
    expect(last.stop_reason).toBe('tool_use');
    expect(client.simulation.journal).toHaveLength(2);
    expect(runs).toBe(1);
  },
);

rowEitherWay('TR-35', 'the last message is what awaiting gives', async (threads) => {
  const client = fakeAnthropic([[callWeather], 'Sunny.']);
  const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools: [weather()] });
  expect(textOf(await runner)).toBe('Sunny.');
  expect(textOf(await runner)).toBe('Sunny.');
  expect(client.simulation.journal).toHaveLength(2);
});

rowEitherWay('TR-36', 'a runner that was read is not read again', async (threads) => {
  const client = fakeAnthropic(['Hello.']);
  const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools: [] });
  await runner;
  await expect(async () => {
    for await (const _ of runner) break;
  }).rejects.toThrow('Cannot iterate over a consumed stream');
});
