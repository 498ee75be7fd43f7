/** Whoever puts a stream together gets the message that a plain request would have got. */
import type { Messages } from '@anthropic-ai/sdk/resources/messages/messages';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fakeAnthropic,
  fakeMessages,
  message,
  overloaded,
  redactedThinking,
  simulate,
  streamed,
  text,
  thinking,
  toolUse,
  type ScriptBlock,
  type StreamShape,
  type TurnInput,
} from '../../fakes/index.ts';
import { readableText } from '../../testing/arbitraries/text.ts';
import { body, send } from '../support/send.ts';

const params = {
  model: 'claude-opus-5',
  max_tokens: 64,
  messages: [{ role: 'user' as const, content: 'Hi.' }],
};

/** Puts events together by hand, as a client without helper would. */
async function accumulate(events: AsyncIterable<Messages.RawMessageStreamEvent>): Promise<unknown> {
  let whole: Record<string, unknown> & { content: Record<string, unknown>[] } = { content: [] };
  const json: string[] = [];
  for await (const event of events) {
    if (event.type === 'message_start') whole = structuredClone(event.message) as never;
    if (event.type === 'content_block_start')
      whole.content[event.index] = { ...event.content_block };
    if (event.type === 'content_block_delta') {
      const block = whole.content[event.index]!;
      const { delta } = event;
      if (delta.type === 'text_delta') block['text'] += delta.text;
      if (delta.type === 'thinking_delta') block['thinking'] += delta.thinking;
      if (delta.type === 'signature_delta') block['signature'] = delta.signature;
      if (delta.type === 'input_json_delta')
        json[event.index] = (json[event.index] ?? '') + delta.partial_json;
    }
    if (event.type === 'content_block_stop' && json[event.index]) {
      whole.content[event.index]!['input'] = JSON.parse(json[event.index]!);
    }
    if (event.type === 'message_delta') {
      Object.assign(whole, event.delta);
      Object.assign(whole['usage'] as object, event.usage);
    }
  }
  return whole;
}

type Reader = (turn: TurnInput) => Promise<unknown>;

const readers: Record<string, Reader> = {
  'messages.stream': (turn) => fakeAnthropic([turn]).messages.stream(params).finalMessage(),
  'beta.messages.stream': (turn) =>
    fakeAnthropic([turn]).beta.messages.stream(params).finalMessage(),
  'raw iteration': async (turn) =>
    accumulate(await fakeAnthropic([turn]).messages.create({ ...params, stream: true })),
  'fakeMessages.stream': (turn) => fakeMessages([turn]).messages.stream(params).finalMessage(),
  'fakeMessages, raw': async (turn) =>
    accumulate((await fakeMessages([turn]).messages.create({ ...params, stream: true })) as never),
};

/** What the SDK adds to a message on its own. */
function withoutParsing(value: unknown): unknown {
  const { parsed_output: _own, ...rest } = value as Record<string, unknown>;
  return rest;
}

const anyBlock: fc.Arbitrary<ScriptBlock> = fc.oneof(
  readableText().map(text),
  fc.string({ unit: 'binary' }).map((value) => thinking(value)),
  fc.base64String().map((data) => redactedThinking(data)),
  fc
    .tuple(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
    )
    .map(([name, input]) => toolUse(name, input)),
);

const anyMessage = fc
  .record({
    blocks: fc.array(anyBlock, { maxLength: 5 }),
    stop_reason: fc.option(fc.constantFrom('max_tokens' as const, 'stop_sequence' as const), {
      nil: undefined,
    }),
  })
  .map(({ blocks, stop_reason }) => message(blocks, stop_reason ? { stop_reason } : {}));

const anyShape: fc.Arbitrary<StreamShape> = fc.record(
  {
    pieces: fc.integer({ min: 1, max: 40 }),
    bytes: fc.oneof(
      fc.integer({ min: 1, max: 300 }),
      fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 5 }),
    ),
  },
  { requiredKeys: [] },
);

