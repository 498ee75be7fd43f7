// The conversation: what is sent, how it ends, and what comes back.
import type { Message, StopReason } from '@anthropic-ai/sdk/resources/messages';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool, runToolLoop, TurnLimitError } from '../../src/loop/index.ts';
import type { ToolCall } from '../../src/loop/index.ts';
import { basics, call, readyClient, reply, say } from './ready-client.ts';

const seen: string[] = [];
const look = defineTool({
  name: 'look',
  description: 'Looks somewhere. Changes nothing.',
  inputSchema: z.strictObject({ at: z.string() }),
  effect: 'read',
  run: ({ at }) => {
    seen.push(at);
    return `seen ${at}`;
  },
});
const tools = [look];

test('returns what the model says when it asks for nothing', async () => {
  const message = reply([say('Hello, '), say('world.')]);
  const result = await runToolLoop(readyClient(message), { ...basics, tools: [] });
  expect(result).toEqual({
    message,
    messages: [...basics.messages, { role: 'assistant', content: message.content }],
    text: 'Hello, world.',
    turns: 1,
  });
});

test('runs a tool and answers in one user message', async () => {
  const asking = reply([say('Let me look.'), call('toolu_1', 'look', { at: 'left' })]);
  const client = readyClient(asking, reply('Seen.'));
  const result = await runToolLoop(client, { ...basics, tools });
  expect(result.text).toBe('Seen.');
  expect(result.turns).toBe(2);
  expect(result.messages).toEqual([
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content: asking.content },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'seen left' }],
    },
    { role: 'assistant', content: [say('Seen.')] },
  ]);
  expect(client.requests[1]?.messages).toEqual(result.messages.slice(0, 3));
});

test('sends every further parameter as given, and none of its own', async () => {
  const client = readyClient(reply('Hi.'));
  await runToolLoop(client, {
    ...basics,
    tools,
    system: 'Be brief.',
    thinking: { type: 'adaptive' },
    tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    maxTurns: 3,
    signal: new AbortController().signal,
    stream: false,
    onCall: () => {},
    onToolError: () => {},
  });
  expect(client.requests).toEqual([
    {
      ...basics,
      tools: [look.definition],
      system: 'Be brief.',
      thinking: { type: 'adaptive' },
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    },
  ]);
});

test('leaves out tools when there are none', async () => {
  const client = readyClient(reply('Hi.'));
  await runToolLoop(client, { ...basics, tools: [] });
  expect(client.requests[0]).not.toHaveProperty('tools');
});

test('declares server tools and leaves their calls alone', async () => {
  const webSearch = { type: 'web_search_20260318', name: 'web_search' } as const;
  const searching = reply([
    {
      type: 'server_tool_use',
      id: 'srvtoolu_1',
      name: 'web_search',
      input: { query: 'x' },
      caller: { type: 'direct' },
    },
    say('Found.'),
  ]);
  const client = readyClient(searching);
  const result = await runToolLoop(client, { ...basics, tools: [look, webSearch] });
  expect(client.requests[0]?.tools).toEqual([look.definition, webSearch]);
  expect(result.text).toBe('Found.');
});

test('does not change the messages it is given', async () => {
  const messages = Object.freeze([...basics.messages]);
  const client = readyClient(reply([call('toolu_1', 'look', { at: 'left' })]), reply('Seen.'));
  const result = await runToolLoop(client, { ...basics, messages, tools });
  expect(messages).toEqual([{ role: 'user', content: 'Go.' }]);
  expect(result.messages).not.toBe(messages);
});

test('gives each request an array of its own', async () => {
  const kept: unknown[] = [];
  const queue = [reply([call('toolu_1', 'look', { at: 'left' })]), reply('Seen.')];
  const client = {
    messages: {
      create: (params: { messages: unknown[] }): Message => {
        kept.push(params.messages);
        return queue.shift()!;
      },
    },
  };
  await runToolLoop(client, { ...basics, tools });
  expect(kept.map((messages) => (messages as unknown[]).length)).toEqual([1, 3]);
});

test('sends the content of the model back as it came, thinking and unknown fields included', async () => {
  const content = [
    { type: 'thinking', thinking: '', signature: 'c2ln', later_field: [1] },
    { type: 'redacted_thinking', data: 'xyz' },
    { type: 'block_of_tomorrow', a: null },
    call('toolu_1', 'look', { at: 'left', when: undefined }),
  ] as Message['content'];
  const before = structuredClone(content);
  const client = readyClient(reply(content), reply('Seen.'));
  const result = await runToolLoop(client, { ...basics, tools });
  expect(result.messages[1]?.content).toBe(content);
  expect(content).toStrictEqual(before);
  expect(client.requests[1]?.messages[1]).toStrictEqual({ role: 'assistant', content: before });
});

