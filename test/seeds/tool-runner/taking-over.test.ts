// The caller takes the history over: what is dropped, what is sent, and how the loop still ends.
import { expect } from 'vitest';
import { fakeAnthropic, message } from '../../../fakes/index.ts';
import { rowEitherWay, type Threads } from '../row.ts';
import { asked, callWeather, question, resultOf, rolesOf, textOf, weather } from './desk.ts';

const cut = message('Sunny and', { stop_reason: 'max_tokens' });

/** Asks a model that is always cut, with twice the budget each time until `ceiling`. */
async function patient(
  ceiling: number,
  threads: Threads,
): Promise<{ budgets: number[]; roles: string[][]; last: string }> {
  const client = fakeAnthropic([cut, cut, cut, 'Sunny and warm.']);
  const tools = [weather()];
  const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools });
  let last = '';
  for await (const reply of runner) {
    last = textOf(reply);
    const { max_tokens } = runner.params;
    if (reply.stop_reason !== 'max_tokens') continue;
    if (max_tokens >= ceiling) break;
    runner.setMessagesParams((params) => ({
      ...params,
      max_tokens: Math.min(max_tokens * 2, ceiling),
    }));
  }
  const { journal } = client.simulation;
  return {
    budgets: journal.map(({ request }) => request.body.max_tokens),
    roles: journal.map(({ messages }) => rolesOf(messages)),
    last,
  };
}

rowEitherWay('TR-50 TR-61', 'the parameters of the next request can be read', async (threads) => {
  const client = fakeAnthropic([[callWeather], 'Sunny.']);
  const tools = [weather()];
  const runner = client.beta.messages.toolRunner({
    ...asked,
    ...threads,
    tools,
    max_iterations: 5,
  });
  for await (const _ of runner) {
    const { model, max_tokens, max_iterations, messages } = runner.params;
    expect({ model, max_tokens, max_iterations }).toEqual({
      model: 'claude-opus-5',
      max_tokens: 1024,
      max_iterations: 5,
    });
    messages.push({ role: 'user', content: 'A copy.' });
  }
  expect(client.simulation.journal.map(({ messages }) => messages.length)).toEqual([1, 3]);
});

rowEitherWay(
  'TR-51',
  'new parameters may be values or a function of the old ones',
  async (threads) => {
    const client = fakeAnthropic(['One.', 'Two.', 'Three.']);
    const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools: [] });
    for await (const reply of runner) {
      if (textOf(reply) === 'One.') runner.setMessagesParams({ ...runner.params, max_tokens: 500 });
      if (textOf(reply) === 'Two.')
        runner.setMessagesParams((now) => ({ ...now, max_tokens: 100 }));
    }
    const budgets = client.simulation.journal.map(({ request }) => request.body.max_tokens);
    expect(budgets).toEqual([1024, 500, 100]);
  },
);

rowEitherWay('TR-52', 'the reply is dropped, and its tool does not run', async (threads) => {
  const client = fakeAnthropic([[callWeather], 'It is mild.']);
  let runs = 0;
  const tools = [weather(() => String((runs += 1)))];
  const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools });
  for await (const { stop_reason } of runner) {
    if (stop_reason === 'tool_use') runner.setMessagesParams((params) => ({ ...params }));
  }
  expect(runs).toBe(0);
  expect(client.simulation.journal[1]!.messages).toEqual([question]);
});

rowEitherWay('TR-53', 'a cut answer is asked for again with twice the budget', async (threads) => {
  expect(await patient(8192, threads)).toEqual({
    budgets: [1024, 2048, 4096, 8192],
    roles: [['user'], ['user'], ['user'], ['user']],
    last: 'Sunny and warm.',
  });
});

rowEitherWay('TR-54', 'at the ceiling the cut answer is all there is', async (threads) => {
  const { budgets, last } = await patient(3000, threads);
  expect({ budgets, last }).toEqual({ budgets: [1024, 2048, 3000], last: 'Sunny and' });
});

rowEitherWay(
  'TR-55 TR-56 TR-58 TR-60',
  'who appends reply, results and a question is answered to all of them',
  async (threads) => {
    const client = fakeAnthropic([[callWeather], 'Mild.']);
    const tools = [weather(() => 'sunny')];
    const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools });
    for await (const { role, content } of runner) {
      const results = await runner.generateToolResponse();
      if (results === null) continue;
      runner.pushMessages({ role, content }, results, { role: 'user', content: 'Be brief.' });
    }
    expect(rolesOf(client.simulation.journal[1]!.messages)).toEqual([
      'user',
      'assistant',
      'user',
      'user',
    ]);
    expect(resultOf(client)).toMatchObject({ content: 'sunny' });
    client.simulation.assertDone();
  },
);

rowEitherWay('TR-57', 'a call that is followed by a question alone is refused', async (threads) => {
  const client = fakeAnthropic([[callWeather], 'Mild.']);
  const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools: [weather()] });
  await expect(async () => {
    for await (const { role, content } of runner) {
      runner.pushMessages({ role, content }, { role: 'user', content: 'Be brief.' });
    }
  }).rejects.toThrow(/400 .*toolu_weather/);
});

rowEitherWay('TR-57', 'a call that is pushed as the last message is run', async (threads) => {
  const client = fakeAnthropic([[callWeather], 'Mild.']);
  const tools = [weather(() => 'sunny')];
  const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools });
  for await (const { role, content, stop_reason } of runner) {
    if (stop_reason === 'tool_use') runner.pushMessages({ role, content });
  }
  expect(resultOf(client)).toMatchObject({ content: 'sunny' });
  client.simulation.assertDone();
});

rowEitherWay('TR-59', 'a change in every turn ends by max_iterations alone', async (threads) => {
  const client = fakeAnthropic(['One.', 'Two.', 'Three.', 'Four.']);
  const runner = client.beta.messages.toolRunner({
    ...asked,
    ...threads,
    tools: [],
    max_iterations: 3,
  });
  for await (const _ of runner) runner.pushMessages({ role: 'user', content: 'More.' });
  expect(client.simulation.journal).toHaveLength(3);
});
