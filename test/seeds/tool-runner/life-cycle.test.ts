// The four steps of one iteration, in order.
import { expect } from 'vitest';
import { fakeAnthropic, respond, type TurnInput } from '../../../fakes/index.ts';
import { rowEitherWay, type Threads } from '../row.ts';
import { asked, callWeather, question, rolesOf, textOf, weather } from './desk.ts';

/** Runs through a script, and tells what happened, in the order in which it did. */
async function stepsOf(
  replies: readonly TurnInput[],
  threads: Threads,
  body: () => Promise<void> = async () => {},
): Promise<string[]> {
  const steps: string[] = [];
  const client = fakeAnthropic(
    replies.map((reply) =>
      respond(({ messages }) => {
        steps.push(`request: ${messages.at(-1)!.role}`);
        return reply as never;
      }),
    ),
  );
  const tool = weather(() => {
    steps.push('tool');
    return 'sunny';
  });
  const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools: [tool] });
  for await (const { stop_reason } of runner) {
    steps.push(`body begins: ${stop_reason}, ${client.simulation.journal.length} sent`);
    await body();
    steps.push('body ends');
  }
  client.simulation.assertDone();
  return steps;
}

rowEitherWay(
  'TR-40 TR-41 TR-42 TR-43 TR-44',
  'request, message, body, tools, and again until there is no call',
  async (threads) => {
    const aMoment = async (): Promise<void> => {
      for (let tick = 0; tick < 10; tick++) await Promise.resolve();
    };
    expect(await stepsOf([[callWeather], 'Sunny.'], threads, aMoment)).toEqual([
      'request: user',
      'body begins: tool_use, 1 sent',
      'body ends',
      'tool',
      'request: user',
      'body begins: end_turn, 2 sent',
      'body ends',
    ]);
  },
);

rowEitherWay(
  'TR-43',
  'reply and results are appended, and are in the next request',
  async (threads) => {
    const client = fakeAnthropic([[callWeather], 'Sunny.']);
    await client.beta.messages.toolRunner({
      ...asked,
      ...threads,
      tools: [weather(() => 'sunny')],
    });
    expect(client.simulation.journal[1]!.messages).toMatchObject([
      question,
      { role: 'assistant', content: [callWeather] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_weather', content: 'sunny' }],
      },
    ]);
  },
);

rowEitherWay('TR-45', 'the last reply stands in the parameters, calls or not', async (threads) => {
  const client = fakeAnthropic(['Hello.']);
  const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools: [] });
  await runner;
  expect(rolesOf(runner.params.messages)).toEqual(['user', 'assistant']);
});

rowEitherWay('TR-46', 'a changed history is sent as it is, without the reply', async (threads) => {
  const client = fakeAnthropic(['Hello.', 'Bye.']);
  const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools: [] });
  for await (const one of runner) {
    if (textOf(one) === 'Hello.') runner.pushMessages({ role: 'user', content: 'And?' });
  }
  expect(client.simulation.journal[1]!.messages).toMatchObject([
    question,
    { role: 'user', content: 'And?' },
  ]);
});

rowEitherWay('TR-47', 'the reply is not in the parameters while the body runs', async (threads) => {
  const client = fakeAnthropic([[callWeather], 'Sunny.']);
  const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools: [weather()] });
  const counts: number[] = [];
  for await (const _ of runner) counts.push(runner.params.messages.length);
  expect(counts).toEqual([1, 3]);
});
