// Failures as results, so that the loop lives.
import { expect } from 'vitest';
import { fakeAnthropic, toolUse } from '../../../fakes/index.ts';
import { ToolError } from '../../../src/loop/index.ts';
import { minimalLoop } from '../../../examples/exercises/minimal-loop.ts';
import { letOut } from '../../../examples/exercises/network-failure.ts';
import { inTurn } from '../../../examples/exercises/parallel-reads.ts';
import { row } from '../row.ts';
import {
  answered,
  callOrder,
  callRefund,
  getOrder,
  loopOver,
  refund,
  resultFor,
  user,
} from './desk.ts';

const closed = (message: string) =>
  getOrder(() => {
    throw new ToolError(message);
  });

row('LE-50', 'an exception that leaves the loop leaves its call without a result', async () => {
  const client = fakeAnthropic([[toolUse('get_order', {})], 'Never said.']);
  const answer = inTurn(letOut(() => Promise.reject(new Error('no network'))));
  const tools = [getOrder().definition];
  await expect(minimalLoop(client, { question: 'Where?', tools, answer })).rejects.toThrow(
    'no network',
  );
  const { journal, transcripts } = client.simulation;
  expect(journal).toHaveLength(1);
  expect(transcripts[0]!.toolCalls[0]).not.toHaveProperty('result');
});

row('LE-51', 'a failure goes back with is_error, and the model goes on', async () => {
  const { result, results } = await loopOver([[callOrder()], 'Later.'], [closed('down')]);
  expect(results).toMatchObject([{ tool_use_id: 'toolu_1', is_error: true, content: 'down' }]);
  expect(result.text).toBe('Later.');
});

/** A model that can do something only with an error that says what. */
const script = (error: string): unknown[] =>
  /four digits/.test(error)
    ? [[callOrder('1001')], [callOrder('A-1001', 'toolu_2')], 'It has shipped.']
    : [[callOrder('1001')], 'I could not find it.'];

row('LE-52', 'an error that says what to do can be acted on', async () => {
  const { results } = await loopOver(script('An order is A, a hyphen and four digits.'));
  expect(results).toMatchObject([
    { is_error: true, content: expect.stringMatching(/number: must match .*"1001".*Correct/) },
    { content: 'A-1001 has shipped' },
  ]);
  const { result } = await loopOver(script('failed'));
  expect(result.text).toBe('I could not find it.');
});

row('LE-55 LE-76', 'the call that was not run is answered too, with a short reason', async () => {
  const failing = refund(() => {
    throw new ToolError('The bank said no.');
  });
  const calls = [callRefund('A-1001', 'toolu_1'), callRefund('A-1002', 'toolu_2')];
  const { results } = await loopOver([calls, 'No.'], [failing]);
  expect(results).toEqual([
    { type: 'tool_result', tool_use_id: 'toolu_1', content: 'The bank said no.', is_error: true },
    {
      type: 'tool_result',
      tool_use_id: 'toolu_2',
      content: 'Not executed: the earlier call "refund_order" (toolu_1) failed.',
      is_error: true,
    },
  ]);
});

row('LE-56', 'what nobody expected is told in general, and whole to the developer', async () => {
  const failure = new Error('password of db-7 is wrong');
  const errors: unknown[] = [];
  const tool = getOrder(() => Promise.reject(failure));
  const onToolError = (error: unknown): unknown => errors.push(error);
  const { results } = await loopOver([[callOrder()], 'Later.'], [tool], { onToolError });
  expect(results).toMatchObject([
    {
      is_error: true,
      content: 'Internal error in tool "get_order". Try again later, or go on without it.',
    },
  ]);
  expect(errors).toEqual([failure]);
});

row('LE-57', 'an error without a text is refused', async () => {
  const empty = { ...resultFor('toolu_1', ''), is_error: true };
  const { status, body } = await answered([callOrder()], user(empty as never));
  expect([status, body.error.message]).toEqual([400, expect.stringContaining('content')]);
});

row('LE-53', 'a model that tries three times in vain is let try, and let say sorry', async () => {
  const tries = ['1001', 'a1001', '#1001'].map((number, i) => [callOrder(number, `toolu_${i}`)]);
  const { result, results } = await loopOver([...tries, 'I am sorry.']);
  expect(results.map((told) => (told as { is_error?: true }).is_error)).toEqual([true, true, true]);
  expect(result.text).toBe('I am sorry.');
});

row('LE-58', 'after an error the model calls again, calls another tool, or answers', async () => {
  const tools = [closed('down'), refund()];
  for (const next of [[callOrder('A-1001', 'toolu_2')], [callRefund()], 'It is down.']) {
    const turns = [[callOrder()], next, ...(typeof next === 'string' ? [] : ['It is down.'])];
    // oxlint-disable-next-line no-await-in-loop -- three short runs
    expect((await loopOver(turns, tools)).result.text).toBe('It is down.');
  }
});

row('LE-59', 'a result with is_error does not spare a request the checks of the API', async () => {
  const failed = { ...resultFor('toolu_1', 'down'), is_error: true } as never;
  expect((await answered([callOrder()], user(failed))).status).toBe(200);
  const nowhere = { ...resultFor('toolu_2', 'down'), is_error: true } as never;
  expect((await answered([callOrder()], user(failed, nowhere))).status).toBe(400);
});
