// Small tools: what they are called, what they are for, and what they give back.
import { expect } from 'vitest';
import * as z from 'zod';
import { cancelOrder } from '../../../examples/exercises/cancel-order.ts';
import { getOrder, orders } from '../../../examples/exercises/orders.ts';
import { toolUse } from '../../../fakes/index.ts';
import { defineTool, type LoopTool, type ToolEffect } from '../../../src/loop/index.ts';
import { row } from '../row.ts';
import { loopOver } from './desk.ts';

const named = (name: string, effect: ToolEffect = 'read'): LoopTool =>
  defineTool({
    name,
    description: 'One of two.',
    inputSchema: z.strictObject({}),
    effect,
    run: () => name,
  });

const sentences = (description = ''): number => description.split(/\.(?:\s|$)/).length - 1;

row('LE-80', 'operations that belong together are one tool with an action', async () => {
  const tool = defineTool({
    name: 'pull_request',
    description: 'Lists pull requests, or shows one.',
    inputSchema: z.strictObject({ action: z.enum(['list', 'show']), number: z.int().optional() }),
    effect: 'read',
    run: ({ action, number }) => `${action} ${number ?? 'all'}`,
  });
  const call = (action: string, number?: number): ReturnType<typeof toolUse> =>
    toolUse('pull_request', { action, ...(number === undefined ? {} : { number }) });
  const { results } = await loopOver(
    [[call('list'), call('show', 7), call('merge', 7)], 'Done.'],
    [tool],
  );
  expect(results).toMatchObject([
    { content: 'list all' },
    { content: 'show 7' },
    { is_error: true, content: expect.stringContaining('action') },
  ]);
});

row('LE-81', 'the loop can tell a read from a write, and orders only the writes', async () => {
  const { results } = await loopOver(
    [[toolUse('look', {}), toolUse('change', {})], 'Done.'],
    [named('look'), named('change', 'write')],
  );
  expect(results).toMatchObject([{ content: 'look' }, { content: 'change' }]);
});

row('LE-82', 'two tools of one name are kept apart by their services', async () => {
  await expect(loopOver(['Hello.'], [named('list'), named('list')])).rejects.toThrow(
    'two tools are named "list"',
  );
  const calls = [toolUse('github_list', {}), toolUse('slack_list', {})];
  const { results } = await loopOver([calls, 'Done.'], [named('github_list'), named('slack_list')]);
  expect(results).toMatchObject([{ content: 'github_list' }, { content: 'slack_list' }]);
});

row('LE-83', 'a result has what the next step needs', async () => {
  const tool = getOrder(orders(), { customer: 'ana' });
  const { results } = await loopOver(
    [[toolUse('get_order', { number: 'A-1001' })], 'On its way.'],
    [tool],
  );
  expect(results).toMatchObject([{ content: '{"status":"shipped"}' }]);
});

row(
  'LE-19 LE-103',
  'a description of one line is told from one that says when and what not',
  () => {
    const session = { customer: 'ana' };
    for (const { definition } of [getOrder(orders(), session), cancelOrder(orders(), session)]) {
      expect(sentences(definition.description)).toBeGreaterThanOrEqual(3);
      expect(definition.description).toMatch(/\bnot\b|\bnothing\b/);
    }
    expect(sentences(named('look').definition.description)).toBe(1);
  },
);

row('LE-84', 'a place in a list names another order after a change; an id does not', async () => {
  const play = async (second: string): Promise<string[]> => {
    const book = ['A-1001', 'A-1002', 'A-1003'];
    const cancel = defineTool({
      name: 'cancel',
      description: 'Cancels an order.',
      inputSchema: z.strictObject({ order: z.string() }),
      effect: 'write',
      run({ order }) {
        const place = book.includes(order) ? book.indexOf(order) : Number(order) - 1;
        return book.splice(place, 1);
      },
    });
    const calls = [{ order: second === 'A-1002' ? 'A-1001' : '1' }, { order: second }];
    await loopOver([calls.map((input) => toolUse('cancel', input)), 'Done.'], [cancel]);
    return book;
  };
  expect(await play('2')).toEqual(['A-1002']);
  expect(await play('A-1002')).toEqual(['A-1003']);
});