test('keeps a tool and a hook from changing the history', async () => {
  const scribbler = defineTool({
    name: 'scribble',
    description: 'Scribbles.',
    inputSchema: { type: 'object' },
    effect: 'read',
    run: (input) => {
      (input['list'] as number[]).push(3);
      return input;
    },
  });
  const client = readyClient(reply([call('toolu_1', 'scribble', { list: [1] })]), reply('Done.'));
  const { messages } = await runToolLoop(client, {
    ...basics,
    tools: [scribbler],
    onCall: ({ input }) => (input as { list: number[] }).list.push(2),
  });
  expect(messages[1]?.content).toMatchObject([{ input: { list: [1] } }]);
});

test.each<StopReason>([
  'end_turn',
  'max_tokens',
  'stop_sequence',
  'refusal',
  'model_context_window_exceeded',
  'reason_of_tomorrow' as StopReason,
])('ends on %s with what there is', async (stop_reason) => {
  const message = reply('So far', stop_reason);
  const client = readyClient(message);
  const result = await runToolLoop(client, { ...basics, tools });
  expect(result).toMatchObject({ message, text: 'So far', turns: 1 });
});

test.each<StopReason>(['end_turn', 'max_tokens', 'refusal', 'model_context_window_exceeded'])(
  'never runs a tool of a turn that stopped for %s',
  async (stop_reason) => {
    seen.length = 0;
    const message = reply([say('I will'), call('toolu_1', 'look', { at: 'left' })], stop_reason);
    const result = await runToolLoop(readyClient(message), { ...basics, tools });
    expect(seen).toEqual([]);
    expect(result.messages.at(-1)).toEqual({ role: 'assistant', content: message.content });
  },
);

test('ends when the model stops for tools and asks for none', async () => {
  const result = await runToolLoop(readyClient(reply('Hm.', 'tool_use')), { ...basics, tools });
  expect(result).toMatchObject({ text: 'Hm.', turns: 1 });
});

test('leaves out text that says nothing, which the API would refuse', async () => {
  const asking = reply([say(''), call('toolu_1', 'look', { at: 'left' }), say(' \n')]);
  const client = readyClient(asking, reply('Seen.'));
  await runToolLoop(client, { ...basics, tools });
  expect(client.requests[1]?.messages[1]).toEqual({
    role: 'assistant',
    content: [asking.content[1]],
  });
});

test('ends on an empty answer', async () => {
  const result = await runToolLoop(readyClient(reply([])), { ...basics, tools });
  expect(result).toMatchObject({ text: '', turns: 1 });
});

test('resumes a paused turn with its content unchanged and no user message', async () => {
  const paused = reply([say('Searching')], 'pause_turn');
  const client = readyClient(
    paused,
    reply([call('toolu_1', 'look', { at: 'left' })]),
    reply('Seen.'),
  );
  const { messages, turns } = await runToolLoop(client, { ...basics, tools });
  expect(client.requests[1]?.messages).toEqual([
    ...basics.messages,
    { role: 'assistant', content: paused.content },
  ]);
  expect(messages[1]?.content).toBe(paused.content);
  expect(messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'assistant',
    'user',
    'assistant',
  ]);
  expect(turns).toBe(3);
});

test('goes on in the container the model worked in', async () => {
  const container = { id: 'container_1', expires_at: '2026-11-30T00:00:00Z', skills: null };
  const skills = [{ type: 'anthropic' as const, skill_id: 'pdf', version: 'latest' }];
  const used = async (
    asked?: string | { id?: string; skills: typeof skills },
  ): Promise<unknown> => {
    const client = readyClient(reply('…', 'pause_turn', { container }), reply('Done.'));
    await runToolLoop(client, { ...basics, tools, ...(asked && { container: asked }) });
    return client.requests[1]?.container;
  };
  expect(await used()).toBe('container_1');
  expect(await used('mine')).toBe('mine');
  expect(await used({ skills })).toEqual({ id: 'container_1', skills });
  expect(await used({ id: 'mine', skills })).toEqual({ id: 'mine', skills });
});

