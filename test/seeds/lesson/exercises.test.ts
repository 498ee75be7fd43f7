// The exercises under examples/, each played against a scripted model.
import { expect } from 'vitest';
import { cancelOrder } from '../../../examples/exercises/cancel-order.ts';
import { minimalLoop } from '../../../examples/exercises/minimal-loop.ts';
import { letOut, toldToTheModel } from '../../../examples/exercises/network-failure.ts';
import { getOrder, orders } from '../../../examples/exercises/orders.ts';
import { inTurn, sideBySide, type RunCall } from '../../../examples/exercises/parallel-reads.ts';
import { fakeAnthropic, fakeMessages, formatTranscript, toolUse } from '../../../fakes/index.ts';
import type { LoopClient } from '../../../src/loop/index.ts';
import { row } from '../row.ts';
import { callOrder, loopOver } from './desk.ts';

const ana = { customer: 'ana' };
const tools = [getOrder(orders(), ana).definition];
const two = [callOrder('A-1001', 'toolu_1'), callOrder('A-1002', 'toolu_2')] as never;

row('LE-130', 'the second tool cancels what is open and one’s own', async () => {
  const all = orders();
  const cancel = (number: string) => toolUse('cancel_order', { number });
  const desk = [getOrder(all, ana), cancelOrder(all, ana)];
  const { results } = await loopOver(
    [[cancel('A-1002')], [cancel('A-1001')], [cancel('A-2001')], 'Well.'],
    desk,
  );
  expect(results).toMatchObject([
    { content: 'Order A-1002 is cancelled.' },
    { is_error: true, content: 'Order A-1001 is shipped and cannot be cancelled.' },
    { is_error: true, content: 'There is no order A-2001. Ask the customer for the number.' },
  ]);
  expect([...all.values()].map(({ status }) => status)).toEqual(['shipped', 'cancelled', 'open']);
});

row('LE-131', 'side by side the first ends last, and its result still stands first', async () => {
  const play = async (how: typeof inTurn): Promise<{ notes: string[]; ids: unknown[] }> => {
    const notes: string[] = [];
    const run: RunCall = async ({ id }) => {
      const ticks = id === 'toolu_1' ? 20 : 2;
      // oxlint-disable-next-line no-await-in-loop -- a moment, without a clock
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      notes.push(id);
      return { type: 'tool_result', tool_use_id: id, content: id };
    };
    const client = fakeAnthropic([two, 'Done.']);
    await minimalLoop(client, { question: 'Where?', tools, answer: how(run) });
    const { toolCalls } = client.simulation.transcripts[0]!;
    return { notes, ids: toolCalls.map(({ result }) => result!['content']) };
  };
  const ids = ['toolu_1', 'toolu_2'];
  expect(await play(inTurn)).toEqual({ notes: ids, ids });
  expect(await play(sideBySide)).toEqual({ notes: ids.toReversed(), ids });
});

const down = (): Promise<string> => Promise.reject(new Error('ECONNRESET'));

row(
  'LE-132',
  'told to the model the failure is in the summary; let out it is nowhere',
  async () => {
    const logged: unknown[] = [];
    const play = async (run: RunCall) => {
      const client = fakeAnthropic([[callOrder()] as never, 'Try again later.']);
      const answer = inTurn(run);
      const ended = await minimalLoop(client, { question: 'Where?', tools, answer }).catch(String);
      return { ended, summary: formatTranscript(client.simulation.transcripts[0]!).split('\n') };
    };
    expect(await play(toldToTheModel(down, (error) => logged.push(error)))).toEqual({
      ended: 'Try again later.',
      summary: [
        'user: text',
        'assistant: tool_use(toolu_1)',
        'user: tool_result(toolu_1, is_error) -> The order system cannot be reached. Try again in a minute.',
        'assistant: text',
      ],
    });
    expect(logged).toMatchObject([{ message: 'ECONNRESET' }]);
    expect(await play(letOut(down))).toEqual({
      ended: 'Error: ECONNRESET',
      summary: ['user: text', 'assistant: tool_use(toolu_1)'],
    });
  },
);

row('LE-94', 'the same loop runs on a scripted client and on the real one', async () => {
  const run: RunCall = async ({ id }) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: 'shipped',
  });
  const script = [two, 'Both have shipped.'];
  for (const client of [fakeMessages(script), fakeAnthropic(script)]) {
    const loop = { question: 'Where?', tools, answer: inTurn(run) };
    // oxlint-disable-next-line no-await-in-loop -- two short runs
    expect(await minimalLoop(client as LoopClient, loop)).toBe('Both have shipped.');
    client.simulation.assertDone();
  }
});
