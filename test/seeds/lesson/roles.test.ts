// What the model has of a tool, what the application keeps, and the words that both use.
import { expect } from 'vitest';
import { fakeAnthropic, simulate } from '../../../fakes/index.ts';
import { getOrder as ordersTool, orders } from '../../../examples/exercises/orders.ts';
import { body, send } from '../../support/send.ts';
import { row } from '../row.ts';
import { callOrder, getOrder, loopOver } from './desk.ts';

row('LE-05', 'the credentials of the application reach its tool and nobody else', async () => {
  const password = 'pw-7731';
  const used: string[] = [];
  const tool = getOrder(({ number }) => {
    used.push(password);
    return `${number} has shipped`;
  });
  const { client } = await loopOver([[callOrder()], 'It has.'], [tool]);
  expect(used).toEqual([password]);
  expect(JSON.stringify(client.simulation.journal)).not.toContain(password);
});

row('LE-06', 'a tool may answer at once or take its time', async () => {
  for (const run of [() => 'shipped', () => Promise.resolve().then(() => 'shipped')]) {
    // oxlint-disable-next-line no-await-in-loop -- two short runs
    const { results } = await loopOver([[callOrder()], 'It has.'], [getOrder(run)]);
    expect(results).toMatchObject([{ content: 'shipped' }]);
  }
});

row('LE-07', 'an answer without a call is passed on, true or not', async () => {
  let looks = 0;
  const tool = getOrder(() => String((looks += 1)));
  const { result } = await loopOver(['It arrived yesterday.'], [tool]);
  expect([result.text, looks]).toEqual(['It arrived yesterday.', 0]);
});

row('LE-20', 'a field says its exact format, and the model is told', async () => {
  const { client } = await loopOver(['Hello.'], [ordersTool(orders(), { customer: 'ana' })]);
  expect(client.simulation.journal[0]!.request.body.tools).toMatchObject([
    {
      input_schema: {
        properties: { number: { description: expect.stringMatching(/four digits/) } },
      },
    },
  ]);
});

row('LE-21', 'the model is shown name, description and schema, and none of the code', async () => {
  const { client } = await loopOver(['Hello.'], [getOrder(() => 'from the cache of desk 4')]);
  const { tools } = client.simulation.journal[0]!.request.body;
  expect(Object.keys(tools![0]!).toSorted()).toEqual(['description', 'input_schema', 'name']);
  expect(JSON.stringify(tools)).not.toContain('cache of desk 4');
});

row('LE-88', 'of a large catalogue the tools are searched for, not all shown', async () => {
  const { definition } = getOrder();
  const search = { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' };
  const deferred = { ...definition, defer_loading: true };
  const statusOf = async (...tools: object[]): Promise<number> =>
    (await send(simulate(['Hello.']), body({ tools }))).status;
  expect(await statusOf(search, deferred)).toBe(200);
  expect(await statusOf(deferred)).toBe(400);
});

row('LE-98', 'the model that the lesson names is one that the API knows', async () => {
  const client = fakeAnthropic([]);
  expect(await client.models.retrieve('claude-haiku-5-5')).toMatchObject({ type: 'model' });
  await expect(client.models.retrieve('claude-haiku-9')).rejects.toMatchObject({ status: 404 });
});

row('LE-140', 'each word of the glossary is a field of one exchange', async () => {
  const { client } = await loopOver([[callOrder(1001)], 'Sorry.']);
  const [asked, told] = client.simulation.journal;
  expect(asked!.request.body.tools).toMatchObject([
    { name: 'get_order', description: expect.any(String), input_schema: { type: 'object' } },
  ]);
  expect(asked!.response!.body).toMatchObject({
    stop_reason: 'tool_use',
    content: [{ type: 'tool_use', id: 'toolu_1', name: 'get_order', input: { number: 1001 } }],
  });
  expect(told!.messages.at(-1)).toMatchObject({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'toolu_1', is_error: true }],
  });
  const strict = { ...getOrder().definition, strict: true };
  expect((await send(simulate(['Hello.']), body({ tools: [strict] }))).status).toBe(200);
});
