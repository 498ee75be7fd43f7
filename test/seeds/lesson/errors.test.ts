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
  /A-1234/.test(error)
    ? [[callOrder('1001')], [callOrder('A-1001', 'toolu_2')], 'It has shipped.']
    : [[callOrder('1001')], 'I could not find it.'];

row('LE-52', 'an error that says what to do can be acted on', async () => {
  const { results } = await loopOver(script('Use the format A-1234.'));
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
