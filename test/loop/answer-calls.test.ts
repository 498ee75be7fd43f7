// The calls of one turn: what runs when, and what each is answered.
import type { ToolResultBlockParam, ToolUseBlock } from '@anthropic-ai/sdk/resources/messages';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool, runToolLoop, ToolError } from '../../src/loop/index.ts';
import type {
  LoopOptions,
  LoopTool,
  ToolCall,
  ToolContext,
  ToolEffect,
  ToolOutput,
} from '../../src/loop/index.ts';
import { basics, call, deferred, lastContent, readyClient, reply } from './ready-client.ts';

type Run = (input: { n?: number | undefined }, context: ToolContext) => unknown;

function tool(name: string, effect: ToolEffect, run: Run): LoopTool {
  return defineTool({
    name,
    description: `The tool ${name}.`,
    inputSchema: z.strictObject({ n: z.number().optional() }),
    effect,
    run: (input, context) => run(input, context) as ToolOutput,
  });
}

/** The content of the one user message that answers these calls. */
async function answersTo(
  calls: ToolUseBlock[],
  tools: LoopTool[],
  more: Partial<LoopOptions> = {},
): Promise<ToolResultBlockParam[]> {
  const client = readyClient(reply(calls), reply('Done.'));
  const { messages } = await runToolLoop(client, { ...basics, tools, ...more });
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  return lastContent(client) as ToolResultBlockParam[];
}

/** What the model is told when a tool answers so. */
async function sent(output: unknown, more: Partial<LoopOptions> = {}): Promise<unknown> {
  const tools = [tool('get', 'read', () => output)];
  const [answer] = await answersTo([call('toolu_1', 'get')], tools, more);
  expect(answer).toHaveProperty('content');
  return answer?.is_error ? answer : answer?.content;
}

test('sends text as it is, and JSON values as JSON', async () => {
  expect(await sent('plain')).toBe('plain');
  expect(await sent('')).toBe('');
  expect(await sent({ status: 'sent', eta: null })).toBe('{"status":"sent","eta":null}');
  expect(await sent([1, 'a'])).toBe('[1,"a"]');
  expect(await sent([])).toBe('[]');
  expect(await sent(null)).toBe('null');
  expect(await sent(0)).toBe('0');
  expect(await sent(false)).toBe('false');
  expect(await sent(Promise.resolve('later'))).toBe('later');
});

test('sends an empty result for a tool that returns nothing', async () => {
  expect(await sent(undefined)).toBe('');
});

test('sends content blocks as blocks, and what only looks like them as JSON', async () => {
  const blocks = [
    { type: 'text', text: 'A picture:' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'hi' } },
    { type: 'search_result', source: 'a', title: 'b', content: [{ type: 'text', text: 'c' }] },
  ];
  expect(await sent(blocks)).toEqual(blocks);
  expect(await sent([{ type: 'text' }])).toBe('[{"type":"text"}]');
  expect(await sent([...blocks, 'x'])).toBe(JSON.stringify([...blocks, 'x']));
  expect(await sent({ type: 'text', text: 'one' })).toBe('{"type":"text","text":"one"}');
});

test.each([
  ['a bigint', 1n],
  ['a function', () => 1],
  ['a symbol', Symbol('x')],
])('treats %s as an unexpected error of the tool', async (_, output) => {
  const errors: unknown[] = [];
  expect(await sent(output, { onToolError: (error) => errors.push(error) })).toMatchObject({
    is_error: true,
    content: 'Internal error in tool "get". Try again later, or go on without it.',
  });
  expect(errors).toEqual([expect.any(TypeError)]);
});

test('tells the model of an unknown tool which tools there are', async () => {
  const tools = [tool('get', 'read', () => 1), tool('set', 'write', () => 1)];
  expect(await answersTo([call('toolu_1', 'gett')], tools)).toEqual([
    {
      type: 'tool_result',
      tool_use_id: 'toolu_1',
      is_error: true,
      content:
        'Unknown tool "gett". Available tools: "get", "set". Correct the name and call again.',
    },
  ]);
  const [answer] = await answersTo([call('toolu_1', '__proto__')], []);
  expect(answer?.content).toBe(
    'Unknown tool "__proto__". No tools are available: answer without one.',
  );
});

