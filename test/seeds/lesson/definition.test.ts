// What a tool is defined by, and what the API refuses of it.
import { expect } from 'vitest';
import { toolUse } from '../../../fakes/index.ts';
import { defineTool } from '../../../src/loop/index.ts';
import { row } from '../row.ts';
import { defined, getOrder, loopOver } from './desk.ts';

const whole = { name: 'get_order', description: 'An order.', input_schema: { type: 'object' } };

row('LE-10', 'a tool without a name or a schema is refused', async () => {
  const { name, input_schema, ...rest } = whole;
  for (const [fields, missing] of [
    [{ ...rest, input_schema }, 'name'],
    [{ ...rest, name }, 'input_schema'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- two requests
    const { status, body } = await defined(fields);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(missing)]);
  }
  expect((await defined(whole)).status).toBe(200);
});

row('LE-12', 'a name is one to 128 letters, digits, underscores and hyphens', async () => {
  const statusOf = async (name: string): Promise<number> =>
    (await defined({ ...whole, name })).status;
  const taken = ['a', 'get_order-2', 'x'.repeat(128)];
  const refused = ['', 'get order', 'pedição', 'get.order', 'x'.repeat(129)];
  expect(await Promise.all(taken.map(statusOf))).toEqual(taken.map(() => 200));
  expect(await Promise.all(refused.map(statusOf))).toEqual(refused.map(() => 400));
});

row('LE-13', 'the root of a schema is an object', async () => {
  expect((await defined({ ...whole, input_schema: { type: 'string' } })).status).toBe(400);
  expect(() =>
    defineTool({
      name: 'get_order',
      description: 'An order.',
      inputSchema: { type: 'string' } as never,
      effect: 'read',
      run: () => '',
    }),
  ).toThrow('object');
});

row('LE-14', 'the description reaches the model as it was written', async () => {
  const { client } = await loopOver(['Hello.']);
  const { tools } = client.simulation.journal[0]!.request.body;
  expect(tools).toMatchObject([{ description: 'An order, by its number.' }]);
});

row('LE-15 LE-62', 'a call with a field too many is not run, and the field is named', async () => {
  let runs = 0;
  const tool = getOrder(() => String((runs += 1)));
  expect(tool.definition.input_schema).toMatchObject({ additionalProperties: false });
  const call = toolUse('get_order', { number: 'A-1001', customer: 'ana' });
  const { results } = await loopOver([[call], 'Sorry.'], [tool]);
  expect(runs).toBe(0);
  expect(results).toMatchObject([{ is_error: true, content: expect.stringContaining('customer') }]);
});

row('LE-16', 'an example that does not fit the schema is refused', async () => {
  const schema = { type: 'object', properties: { number: { type: 'string' } } };
  const statusOf = async (number: unknown): Promise<number> =>
    (await defined({ ...whole, input_schema: schema, input_examples: [{ number }] })).status;
  expect([await statusOf('A-1001'), await statusOf(1001)]).toEqual([200, 400]);
});

row('LE-18', 'a name that there is not is answered, and the loop goes on', async () => {
  const { result, results } = await loopOver([[toolUse('find_order', {})], 'I cannot.']);
  expect(result.text).toBe('I cannot.');
  expect(results).toMatchObject([
    { is_error: true, content: expect.stringContaining('get_order') },
  ]);
});