test('stops at the turn limit without running the tools of the last turn', async () => {
  seen.length = 0;
  const asking = [1, 2].map((n) => reply([call(`toolu_${n}`, 'look', { at: `place ${n}` })]));
  const client = readyClient(...asking, reply('Too late.'));
  const error = await runToolLoop(client, { ...basics, tools, maxTurns: 2 }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TurnLimitError);
  expect(error).toMatchObject({
    name: 'TurnLimitError',
    message:
      '[ensaio] Failed to finish the conversation: the model was not done after 2 turns. Raise maxTurns, or read error.transcript to see what it was doing.',
    turns: 2,
    transcript: [
      ...basics.messages,
      { role: 'assistant', content: asking[0]?.content },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'seen place 1' }],
      },
      { role: 'assistant', content: asking[1]?.content },
    ],
  });
  expect(seen).toEqual(['place 1']);
  expect(client.requests).toHaveLength(2);
});

test('stops at the turn limit in a turn that is paused for ever', async () => {
  const client = readyClient(...Array.from({ length: 5 }, () => reply('…', 'pause_turn')));
  await expect(runToolLoop(client, { ...basics, tools, maxTurns: 3 })).rejects.toMatchObject({
    name: 'TurnLimitError',
    turns: 3,
  });
});

test('lets the model finish in the very last turn', async () => {
  const result = await runToolLoop(readyClient(reply('Done.')), { ...basics, tools, maxTurns: 1 });
  expect(result.turns).toBe(1);
});

test('allows ten turns by default', async () => {
  const asking = Array.from({ length: 11 }, (_, n) =>
    reply([call(`toolu_${n}`, 'look', { at: 'left' })]),
  );
  const client = readyClient(...asking);
  await expect(runToolLoop(client, { ...basics, tools })).rejects.toMatchObject({ turns: 10 });
  expect(client.requests).toHaveLength(10);
});

test.each([0, -1, Number.NaN])('refuses a turn limit of %s', async (maxTurns) => {
  const client = readyClient();
  await expect(runToolLoop(client, { ...basics, tools, maxTurns })).rejects.toEqual(
    new RangeError(
      `[ensaio] Failed to start the loop: maxTurns must be 1 or more, not ${maxTurns}.`,
    ),
  );
  expect(client.requests).toEqual([]);
});

test('refuses two tools of one name', async () => {
  await expect(runToolLoop(readyClient(), { ...basics, tools: [look, look] })).rejects.toEqual(
    new TypeError('[ensaio] Failed to start the loop: two tools are named "look".'),
  );
});

test('passes an error of the client through unchanged', async () => {
  const failure = new Error('529 overloaded');
  const rejecting = { messages: { create: () => Promise.reject(failure) } };
  await expect(runToolLoop(rejecting, { ...basics, tools })).rejects.toBe(failure);
  const throwing = {
    messages: {
      create: (): never => {
        throw failure;
      },
    },
  };
  await expect(runToolLoop(throwing, { ...basics, tools })).rejects.toBe(failure);
});

test('reads a whole message off a stream', async () => {
  const queue = [reply([call('toolu_1', 'look', { at: 'left' })]), reply('Seen.')];
  const sent: unknown[] = [];
  const { signal } = new AbortController();
  const client = {
    messages: {
      create: (): never => {
        throw new Error('not streamed');
      },
      stream: (params: object, options?: { signal?: AbortSignal }) => {
        sent.push(structuredClone(params));
        expect(options?.signal).toBe(signal);
        return { finalMessage: async () => queue.shift()! };
      },
    },
  };
  const result = await runToolLoop(client, { ...basics, tools, stream: true, signal });
  expect(result.text).toBe('Seen.');
  expect(sent).toHaveLength(2);
  expect(sent[0]).not.toHaveProperty('stream');
});

test('refuses to stream with a client that cannot', async () => {
  await expect(runToolLoop(readyClient(), { ...basics, tools, stream: true })).rejects.toEqual(
    new TypeError(
      '[ensaio] Failed to stream a turn: the client has no messages.stream. Leave out stream, or pass a client that streams.',
    ),
  );
});

test('shows each call to onCall as it starts, in the turn that asked for it', async () => {
  const calls: ToolCall[] = [];
  const client = readyClient(
    reply([call('toolu_1', 'look', { at: 1 }), call('toolu_2', 'loook')]),
    reply([call('toolu_3', 'look', { at: 'left' })]),
    reply('Seen.'),
  );
  await runToolLoop(client, { ...basics, tools, onCall: (one) => calls.push(one) });
  expect(calls).toEqual([
    { id: 'toolu_1', name: 'look', input: { at: 1 }, turn: 1 },
    { id: 'toolu_2', name: 'loook', input: {}, turn: 1 },
    { id: 'toolu_3', name: 'look', input: { at: 'left' }, turn: 2 },
  ]);
});
