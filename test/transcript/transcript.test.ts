/** Exchanges put back together as one conversation, and printed. */
import { expect, test } from 'vitest';
import type Anthropic from '@anthropic-ai/sdk';
import {
  fakeAnthropic,
  formatTranscript,
  simulate,
  text,
  thinking,
  toolUse,
  when,
} from '../../fakes/index.ts';
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

test('keeps conversations with the same words and other system prompts apart', async () => {
  const client = fakeAnthropic([
    when({ system: 'planner' }, ['plan', 'more plan']),
    when({ system: 'critic' }, ['critique', 'more critique']),
  ]);
  const talk = async (system: string): Promise<void> => {
    const params = { model: 'm', max_tokens: 5, system };
    const first = await client.messages.create({
      ...params,
      messages: [{ role: 'user', content: 'Q' }],
    });
    await client.messages.create({
      ...params,
      messages: [
        { role: 'user', content: 'Q' },
        { role: 'assistant', content: first.content },
        { role: 'user', content: 'Go on.' },
      ],
    });
  };
  await Promise.all([talk('planner'), talk('critic')]);
  client.simulation.assertDone();
  expect(client.simulation.transcripts.map(({ exchanges }) => exchanges.length)).toEqual([2, 2]);
  expect(client.simulation.transcripts.map(({ messages }) => messages.length)).toEqual([4, 4]);
});

test('keeps the same question, asked twice at once, apart', async () => {
  const client = fakeAnthropic(['one', 'two', 'three', 'four']);
  const params = { model: 'm', max_tokens: 5 };
  const question = { role: 'user' as const, content: 'Q' };
  const ask = (...messages: Anthropic.MessageParam[]) =>
    client.messages.create({ ...params, messages });
  const [a, b] = await Promise.all([ask(question), ask(question)]);
  await ask(question, { role: 'assistant', content: a.content }, question);
  await ask(question, { role: 'assistant', content: b.content }, question);
  expect(
    client.simulation.transcripts.map(({ exchanges }) => exchanges.map(({ index }) => index)),
  ).toEqual([
    [0, 2],
    [1, 3],
  ]);
});

test('keeps a conversation and its route when a reply was changed on the way back', async () => {
  const simulation = simulate([
    when({ user: 'plan' }, [[thinking('hm'), text('one')], 'two']),
    'stray',
  ]);
  const opening = { role: 'user', content: 'plan' };
  await send(simulation, body({ messages: [opening] }));
  const second = await send(
    simulation,
    body({
      messages: [opening, { role: 'assistant', content: 'one' }, { role: 'user', content: 'and?' }],
    }),
  );
  expect(second.body.content[0].text).toBe('two');
  expect(simulation.transcripts).toHaveLength(1);
});

test('counts branches off one reply as one head each', async () => {
  const simulation = simulate(['a', 'b1', 'c1', 'b2', 'c2']);
  const say = async (messages: object[], next: string): Promise<object[]> => {
    const asked = [...messages, { role: 'user', content: next }];
    const { body: reply } = await send(simulation, body({ messages: asked }));
    return [...asked, { role: 'assistant', content: reply.content }];
  };
  const root = await say([], 'root');
  const [left, right] = [await say(root, 'left'), await say(root, 'right')];
  await say(left, 'left again');
  await say(right, 'right again');
  expect(simulation.transcripts.flatMap(({ heads }) => heads).length).toBe(2);
});

test('makes no conversation of a request that never was one', async () => {
  const simulation = simulate(['one']);
  await send(simulation, '', { method: 'GET' });
  await send(simulation, '{"messages":');
  await send(simulation, body());
  expect(simulation.transcripts.map(({ exchanges }) => exchanges.length)).toEqual([1]);
});
