/** The frames of a stream, and the pieces its payloads are cut into. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulate, streamed, text, thinking, toolUse } from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';

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
    data: {"type":"message_start","message":{"model":"claude-opus-5","id":"msg_01agsYc8gWD9rRcMh2nkS9fj","type":"message","role":"assistant","content":[],"container":null,"stop_reason":null,"stop_sequence":null,"stop_details":null,"usage":{"input_tokens":9,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":1,"server_tool_use":null,"service_tier":"standard","inference_geo":"global","speed":"standard"},"diagnostics":null}}

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
    data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Now."}}

    event: content_block_stop
    data: {"type":"content_block_stop","index":1}

    event: content_block_start
    data: {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_01RXFKzYHquWHX3pekW24CCy","name":"look","input":{},"caller":{"type":"direct"}}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":""}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\\"at\\": \\"left\\""}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":", \\"deep\\": [1, {}"}}

    event: content_block_delta
    data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"]}"}}

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
  const deltas = [...sse.matchAll(/_delta","(?:text|partial_json)":"((?:[^"\\]|\\.)*)"\}\}/g)].map(
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
  ['left over', 'Hello.', ['Hello.', 'more'], 'expected no more, received "more".'],
  ['missing', 'Hello.', ['Hel'], 'expected the next to begin "lo.", received no more.'],
  [
    'missing of a long text',
    'x'.repeat(50),
    ['x'],
    `expected the next to begin "${'x'.repeat(40)}", received no more.`,
  ],
])('says when pieces are %s', async (_name, said, pieces, what) => {
  const simulation = simulate([streamed(said, { pieces })]);
  const answer = await send(simulation, body({ stream: true }));
  expect(answer.body.error.message).toContain(`the pieces do not make up the turn: ${what}`);
});
