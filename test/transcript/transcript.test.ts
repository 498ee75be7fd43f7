/** Exchanges put back together as one conversation, and printed. */
import { expect, test } from 'vitest';
import { fakeAnthropic, formatTranscript, simulate, toolUse } from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';

const result = (id: string, fields = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'seen',
  ...fields,
});

test('prints one line a message', () => {
  const long = `first line\n${'x'.repeat(100)}`;
  const messages = [
    { role: 'user', content: 'Look.' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'Yes.' },
        { type: 'tool_use', id: 'toolu_1' },
      ],
    },
    {
      role: 'user',
      content: [
        result('toolu_1', { is_error: true, content: long }),
        { type: 'text', text: 'And?' },
      ],
    },
    {
      role: 'user',
      content: [
        result('toolu_1', { content: [{ type: 'text', text: 'a' }, { type: 'image' }] }),
        result('toolu_2', { content: undefined }),
      ],
    },
    { role: 'assistant', content: [] },
  ];
  expect(formatTranscript(messages)).toMatchInlineSnapshot(`
    "user: text
    assistant: thinking | text | tool_use(toolu_1)
    user: tool_result(toolu_1, is_error) -> first line xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx | text
    user: tool_result(toolu_1) -> a [image] | tool_result(toolu_2) -> 
    assistant: (no content)"
  `);
  expect(formatTranscript({ messages }, { width: 5 })).toContain(
    'tool_result(toolu_1, is_error) -> first |',
  );
});

test('pairs each call with its result', async () => {
  const simulation = simulate([
    [toolUse('look', { at: 'left' }, { id: 'toolu_a' }), toolUse('look', {}, { id: 'toolu_b' })],
    'Done.',
  ]);
  const { body: call } = await send(simulation, body());
  const messages = [
    ...(body()['messages'] as object[]),
    { role: 'assistant', content: call.content },
  ];
  await send(
    simulation,
    body({
      messages: [...messages, { role: 'user', content: [result('toolu_b'), result('toolu_a')] }],
    }),
  );
  const [transcript] = simulation.transcripts;
  expect(transcript!.toolCalls).toEqual([
    { id: 'toolu_a', name: 'look', input: { at: 'left' }, result: result('toolu_a') },
    { id: 'toolu_b', name: 'look', input: {}, result: result('toolu_b') },
  ]);
  expect(transcript!.reply!.content).toMatchObject([{ text: 'Done.' }]);
  expect(transcript!.exchanges.map(({ index }) => index)).toEqual([0, 1]);
});

test('keeps a refused attempt as a head of its own, and the mended one as the last', async () => {
  const simulation = simulate([[toolUse('look', {}, { id: 'toolu_a' })], 'Done.']);
  const { body: call } = await send(simulation, body());
  const said = [...(body()['messages'] as object[]), { role: 'assistant', content: call.content }];
  await send(simulation, body({ messages: [...said, { role: 'user', content: 'Thanks.' }] }));
  await send(
    simulation,
    body({ messages: [...said, { role: 'user', content: [result('toolu_a')] }] }),
  );
  expect(simulation.transcripts).toHaveLength(1);
  const [{ heads, messages }] = simulation.transcripts as [(typeof simulation.transcripts)[0]];
  expect(heads.map((head) => formatTranscript(head).split('\n').slice(-2))).toEqual([
    ['assistant: tool_use(toolu_a)', 'user: text'],
    ['user: tool_result(toolu_a) -> seen', 'assistant: text'],
  ]);
  expect(heads.at(-1)).toEqual(messages);
});

test('takes the SDK at its retries: they are one conversation', async () => {
  const client = fakeAnthropic([
    {
      type: 'error',
      status: 500,
      error: { type: 'api_error', message: 'x' },
      headers: { 'retry-after-ms': '1' },
    },
    'ok',
    'ok',
  ]);
  const ask = () =>
    client.messages.create({
      model: 'm',
      max_tokens: 5,
      messages: [{ role: 'user', content: 'Hi.' }],
    });
  await ask();
  await ask();
  // The third request asks the same anew, which is another conversation.
  expect(client.simulation.transcripts.map(({ exchanges }) => exchanges.length)).toEqual([2, 1]);
});

test('finds the conversation again after its history was cut or rewritten', async () => {
  const simulation = simulate([[toolUse('look', {}, { id: 'toolu_a' })], 'Done.']);
  await send(simulation, body());
  const cut = [
    { role: 'user', content: 'In short: look.' },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'toolu_a', name: 'look', input: { changed: true } }],
    },
    { role: 'user', content: [result('toolu_a')] },
  ];
  await send(simulation, body({ messages: cut }));
  expect(simulation.transcripts).toHaveLength(1);
  expect(simulation.transcripts[0]!.heads).toHaveLength(2);
});
