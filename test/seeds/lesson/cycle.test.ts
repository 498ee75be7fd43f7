// Calls and results: the way there and back, and where they must stand.
import { expect } from 'vitest';
import { checkInvariants, text, toolUse } from '../../../fakes/index.ts';
import { row } from '../row.ts';
import { answered, callOrder, getOrder, loopOver, resultFor, user } from './desk.ts';

const note = { type: 'text' as const, text: 'Be brief.' };

row(
  'LE-01 LE-04',
  'the application runs what the model asks for, and its result decides the answer',
  async () => {
    const inputs: unknown[] = [];
    const tool = getOrder((input) => {
      inputs.push(input);
      return 'lost at sea';
    });
    const { results } = await loopOver([[callOrder()], 'It is lost.'], [tool]);
    expect(inputs).toEqual([{ number: 'A-1001' }]);
    expect(results).toMatchObject([{ content: 'lost at sea' }]);
  },
);

row('LE-02', 'what the application refuses is not done, whatever the model wants', async () => {
  const shipped: string[] = [];
  const tool = getOrder(({ number }) => {
    if (number !== 'A-1001') throw new Error('not yours');
    shipped.push(number);
    return number;
  });
  await loopOver([[callOrder('A-1001'), callOrder('A-9999', 'toolu_2')], 'Well.'], [tool]);
  expect(shipped).toEqual(['A-1001']);
});

row(
  'LE-30 LE-31 LE-32',
  'a reply has text and calls, and each result has the id of its call',
  async () => {
    const { client, results } = await loopOver([[text('Let me look.'), callOrder()], 'Shipped.']);
    expect(client.simulation.journal[0]!.response!.body).toMatchObject({
      stop_reason: 'tool_use',
      content: [
        { type: 'text' },
        { type: 'tool_use', id: 'toolu_1', name: 'get_order', input: { number: 'A-1001' } },
      ],
    });
    expect(client.simulation.journal[1]!.messages.at(-1)!.role).toBe('user');
    expect(results).toMatchObject([{ type: 'tool_result', tool_use_id: 'toolu_1' }]);
  },
);

row('LE-33', 'a result is a text, or a list of texts, images and documents', async () => {
  const source = { type: 'text' as const, media_type: 'text/plain' as const, data: 'A page.' };
  const url = { type: 'url' as const, url: 'https://example.test/a.png' };
  const contents = [
    'has shipped',
    [note],
    [{ type: 'image', source: url }],
    [{ type: 'document', source }],
  ];
  const sent = contents.map((content) =>
    answered([callOrder()], user({ ...resultFor('toolu_1'), content } as never)),
  );
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

row('LE-34', 'with its result the model asks again, or answers', async () => {
  const { client, result } = await loopOver([
    [callOrder()],
    [callOrder('A-1002', 'toolu_2')],
    'Both have shipped.',
  ]);
  expect(client.simulation.journal).toHaveLength(3);
  expect(result.message.stop_reason).toBe('end_turn');
});

row('LE-35 LE-36', 'a result with a wrong id, or with none, is refused', async () => {
  const { tool_use_id: _, ...nameless } = resultFor('toolu_1') as { tool_use_id: string };
  const wrong = await answered([callOrder()], user(resultFor('toolu_x')));
  const none = await answered([callOrder()], user(nameless as never));
  expect([wrong.status, none.status]).toEqual([400, 400]);
  expect(none.body.error.message).toContain('tool_use_id');
});

row('LE-37', 'a message between a call and its result is refused', async () => {
  const { status, body } = await answered(
    [callOrder()],
    { role: 'user', content: 'And?' },
    { role: 'assistant', content: 'One moment.' },
    user(resultFor('toolu_1')),
  );
  expect(status).toBe(400);
  expect(body.error.message).toContain(
    'unexpected `tool_use_id` found in `tool_result` blocks: toolu_1',
  );
});

row('LE-38 LE-39', 'text is refused before the results and taken behind them', async () => {
  const before = await answered([callOrder()], user(note, resultFor('toolu_1')));
  const behind = await answered([callOrder()], user(resultFor('toolu_1'), note));
  expect([before.status, behind.status]).toEqual([400, 200]);
});

row('LE-40 LE-95', 'only the limit of the loop ends a model that asks for ever', async () => {
  const forever = Array.from({ length: 3 }, (_, turn) => [callOrder('A-1001', `toolu_${turn}`)]);
  await expect(loopOver(forever, [getOrder()], { maxTurns: 3 })).rejects.toMatchObject({
    name: 'TurnLimitError',
    message: expect.stringContaining('3'),
  });
});

row('LE-41', 'the id of a call comes with it, and looks as the API makes it', async () => {
  const call = toolUse('get_order', { number: 'A-1001' });
  const { results } = await loopOver([[call], 'Shipped.']);
  expect(results).toMatchObject([
    { tool_use_id: expect.stringMatching(/^toolu_01[1-9A-Za-z]{22}$/) },
  ]);
});

row('LE-42', 'the id says whose result it is, and not the place', async () => {
  const calls = [callOrder('A-1001', 'toolu_1'), callOrder('A-1002', 'toolu_2')];
  const swapped = user(resultFor('toolu_2', 'late'), resultFor('toolu_1', 'early'));
  expect((await answered(calls, swapped)).status).toBe(200);
  const conversation = [
    { role: 'user', content: 'Where?' },
    { role: 'assistant', content: calls },
    swapped,
  ];
  const found = checkInvariants(conversation as never).map(({ invariant }) => invariant);
  expect(found).not.toContain('one-result-per-call');
});

row('LE-43', 'both sides of each turn are kept, until a reply wants no tool', async () => {
  const { client } = await loopOver([[callOrder()], [callOrder('A-1002', 'toolu_2')], 'Both.']);
  const roles = client.simulation.journal.map(({ messages }) =>
    messages.map(({ role }) => role[0]).join(''),
  );
  expect(roles).toEqual(['u', 'uau', 'uauau']);
});
