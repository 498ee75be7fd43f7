/** Whoever puts a stream together gets the message that a plain request would have got. */
import type { Messages } from '@anthropic-ai/sdk/resources/messages/messages';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fakeAnthropic,
  fakeMessages,
  message,
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
  ['left over', ['Hello.', 'more']],
  ['missing', ['Hel']],
])('says when pieces are %s', async (_name, pieces) => {
  const simulation = simulate([streamed('Hello.', { pieces })]);
  const answer = await send(simulation, body({ stream: true }));
  expect(answer.body.error.message).toContain('the pieces do not make up the turn');
});
