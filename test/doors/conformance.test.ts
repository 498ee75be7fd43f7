/** One script, the same observations through every door. */
import type Anthropic from '@anthropic-ai/sdk';
import { afterEach, describe, expect, test } from 'vitest';
import {
  checkInvariants,
  connectionError,
  formatTranscript,
  message,
  overloaded,
  refusal,
  respond,
  streamed,
  text,
  thinking,
  toolUse,
  when,
  type Clock,
  type ScriptInput,
  type SimulationOptions,
} from '../../fakes/index.ts';
import { defineTool, runToolLoop, type LoopClient } from '../../src/loop/index.ts';
import { doors, type OpenDoor } from './doors.ts';

const look = defineTool({
  name: 'look',
  description: 'Looks at a place.',
  inputSchema: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
  effect: 'read',
  run: ({ at }) => `seen ${String(at)}`,
});

const params = {
  model: 'claude-opus-5',
  max_tokens: 64,
  messages: [{ role: 'user' as const, content: 'Look.' }],
};

/** A clock on which the caller aborts while the simulation waits for the `wait`th time. */
function abortingClock(caller: AbortController, wait: number): Clock {
  let waits = 0;
  return {
    now: () => 0,
    sleep: (_, signal) =>
      new Promise((resolve, reject) => {
        waits += 1;
        if (waits < wait) return resolve();
        signal!.addEventListener('abort', () => reject(signal!.reason as Error));
        caller.abort();
      }),
  };
}

/** A tool loop by hand: it sends the whole conversation each time, or only what is new, on a thread. */
async function talk(
  client: LoopClient,
  { threads, stream }: { threads: boolean; stream: boolean },
): Promise<Anthropic.ContentBlock[]> {
  const tools = [{ name: 'look', input_schema: { type: 'object' as const } }];
  const options: object = { headers: { 'anthropic-beta': 'message-threads-2026-08-12' } };
  let messages: Anthropic.MessageParam[] = [...params.messages];
  let rest: object = threads ? { tools, thread: { type: 'create' } } : { tools };
  for (;;) {
    const request = { ...params, ...rest, messages };
    // oxlint-disable-next-line no-await-in-loop
    const reply = await (stream
      ? client.messages.stream!(request, options).finalMessage()
      : client.messages.create(request, options));
    const calls = reply.content.filter((block) => block.type === 'tool_use');
    if (calls.length === 0) return reply.content;
    const content = calls.map(({ id }) => ({
      type: 'tool_result' as const,
      tool_use_id: id,
      content: 'seen',
    }));
    const results = { role: 'user' as const, content };
    if (threads) {
      messages = [results];
      rest = { thread: { type: 'continue', previous_message_id: reply.id } };
    } else messages = [...messages, { role: 'assistant', content: reply.content }, results];
  }
}

