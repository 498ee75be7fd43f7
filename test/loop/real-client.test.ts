// A genuine Anthropic client fits the loop, in its types and over its own HTTP and streaming code.
import Anthropic, { APIError } from '@anthropic-ai/sdk';
import type { Message } from '@anthropic-ai/sdk/resources/messages';
import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { defineTool, runToolLoop } from '../../src/loop/index.ts';
import type { LoopClient, LoopOptions, LoopResult, ServerTool } from '../../src/loop/index.ts';
import { basics, call, reply, say } from './ready-client.ts';

const look = defineTool({
  name: 'look',
  description: 'Looks somewhere.',
  inputSchema: z.strictObject({ at: z.string() }),
  effect: 'read',
  run: ({ at }) => `seen ${at}`,
});

const thought = { type: 'thinking' as const, thinking: 'Left it is.', signature: 'c2lnbmF0dXJl' };
const turns = [
  reply([thought, say('Let me look.'), call('toolu_1', 'look', { at: 'left' })]),
  reply('Seen.'),
];

/** A client whose requests end in a function. */
function anthropic(answer: (message: Message) => Response): { client: Anthropic; sent: unknown[] } {
  const queue = [...turns];
  const sent: unknown[] = [];
  const client = new Anthropic({
    apiKey: 'test',
    maxRetries: 0,
    fetch: async (_, init) => {
      sent.push(JSON.parse(String(init?.body)));
      return answer(queue.shift()!);
    },
  });
  return { client, sent };
}

/** Writes a message as server-sent events, each block in one delta. */
function eventStream(message: Message): Response {
  const { content, stop_reason, stop_sequence, stop_details, container, ...rest } = message;
  const open = { ...rest, content: [], stop_reason: null, stop_sequence: null };
  const events: { type: string }[] = [{ type: 'message_start', message: open } as { type: string }];
  const add = (event: { type: string; [key: string]: unknown }): number => events.push(event);
  content.forEach((block, index) => {
    const start = (content_block: object): number =>
      add({ type: 'content_block_start', index, content_block });
    const delta = (one: object): number => add({ type: 'content_block_delta', index, delta: one });
    if (block.type === 'text') {
      start({ ...block, text: '' });
      delta({ type: 'text_delta', text: block.text });
    } else if (block.type === 'thinking') {
      start({ ...block, thinking: '', signature: '' });
      delta({ type: 'thinking_delta', thinking: block.thinking });
      delta({ type: 'signature_delta', signature: block.signature });
    } else if (block.type === 'tool_use') {
      start({ ...block, input: {} });
      delta({ type: 'input_json_delta', partial_json: JSON.stringify(block.input) });
    }
    add({ type: 'content_block_stop', index });
  });
  add({
    type: 'message_delta',
    delta: { stop_reason, stop_sequence, stop_details, container },
    usage: message.usage,
  });
  add({ type: 'message_stop' });
  const body = events.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join('');
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

test.each([
  ['whole', false, (message: Message) => Response.json(message)],
  ['streamed', true, eventStream],
])('works with a genuine client, %s', async (_, stream, answer) => {
  const { client, sent } = anthropic(answer);
  const result = await runToolLoop(client, { ...basics, tools: [look], stream });
  expect(result).toMatchObject({ text: 'Seen.', turns: 2 });
  expect(sent[1]).toEqual({
    ...basics,
    ...(stream && { stream }),
    tools: [look.definition],
    messages: [
      ...basics.messages,
      { role: 'assistant', content: turns[0]?.content },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'seen left' }],
      },
    ],
  });
});

test('passes an API error of a genuine client through unchanged', async () => {
  const error = { type: 'overloaded_error', message: 'Overloaded' };
  const { client } = anthropic(() =>
    Response.json({ type: 'error', error, request_id: 'req_1' }, { status: 529 }),
  );
  await expect(runToolLoop(client, { ...basics, tools: [look] })).rejects.toBeInstanceOf(APIError);
});

test('accepts a genuine client and an object literal', () => {
  expectTypeOf<Anthropic>().toExtend<LoopClient>();
  const message = reply('Hi.');
  expectTypeOf({ messages: { create: async () => message } }).toExtend<LoopClient>();
  expectTypeOf({ messages: { create: () => message } }).toExtend<LoopClient>();
  const streaming = {
    messages: {
      create: async () => message,
      stream: () => ({ finalMessage: async () => message }),
    },
  };
  expectTypeOf(streaming).toExtend<LoopClient>();
  expectTypeOf<{ messages: { create(): string } }>().not.toExtend<LoopClient>();
  expectTypeOf<ReturnType<typeof runToolLoop>>().toEqualTypeOf<Promise<LoopResult>>();
});

test('accepts the parameters of messages.create, and as tools only what it can run or leave to the API', () => {
  expectTypeOf<LoopOptions>().toHaveProperty('system');
  expectTypeOf<LoopOptions>().toHaveProperty('tool_choice');
  expectTypeOf<LoopOptions>().toHaveProperty('thinking');
  expectTypeOf<{ type: 'web_search_20260318'; name: 'web_search' }>().toExtend<ServerTool>();
  // A tool that the client runs must be defined with a run.
  expectTypeOf<Anthropic.Tool>().not.toExtend<ServerTool>();
  expectTypeOf<Anthropic.ToolBash20250124>().not.toExtend<ServerTool>();
});