test('says something for a ToolError that says nothing: the API refuses an empty error', async () => {
  const refuse = tool('get', 'read', () => {
    throw new ToolError(' ');
  });
  expect(await answersTo([call('toolu_1', 'get')], [refuse])).toEqual([
    {
      type: 'tool_result',
      tool_use_id: 'toolu_1',
      content: 'The tool failed and did not say why.',
      is_error: true,
    },
  ]);
});

test('passes a ToolError to the model as it is, and tells no hook', async () => {
  const errors: unknown[] = [];
  const refuse = tool('get', 'read', () => {
    throw new ToolError('Order A-9 not found.');
  });
  expect(
    await answersTo([call('toolu_1', 'get')], [refuse], { onToolError: (e) => errors.push(e) }),
  ).toEqual([
    {
      type: 'tool_result',
      tool_use_id: 'toolu_1',
      is_error: true,
      content: 'Order A-9 not found.',
    },
  ]);
  expect(errors).toEqual([]);
});

test('keeps the internals of an unexpected error from the model and gives them to the hook', async () => {
  const failure = new Error('password hunter2 refused by db-3');
  const seen: [unknown, ToolCall][] = [];
  const answers = await answersTo(
    [call('toolu_1', 'get', { n: 1 }), call('toolu_2', 'set')],
    [
      tool('get', 'read', () => {
        throw failure;
      }),
      tool('set', 'write', () => Promise.reject(failure)),
    ],
    { onToolError: (error, one) => seen.push([error, one]) },
  );
  expect(answers.map(({ content }) => content)).toEqual([
    'Internal error in tool "get". Try again later, or go on without it.',
    'Internal error in tool "set". It may or may not have taken effect: check before you try again.',
  ]);
  expect(seen).toEqual([
    [failure, { id: 'toolu_1', name: 'get', input: { n: 1 }, turn: 1 }],
    [failure, { id: 'toolu_2', name: 'set', input: {}, turn: 1 }],
  ]);
  expect(seen[0]?.[0]).toBe(failure);
});

test('takes anything a tool may throw', async () => {
  const thrown: unknown[] = [];
  for (const value of [undefined, null, 'text', { code: 1 }]) {
    const broken = tool('get', 'read', () => {
      throw value;
    });
    const [answer] = await answersTo([call('toolu_1', 'get')], [broken], {
      onToolError: (error) => thrown.push(error),
    });
    expect(answer?.is_error).toBe(true);
  }
  expect(thrown).toEqual([undefined, null, 'text', { code: 1 }]);
});

test('answers although onToolError itself fails, or nobody listens', async () => {
  const broken = tool('get', 'read', () => {
    throw new Error('tool');
  });
  const hooks: Partial<LoopOptions>[] = [
    {},
    {
      onToolError: () => {
        throw new Error('hook');
      },
    },
    { onToolError: () => Promise.reject(new Error('hook')) },
  ];
  for (const hook of hooks) {
    const [answer] = await answersTo([call('toolu_1', 'get')], [broken], hook);
    expect(answer?.content).toBe(
      'Internal error in tool "get". Try again later, or go on without it.',
    );
  }
});

test('runs the tool although onCall fails, and reports it to onToolError', async () => {
  const failure = new Error('hook');
  for (const onCall of [
    () => Promise.reject(failure),
    () => {
      throw failure;
    },
  ]) {
    const seen: unknown[] = [];
    const [answer] = await answersTo(
      [call('toolu_1', 'get')],
      [tool('get', 'read', () => 'fine')],
      { onCall, onToolError: (error) => seen.push(error) },
    );
    expect(answer?.content).toBe('fine');
    expect(seen).toEqual([failure]);
  }
});

test('tells a tool the id of its call', async () => {
  const get = tool('get', 'read', (_, { toolUseId }) => toolUseId);
  const answers = await answersTo([call('toolu_1', 'get'), call('toolu_2', 'get')], [get]);
  expect(answers.map(({ content }) => content)).toEqual(['toolu_1', 'toolu_2']);
});

