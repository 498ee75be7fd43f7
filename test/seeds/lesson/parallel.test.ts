// Several calls in one reply, and how the model is kept to one or to none.
import { expect } from 'vitest';
import { checkInvariants } from '../../../fakes/index.ts';
import { row } from '../row.ts';
import {
  answered,
  callOrder,
  callRefund,
  defined,
  getOrder,
  loopOver,
  refund,
  resultFor,
  user,
} from './desk.ts';

const two = [callOrder('A-1001', 'toolu_1'), callOrder('A-1002', 'toolu_2')];

/** A tool that notes when it begins and ends, and lets others go first; `slow` numbers take longer. */
function noting(slow: string): {
  notes: string[];
  run: (input: { number: string }) => Promise<string>;
} {
  const notes: string[] = [];
  const run = async ({ number }: { number: string }): Promise<string> => {
    notes.push(`${number} begins`);
    const ticks = number === slow ? 20 : 2;
    // oxlint-disable-next-line no-await-in-loop -- a moment, without a clock
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    notes.push(`${number} ends`);
    return number;
  };
  return { notes, run };
}

row('LE-70 LE-73', 'each of several calls has its result, in one message', async () => {
  const { client, results } = await loopOver([two, 'Both have shipped.']);
  expect(results).toMatchObject([{ tool_use_id: 'toolu_1' }, { tool_use_id: 'toolu_2' }]);
  expect(client.simulation.journal[1]!.messages).toHaveLength(3);
});

row('LE-71 LE-74', 'reads overlap, and their results keep the order of the calls', async () => {
  const { notes, run } = noting('A-1001');
  const { results } = await loopOver([two, 'Done.'], [getOrder(run)]);
  expect(notes).toEqual(['A-1001 begins', 'A-1002 begins', 'A-1002 ends', 'A-1001 ends']);
  expect(results).toMatchObject([{ content: 'A-1001' }, { content: 'A-1002' }]);
});

row('LE-72', 'writes run one after another, in the order of the calls', async () => {
  const { notes, run } = noting('A-1001');
  const calls = [callRefund('A-1001', 'toolu_1'), callRefund('A-1002', 'toolu_2')];
  await loopOver([calls, 'Done.'], [refund(run)]);
  expect(notes).toEqual(['A-1001 begins', 'A-1001 ends', 'A-1002 begins', 'A-1002 ends']);
});

row('LE-75', 'results in messages of their own are taken, and found', async () => {
  const results = [user(resultFor('toolu_1')), user(resultFor('toolu_2'))];
  expect((await answered(two, ...results)).status).toBe(200);
  const conversation = [
    { role: 'user', content: 'Where?' },
    { role: 'assistant', content: two },
    ...results,
  ];
  const found = checkInvariants(conversation as never).map(({ invariant }) => invariant);
  expect(found).toContain('results-in-one-message');
});

row('LE-85', 'two reads run at once, the write behind them alone', async () => {
  const { notes, run } = noting('A-1001');
  const calls = [...two, callRefund('A-1003', 'toolu_3')];
  const { client, results } = await loopOver([calls, 'Done.'], [getOrder(run), refund(run)]);
  expect(notes.map((note) => note.replace('A-100', ''))).toEqual([
    '1 begins',
    '2 begins',
    '2 ends',
    '1 ends',
    '3 begins',
    '3 ends',
  ]);
  expect(results).toHaveLength(3);
  expect(client.simulation.journal[1]!.messages).toHaveLength(3);
});

row('LE-86', 'several calls need no parameter', async () => {
  const { client } = await loopOver([two, 'Both have shipped.']);
  expect(client.simulation.journal[0]!.request.body).not.toHaveProperty('tool_choice');
});

const tool = getOrder().definition;

row('LE-77', 'disable_parallel_tool_use stands in tool_choice and not at the root', async () => {
  const inside = { tool_choice: { type: 'auto', disable_parallel_tool_use: true } };
  expect((await defined(tool, inside)).status).toBe(200);
  const { status, body } = await defined(tool, { disable_parallel_tool_use: true });
  expect([status, body.error.message]).toEqual([
    400,
    'disable_parallel_tool_use: Extra inputs are not permitted',
  ]);
});

row('LE-78', 'with it and auto the loop goes on by one call, or by none', async () => {
  const tool_choice = { type: 'auto' as const, disable_parallel_tool_use: true };
  const turns = [[two[0]], [two[1]], 'Both have shipped.'];
  const { client, results } = await loopOver(turns, [getOrder()], { tool_choice });
  expect(results).toHaveLength(2);
  for (const { request } of client.simulation.journal) {
    expect(request.body.tool_choice).toEqual(tool_choice);
  }
});

row('LE-79', 'newer models refuse a choice that forces a tool, and take auto', async () => {
  const ask = async (model: string, type: string): Promise<unknown[]> => {
    const choice = type === 'tool' ? { type, name: 'get_order' } : { type };
    const { status, body } = await defined(tool, { model, tool_choice: choice });
    return [status, body.error?.message];
  };
  const refused = [400, 'tool_choice: type "tool" and "any" are not supported for this model.'];
  expect(await ask('claude-opus-5-5', 'any')).toEqual(refused);
  expect(await ask('claude-opus-5-5', 'tool')).toEqual(refused);
  expect(await ask('claude-opus-5-5', 'auto')).toEqual([200, undefined]);
  expect(await ask('claude-opus-5', 'any')).toEqual([200, undefined]);
  const auto = { model: 'claude-opus-5-5', tool_choice: { type: 'auto' } };
  expect((await defined({ ...tool, strict: true }, auto)).status).toBe(200);
});