test.each(Object.keys(readers))('puts the same message together with %s', async (name) => {
  const read = readers[name]!;
  await fc.assert(
    fc.asyncProperty(anyMessage, anyShape, async (turn, shape) => {
      const { body: plain } = await send(simulate([turn]), params);
      // JSON has no -0, and an input's keys may be any, `__proto__` included.
      expect(JSON.stringify(sortKeys(withoutParsing(await read(streamed(turn, shape)))))).toBe(
        JSON.stringify(sortKeys(plain)),
      );
    }),
    { numRuns: 60 },
  );
});

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([key, part]) => [key, sortKeys(part)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

test('streams in the order and frames of the API', async () => {
  const turn = [
    thinking('Hm.'),
    text('Now.'),
    toolUse('look', { at: 'left', deep: [1, {}] }),
    toolUse('wait'),
  ];
  const { text: sse } = await send(simulate([turn]), body({ stream: true }));
  expect(sse).toMatchInlineSnapshot(`
    "event: message_start
    data: {"type":"message_start","message":{"model":"claude-opus-5","id":"msg_01agsYc8gWD9rRcMh2nkS9fj","type":"message","role":"assistant","content":[],"container":null,"stop_reason":null,"stop_sequence":null,"stop_details":null,"diagnostics":null,"usage":{"input_tokens":9,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":1,"server_tool_use":null,"service_tier":"standard","inference_geo":"global","speed":"standard"}}}

    event: content_block_start
    data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}

    event: ping
    data: {"type": "ping"}

    event: content_block_delta
    data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm."}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"Eo4BaD7/R4aIyzS38CPKkv4o9MvSX3SY8l4ANtcaikL7S6ahXvXyCwJCovxXbTuL=="}}

    event: content_block_stop
    data: {"type":"content_block_stop","index":0}

    event: content_block_start
    data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":"","citations":null}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Now."}}

    event: content_block_stop
    data: {"type":"content_block_stop","index":1}

    event: content_block_start
    data: {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_01RXFKzYHquWHX3pekW24CCy","name":"look","input":{},"caller":{"type":"direct"}}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":""}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\\"at\\": \\"left\\", \\""}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"deep\\": [1, {}]}"}}

    event: content_block_stop
    data: {"type":"content_block_stop","index":2}

    event: content_block_start
    data: {"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"toolu_011B9Y5Ag6ci7djLowC9P1uW","name":"wait","input":{},"caller":{"type":"direct"}}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":""}}

    event: content_block_stop
    data: {"type":"content_block_stop","index":3}

    event: message_delta
    data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":9,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":64,"output_tokens_details":{"thinking_tokens":1}}}

    event: message_stop
    data: {"type":"message_stop"}

    "
  `);
});

test('never splits a surrogate pair by accident', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.integer({ min: 1, max: 5 }),
      async (value, pieces) => {
        const { text: sse } = await send(
          simulate([streamed([thinking(value)], { pieces })]),
          body({ stream: true }),
        );
        expect(sse).not.toMatch(/\\ud[89a-f]/i);
      },
    ),
  );
});

test('carries the pieces it is given', async () => {
  const turn = streamed([text('Hello.'), toolUse('look', { a: 1 })], {
    pieces: ['He', 'llo.{', '"a": 1}'],
  });
  const { text: sse } = await send(simulate([turn]), body({ stream: true }));
  const deltas = [...sse.matchAll(/"(?:text|partial_json)":"((?:[^"\\]|\\.)*)"\}\}/g)].map(
    ([, piece]) => piece,
  );
  expect(deltas).toEqual(['He', 'llo.', '', '{', '\\"a\\": 1}']);
});

test('says which piece does not fit', async () => {
  const simulation = simulate([streamed('Hello.', { pieces: ['He', 'lp'] })]);
  const answer = await send(simulation, body({ stream: true }));
  expect(answer.status).toBe(418);
  expect(answer.body.error.message).toMatchInlineSnapshot(
    `"[ensaio] Request 1: turn 1 failed: streamed: the pieces do not make up the turn: expected the next to begin "llo.", received "lp"."`,
  );
});

test.each([
  ['events', { events: 4 }],
  ['bytes', { bytes: 700 }],
])('ends after so many %s, which the SDK reports', async (_unit, cutAfter) => {
  const client = fakeAnthropic([streamed('Hello there.', { cutAfter })]);
  await expect(client.messages.stream(params).finalMessage()).rejects.toThrow('stream ended');
  expect(client.simulation.journal[0]!.outcome).toBe('failed');
});