test('runs neighbouring reads together and keeps the order of the calls', async () => {
  const gates = [deferred<string>(), deferred<string>(), deferred<string>()];
  const started: number[] = [];
  const allStarted = deferred();
  const get = tool('get', 'read', ({ n = 0 }) => {
    if (started.push(n) === gates.length) allStarted.resolve();
    return gates[n]?.promise;
  });
  const answers = answersTo(
    gates.map((_, n) => call(`toolu_${n}`, 'get', { n })),
    [get],
  );
  await allStarted.promise;
  gates[2]?.resolve('third');
  gates[1]?.reject(new ToolError('second'));
  await gates[2]?.promise;
  gates[0]?.resolve('first');
  expect(await answers).toEqual([
    { type: 'tool_result', tool_use_id: 'toolu_0', content: 'first' },
    { type: 'tool_result', tool_use_id: 'toolu_1', content: 'second', is_error: true },
    { type: 'tool_result', tool_use_id: 'toolu_2', content: 'third' },
  ]);
});

test('runs a write alone, after all before it and before all after it', async () => {
  const log: string[] = [];
  const logged =
    (name: string): Run =>
    async ({ n }) => {
      log.push(`${name}${n} starts`);
      await Promise.resolve();
      log.push(`${name}${n} ends`);
    };
  const tools = [tool('get', 'read', logged('get')), tool('set', 'write', logged('set'))];
  const names = ['get', 'get', 'set', 'set', 'get'];
  await answersTo(
    names.map((name, n) => call(`toolu_${n}`, name, { n })),
    tools,
  );
  expect(log).toEqual([
    'get0 starts',
    'get1 starts',
    'get0 ends',
    'get1 ends',
    'set2 starts',
    'set2 ends',
    'set3 starts',
    'set3 ends',
    'get4 starts',
    'get4 ends',
  ]);
});

const notExecuted = 'Not executed: the earlier call "set" (toolu_2) failed.';

test.each<[string, unknown, () => unknown]>([
  [
    'says it failed',
    {},
    () => {
      throw new ToolError('No.');
    },
  ],
  [
    'throws',
    {},
    () => {
      throw new Error('bug');
    },
  ],
  ['has an invalid input', { n: 'x' }, () => 'ran'],
  ['answers with what is not JSON', {}, () => 1n],
])('executes nothing after a write that %s', async (_, input, run) => {
  const ran: string[] = [];
  const calls: string[] = [];
  const tools = [
    tool('get', 'read', () => {
      ran.push('get');
      return 'got';
    }),
    tool('set', 'write', () => run()),
  ];
  const answers = await answersTo(
    [
      call('toolu_1', 'get'),
      call('toolu_2', 'set', input),
      call('toolu_3', 'get'),
      call('toolu_4', 'set'),
      call('toolu_5', 'nobody'),
    ],
    tools,
    { onCall: ({ id }) => calls.push(id) },
  );
  expect(answers.map(({ is_error = false }) => is_error)).toEqual([false, true, true, true, true]);
  expect(answers.slice(2).map(({ content }) => content)).toEqual([
    notExecuted,
    notExecuted,
    notExecuted,
  ]);
  expect(ran).toEqual(['get']);
  expect(calls).toEqual(['toolu_1', 'toolu_2']);
});

test('goes on after a failed read and an unknown tool', async () => {
  const tools = [
    tool('get', 'read', () => {
      throw new ToolError('No.');
    }),
    tool('set', 'write', () => 'set'),
  ];
  const answers = await answersTo(
    [call('toolu_1', 'get'), call('toolu_2', 'nobody'), call('toolu_3', 'set')],
    tools,
  );
  expect(answers.at(-1)).toEqual({ type: 'tool_result', tool_use_id: 'toolu_3', content: 'set' });
});

test('forgets a failed write in the next turn', async () => {
  let times = 0;
  const set = tool('set', 'write', () => {
    if (++times === 1) throw new ToolError('Once more.');
    return 'set';
  });
  const client = readyClient(
    reply([call('toolu_1', 'set')]),
    reply([call('toolu_2', 'set')]),
    reply('Done.'),
  );
  await runToolLoop(client, { ...basics, tools: [set] });
  expect(lastContent(client)).toEqual([
    { type: 'tool_result', tool_use_id: 'toolu_2', content: 'set' },
  ]);
});
