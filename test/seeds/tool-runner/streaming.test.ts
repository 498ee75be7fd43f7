// Each turn as a stream.
import { expect } from 'vitest';
import { fakeAnthropic, text } from '../../../fakes/index.ts';
import { rowEitherWay } from '../row.ts';
import { asked, callSum, callWeather, resultOf, sum, textOf, weather } from './desk.ts';

rowEitherWay(
  'TR-100 TR-101 TR-102',
  'each iteration is a stream that ends in its message',
  async (threads) => {
    const client = fakeAnthropic([[text('Let me look.'), callWeather], 'It is sunny.']);
    const tools = [weather()];
    const runner = client.beta.messages.toolRunner({ ...asked, ...threads, tools, stream: true });
    const turns: unknown[] = [];
    for await (const stream of runner) {
      let said = '';
      let last = '';
      for await (const event of stream) {
        if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
          said += event.delta.text;
        }
        last = event.type;
      }
      const message = await stream.finalMessage();
      turns.push({ said, last, text: textOf(message), reason: message.stop_reason });
    }
    expect(turns).toEqual([
      { said: 'Let me look.', last: 'message_stop', text: 'Let me look.', reason: 'tool_use' },
      { said: 'It is sunny.', last: 'message_stop', text: 'It is sunny.', reason: 'end_turn' },
    ]);
    expect(textOf(await runner)).toBe('It is sunny.');
    expect(client.simulation.journal.map(({ response }) => response!.streamed)).toEqual([
      true,
      true,
    ]);
    client.simulation.assertDone();
  },
);

rowEitherWay('TR-103', 'calls of a streamed reply are run and answered', async (threads) => {
  const client = fakeAnthropic([[callWeather, callSum], 'Sunny, 42.']);
  const tools = [weather(() => 'sunny'), sum()];
  const params = { ...asked, ...threads, tools, stream: true };
  expect(textOf(await client.beta.messages.toolRunner(params))).toBe('Sunny, 42.');
  expect([resultOf(client), resultOf(client, 1)]).toMatchObject([
    { content: 'sunny' },
    { content: '42' },
  ]);
});