describe.each(doors)('over $name', ({ open }) => {
  let door: OpenDoor;
  afterEach(() => door.close());

  async function start(script: ScriptInput, options?: SimulationOptions): Promise<OpenDoor> {
    door = await open(script, options);
    return door;
  }

  test.each([false, true])('plays a tool loop to its end (stream: %s)', async (stream) => {
    const { client, simulation } = await start([
      [
        thinking('Two places.'),
        text('Let me look.'),
        toolUse('look', { at: 'left' }, { id: 'toolu_a' }),
        toolUse('look', {}, { id: 'toolu_b' }),
      ],
      'Left it is.',
    ]);
    const { text: answer } = await runToolLoop(client, { ...params, tools: [look], stream });
    expect(answer).toBe('Left it is.');
    simulation.assertDone();
    expect(checkInvariants(simulation.transcripts[0]!)).toEqual([]);
    expect(formatTranscript(simulation.transcripts[0]!)).toMatchInlineSnapshot(`
      "user: text
      assistant: thinking | text | tool_use(toolu_a) | tool_use(toolu_b)
      user: tool_result(toolu_a) -> seen left | tool_result(toolu_b, is_error) -> Invalid input. at: expected string, received nothing. The to
      assistant: text"
    `);
    // The same bytes come out of every door, whatever client stands before it.
    expect(simulation.journal.map(({ response }) => response!.body)).toMatchInlineSnapshot(`
      [
        {
          "container": null,
          "content": [
            {
              "signature": "Eo4BaD7/R4aIyzS3k2ipIfRwHyJGYv2l7wmogAhWfomcBO3qr4BlkKetggXIRIRU==",
              "thinking": "Two places.",
              "type": "thinking",
            },
            {
              "text": "Let me look.",
              "type": "text",
            },
            {
              "caller": {
                "type": "direct",
              },
              "id": "toolu_a",
              "input": {
                "at": "left",
              },
              "name": "look",
              "type": "tool_use",
            },
            {
              "caller": {
                "type": "direct",
              },
              "id": "toolu_b",
              "input": {},
              "name": "look",
              "type": "tool_use",
            },
          ],
          "diagnostics": null,
          "id": "msg_01agsYc8gWD9rRcMh2nkS9fj",
          "model": "claude-opus-5",
          "role": "assistant",
          "stop_details": null,
          "stop_reason": "tool_use",
          "stop_sequence": null,
          "type": "message",
          "usage": {
            "cache_creation": {
              "ephemeral_1h_input_tokens": 0,
              "ephemeral_5m_input_tokens": 0,
            },
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "inference_geo": "global",
            "input_tokens": 44,
            "output_tokens": 53,
            "output_tokens_details": {
              "thinking_tokens": 3,
            },
            "server_tool_use": null,
            "service_tier": "standard",
            "speed": "standard",
          },
        },
        {
          "container": null,
          "content": [
            {
              "text": "Left it is.",
              "type": "text",
            },
          ],
          "diagnostics": null,
          "id": "msg_01GmCPVbcTcfASsuBoGhyZuj",
          "model": "claude-opus-5",
          "role": "assistant",
          "stop_details": null,
          "stop_reason": "end_turn",
          "stop_sequence": null,
          "type": "message",
          "usage": {
            "cache_creation": {
              "ephemeral_1h_input_tokens": 0,
              "ephemeral_5m_input_tokens": 0,
            },
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "inference_geo": "global",
            "input_tokens": 212,
            "output_tokens": 3,
            "output_tokens_details": {
              "thinking_tokens": 0,
            },
            "server_tool_use": null,
            "service_tier": "standard",
            "speed": "standard",
          },
        },
      ]
    `);
  });

  test('gives out each kind of answer', async () => {
    const { client } = await start([
      message('cut', { stop_reason: 'max_tokens' }),
      refusal({ category: 'cyber' }),
      '',
    ]);
    const answers = [
      await client.messages.create(params),
      await client.messages.create(params),
      await client.messages.create(params),
    ];
    expect(answers.map(({ stop_reason }) => stop_reason)).toEqual([
      'max_tokens',
      'refusal',
      'end_turn',
    ]);
    expect(answers[1]!.stop_details).toEqual({
      type: 'refusal',
      category: 'cyber',
      explanation: null,
    });
    expect(answers[2]!.content).toEqual([]);
  });

  test('refuses in the words of the API', async () => {
    const { client, simulation } = await start(['never']);
    const call = { type: 'tool_use' as const, id: 'toolu_x', name: 'look', input: {} };
    const wrong = [
      ...params.messages,
      { role: 'assistant' as const, content: [call] },
      { role: 'user' as const, content: 'Thanks.' },
    ];
    const failure: unknown = await Promise.resolve(
      client.messages.create({ ...params, messages: wrong }),
    ).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      requestID: expect.stringMatching(/^req_01/) as string,
      error: {
        error: {
          message:
            'messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_x. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
        },
      },
    });
    expect(simulation.violations).toMatchObject([
      { rule: 'tool-result-missing', path: 'messages.2', exchange: 0 },
    ]);
    expect(() => simulation.assertDone()).toThrow('tool-result-missing');
  });

  test('answers a request past the end with an error nobody retries', async () => {
    const { client, simulation } = await start([]);
    await expect(Promise.resolve(client.messages.create(params))).rejects.toMatchObject({
      status: 418,
    });
    expect(simulation.journal).toHaveLength(1);
  });

  test('passes scripted errors and broken streams on', async () => {
    const { client } = await start([
      overloaded({ headers: { 'x-should-retry': 'false' } }),
      streamed('Hello there.', { cutAfter: { events: 3 } }),
    ]);
    await expect(Promise.resolve(client.messages.create(params))).rejects.toMatchObject({
      status: 529,
      type: 'overloaded_error',
    });
    await expect(Promise.resolve(client.messages.stream!(params).finalMessage())).rejects.toThrow(
      'stream ended',
    );
  });

  test('gives an error in mid-stream, and a broken connection', async () => {
    const { client, simulation } = await start([
      streamed('Hello there.', { errorAfter: { events: 3, error: overloaded() } }),
      connectionError(),
    ]);
    await expect(
      Promise.resolve(client.messages.stream!(params).finalMessage()),
    ).rejects.toMatchObject({ type: 'overloaded_error' });
    await expect(Promise.resolve(client.messages.create(params))).rejects.toThrow(
      /connection|fetch/i,
    );
    expect(simulation.journal.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
  });

  test('ends at once when it is aborted', async () => {
    const { client, simulation } = await start(['one', 'two']);
    const controller = new AbortController();
    controller.abort();
    await expect(
      Promise.resolve(client.messages.create(params, { signal: controller.signal })),
    ).rejects.toThrow(/abort/i);
    expect(simulation.pending).toHaveLength(2);
  });

  test.each([
    ['before the answer', false, 1],
    ['before the stream', true, 1],
    ['in mid-stream', true, 5],
  ])('tells the simulation of an abort %s', async (_, stream, wait) => {
    const controller = new AbortController();
    const turn = streamed('A long answer. '.repeat(20), { pace: { tokensPerSecond: 1 } });
    const { client, simulation } = await start([turn], {
      latency: 1000,
      clock: abortingClock(controller, wait),
    });
    const options = { signal: controller.signal };
    const call = stream
      ? client.messages.stream!(params, options).finalMessage()
      : client.messages.create(params, options);
    await expect(Promise.resolve(call)).rejects.toThrow(/abort/i);
    await expect.poll(() => simulation.journal.map(({ outcome }) => outcome)).toEqual(['aborted']);
  });

  test('plays many conversations at once and mixes nothing up', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `room ${index}`);
    const { client, simulation } = await start(
      names.map((name) =>
        when({ user: new RegExp(`^${name}$`) }, [
          [toolUse('look', { at: name })],
          respond(({ messages }) => JSON.stringify(messages.at(-1)!.content)),
        ]),
      ),
    );
    const answers = await Promise.all(
      names.map((content, index) =>
        runToolLoop(client, {
          ...params,
          messages: [{ role: 'user', content }],
          tools: [look],
          stream: index % 2 === 0,
        }),
      ),
    );
    for (const [index, { text: answer }] of answers.entries()) {
      expect(answer).toContain(`"seen room ${index}"`);
    }
    expect(simulation.transcripts).toHaveLength(names.length);
    simulation.assertDone();
  });

  test.each([
    { threads: false, stream: false },
    { threads: false, stream: true },
    { threads: true, stream: false },
    { threads: true, stream: true },
  ])('sees one conversation (threads: $threads, stream: $stream)', async (how) => {
    const { client, simulation } = await start([
      [text('Let me look.'), toolUse('look', { at: 'left' }, { id: 'toolu_a' })],
      message([toolUse('look', { at: 'right' }, { id: 'toolu_b' })]),
      'Both seen.',
    ]);
    expect(await talk(client, how)).toMatchObject([{ type: 'text', text: 'Both seen.' }]);
    simulation.assertDone();
    const sent = simulation.journal.map(({ request }) => request.body.messages.length);
    expect(sent).toEqual(how.threads ? [1, 1, 1] : [1, 3, 5]);
    expect(simulation.journal.map(({ messages }) => messages.length)).toEqual([1, 3, 5]);
    expect(simulation.journal.map(({ response }) => response!.streamed)).toEqual(
      Array.from({ length: 3 }, () => how.stream),
    );
    expect(simulation.transcripts).toHaveLength(1);
    expect(checkInvariants(simulation.transcripts[0]!)).toEqual([]);
    expect(formatTranscript(simulation.transcripts[0]!)).toBe(
      [
        'user: text',
        'assistant: text | tool_use(toolu_a)',
        'user: tool_result(toolu_a) -> seen',
        'assistant: tool_use(toolu_b)',
        'user: tool_result(toolu_b) -> seen',
        'assistant: text',
      ].join('\n'),
    );
  });
});