test('sends an error after so many events, which the SDK does not retry', async () => {
  const client = fakeAnthropic([
    streamed('Hello there.', { errorAfter: { events: 3, error: overloaded() } }),
  ]);
  await expect(client.messages.stream(params).finalMessage()).rejects.toMatchObject({
    type: 'overloaded_error',
  });
  expect(client.simulation.journal).toHaveLength(1);
  const fake = fakeMessages([
    streamed('Hello there.', { errorAfter: { events: 3, error: overloaded() } }),
  ]);
  await expect(fake.messages.stream(params).finalMessage()).rejects.toMatchObject({
    type: 'overloaded_error',
    status: undefined,
  });
});

test('waits on its clock as its pace says', async () => {
  const waits: number[] = [];
  const clock = {
    now: () => 0,
    sleep: (ms: number) => {
      waits.push(ms);
      return Promise.resolve();
    },
  };
  const simulation = simulate(
    [streamed('abcdefgh', { pieces: 4, pace: { ttftMs: 300, tokensPerSecond: 4 } })],
    { clock, tokens: (value) => value.length, latency: 20 },
  );
  await send(simulation, body({ stream: true }));
  expect(waits).toEqual([20, 300, 1000, 1000]);
});

test.each<[string, object]>([
  ['pieces: 0', { pieces: 0 }],
  ['pieces: NaN', { pieces: Number.NaN }],
  ['bytes: -1', { bytes: -1 }],
  ['bytes: [4, 0]', { bytes: [4, 0] }],
  ['cutAfter: { events: 1.5 }', { cutAfter: { events: 1.5 } }],
  ['tokensPerSecond: 0', { pace: { tokensPerSecond: 0 } }],
  ['a misspelt key', { peices: 1 }],
  ['a misspelt cut', { cutAfter: { event: 2 } }],
  ['an empty cut', { cutAfter: {} }],
  ['no shape', null as never],
])('refuses %s at once', (_name, shape) => {
  expect(() => streamed('Hello.', shape)).toThrow(/streamed.* received/);
});

test.each([
  ['left over', ['Hello.', 'more']],
  ['missing', ['Hel']],
])('says when pieces are %s', async (_name, pieces) => {
  const simulation = simulate([streamed('Hello.', { pieces })]);
  const answer = await send(simulation, body({ stream: true }));
  expect(answer.body.error.message).toContain('the pieces do not make up the turn');
});

test.each([0, 1, 700])('a cut after %i bytes ends there and is no answer', async (bytes) => {
  const simulation = simulate([streamed('Hello there.', { cutAfter: { bytes } })]);
  const { text: sse } = await send(simulation, body({ stream: true }));
  expect(sse).toHaveLength(bytes);
  expect(simulation.journal[0]!.outcome).toBe('failed');
});

test('a cut in the middle of the last event is no answer, one behind it is', async () => {
  const whole = (await send(simulate(['Hi.']), body({ stream: true }))).text.length;
  for (const [bytes, outcome] of [
    [whole - 3, 'failed'],
    [whole, 'answered'],
  ] as const) {
    const simulation = simulate([streamed('Hi.', { cutAfter: { bytes } })]);
    await send(simulation, body({ stream: true }));
    expect(simulation.journal[0]!.outcome).toBe(outcome);
  }
});

test('cuts long streams into large chunks in time', async () => {
  const simulation = simulate([streamed('x'.repeat(400_000), { bytes: 1e9 })]);
  expect((await send(simulation, body({ stream: true }))).text).toContain('message_stop');
});

test('a reader that is slower than its stream sees the error, and nobody else does', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  try {
    const fake = fakeMessages([
      streamed('Hello there.', { errorAfter: { events: 4, error: overloaded() } }),
    ]);
    const stream = fake.messages.stream(params);
    await new Promise((resolve) => setImmediate(resolve));
    await expect(async () => {
      for await (const _event of stream) await new Promise((resolve) => setImmediate(resolve));
    }).rejects.toMatchObject({ type: 'overloaded_error' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
  }
});
