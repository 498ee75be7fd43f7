// Inputs are checked before anything is done with them, and permissions inside the tool.
import { expect } from 'vitest';
import { toolUse } from '../../../fakes/index.ts';
import { getOrder as ordersTool, orders } from '../../../examples/exercises/orders.ts';
import { row } from '../row.ts';
import { callOrder, getOrder, loopOver } from './desk.ts';

/** What the model is told of an input that the tool must not run on. */
async function refusalOf(input: unknown): Promise<string> {
  let runs = 0;
  const tool = getOrder(() => String((runs += 1)));
  const { results } = await loopOver([[toolUse('get_order', input as never)], 'Sorry.'], [tool]);
  expect(runs).toBe(0);
  expect(results).toMatchObject([{ is_error: true }]);
  return (results[0] as { content: string }).content;
}

row('LE-60 LE-63 LE-65', 'a value of the wrong format is told, with the right one', async () => {
  expect(await refusalOf({ number: '1002' })).toContain(
    'number: must match pattern /^A-\\d{4}$/, received "1002"',
  );
});

row('LE-60', 'a number where a text belongs is told', async () => {
  expect(await refusalOf({ number: 1002 })).toContain('number: ');
});

row('LE-60 LE-64', 'a field that is missing is told', async () => {
  expect(await refusalOf({})).toContain('number: expected string, received nothing');
});

row('LE-61', 'what is no object is not run', async () => {
  const { parse } = getOrder();
  for (const input of ['A-1001', ['A-1001'], 7, null]) {
    // oxlint-disable-next-line no-await-in-loop -- four checks
    expect(await parse(input)).toMatchObject({ ok: false });
  }
});

row(
  'LE-66',
  "another's order is well formed and refused, by the identity of the session",
  async () => {
    const play = async (customer: string): Promise<unknown[]> => {
      const tool = ordersTool(orders(), { customer });
      return (await loopOver([[callOrder('A-2001')], 'Well.'], [tool])).results;
    };
    expect(await play('ana')).toMatchObject([
      { is_error: true, content: 'There is no order A-2001. Ask the customer for the number.' },
    ]);
    expect(await play('bruno')).toMatchObject([{ content: '{"status":"open"}' }]);
  },
);

row('LE-67', 'an identity in the input is a field too many', async () => {
  const tool = ordersTool(orders(), { customer: 'ana' });
  const call = toolUse('get_order', { number: 'A-2001', customer: 'bruno' });
  const { results } = await loopOver([[call], 'Well.'], [tool]);
  expect(results).toMatchObject([{ is_error: true, content: expect.stringContaining('customer') }]);
});
