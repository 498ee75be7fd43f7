// What a turn may say: replies, faults, for whom, how often, how late.
import { expect, test } from 'vitest';
import { message, text, toolUse } from '../../src/script/builders.ts';
import { overloaded, rateLimited } from '../../src/script/status-errors.ts';
import { shapeKeys } from '../../src/script/to-shape.ts';
import type { StreamShape } from '../../src/script/stream-shape.ts';
import { streamFaults } from '../../src/script/stream-faults.ts';
import {
  connectionError,
  connectionRefused,
  connectionReset,
  delayed,
  hang,
  streamed,
} from '../../src/script/transport.ts';
import { emptyAnswer, gatewayPage, rawAnswer } from '../../src/script/raw-answer.ts';
import { events } from '../../src/script/written-events.ts';
import { toScript } from '../../src/script/script.ts';
import type { Turn } from '../../src/script/turn.ts';
import { parseScenario, parseTurn, problemsIn } from './parse.ts';

/** The turn that these lines tell. */
const turnOf = (...lines: string[]): Turn | undefined => parseTurn(...lines).script.turns[0];

/** The turn that `reply: Hi` with this fault comes to. */
const shapeOf = (fault: string): StreamShape => {
  const turn = turnOf('reply: Hi', `fault: ${fault}`);
  return (turn as { shape: StreamShape }).shape;
};

test('takes a message with fields of its own, also as the API saved it', () => {
  expect(
    turnOf('reply: { content: cut, stop_reason: max_tokens, usage: { output_tokens: 5 } }'),
  ).toEqual(message('cut', { stop_reason: 'max_tokens', usage: { output_tokens: 5 } }));
  const saved = {
    id: 'msg_01',
    type: 'message',
    role: 'assistant',
    model: 'claude-haiku-5-5',
    content: [{ type: 'text', text: 'Hi', citations: null }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    stop_details: null,
    container: null,
    usage: { input_tokens: 1, output_tokens: 2 },
  };
  const { type: _type, role: _role, content, ...rest } = saved;
  expect(turnOf(`reply: ${JSON.stringify(saved)}`)).toEqual({ ...rest, type: 'message', content });
  expect(turnOf('reply: { content: [Look., { tool_use: { name: look } }] }')).toEqual(
    message([text('Look.'), toolUse('look')]),
  );
});

test('shapes the stream of a reply by the keys of a shape, in snake case', () => {
  const shapes: readonly (readonly [string, StreamShape])[] = [
    ['{ line_end: crlf, pad: 2, loose: true }', { lineEnd: 'crlf', pad: 2, loose: true }],
    ['{ pieces: 2 }', { pieces: 2 }],
    [
      '{ pieces: { text: [H, i], json: { count: 3 } } }',
      { pieces: { text: ['H', 'i'], json: { count: 3 } } },
    ],
    ['{ input: "{" }', { input: '{' }],
    ['{ bytes: [1, 2] }', { bytes: [1, 2] }],
    ['{ pings: [0, 3], comment: kept }', { pings: [0, 3], comment: 'kept' }],
    [
      '{ pace: { ttft_ms: 5, tokens_per_second: 9, delays_ms: [1, 2] } }',
      { pace: { ttftMs: 5, tokensPerSecond: 9, delaysMs: [1, 2] } },
    ],
    [
      '{ faults: [no-usage, { fault: unknown_event, after: 2 }] }',
      { faults: ['no-usage', { fault: 'unknown-event', after: 2 }] },
    ],
    ['{ cut_after: { events: 3 } }', { cutAfter: { events: 3 } }],
    ['{ reset_after: { bytes: 30 } }', { resetAfter: { bytes: 30 } }],
    [
      '{ stall_after: { events: 2, send: ping, every_ms: 50 } }',
      { stallAfter: { events: 2, send: 'ping', everyMs: 50 } },
    ],
    [
      '{ error_after: { events: 2, error: { name: rate_limited, retry_after: 1 } } }',
      { errorAfter: { events: 2, error: rateLimited({ retryAfter: 1 }) } },
    ],
    [
      '{ error_after: { fraction: 0.5, error: overloaded } }',
      { errorAfter: { fraction: 0.5, error: overloaded() } },
    ],
    [
      '{ headers: { x-own: "1" }, encoding: gzip }',
      { headers: { 'x-own': '1' }, encoding: 'gzip' },
    ],
  ];
  for (const [written, shape] of shapes) expect(shapeOf(written), written).toEqual(shape);
  const used = new Set(shapes.flatMap(([, shape]) => Object.keys(shape)));
  expect([...used].sort()).toEqual(Object.keys(shapeKeys).sort());
});

test.each(Object.keys(streamFaults))(
  'knows %s by its name alone, however it is spelled',
  (fault) => {
    for (const spelling of [fault, fault.replaceAll('-', '_')]) {
      expect(turnOf('reply: Hi', `fault: ${spelling}`)).toEqual(
        streamed('Hi', { faults: [fault as 'no-usage'] }),
      );
    }
  },
);

test('puts broken connections and other answers in the place of a reply', () => {
  const turns: readonly (readonly [string, Turn])[] = [
    ['hang', hang()],
    ['connection_error', connectionError()],
    ['connection_refused', connectionRefused()],
    ['connection-reset', connectionReset()],
    ['gatewayPage', gatewayPage()],
    ['empty_answer', emptyAnswer()],
    ['{ gateway_page: 504 }', gatewayPage(504)],
    ['{ empty_answer: { content_type: text/plain } }', emptyAnswer({ contentType: 'text/plain' })],
    ['{ empty_answer: {} }', emptyAnswer()],
    [
      '{ connection_error: { message: no, code: EPIPE } }',
      connectionError('no', { code: 'EPIPE' }),
    ],
    [
      '{ raw: { status: 403, headers: { x-own: "1" }, body: Go away. } }',
      rawAnswer({ status: 403, headers: { 'x-own': '1' }, body: 'Go away.' }),
    ],
    ['{ raw: {} }', rawAnswer({})],
    [
      String.raw`{ events: [{ type: ping }, { event: note, data: { a: 1 } }, ": kept\n\n"], bytes: 1 }`,
      events([{ type: 'ping' }, { event: 'note', data: { a: 1 } }, ': kept\n\n'], { bytes: 1 }),
    ],
  ];
  for (const [written, turn] of turns) expect(turnOf(`fault: ${written}`), written).toEqual(turn);
});

test('delays any turn', () => {
  expect(turnOf('reply: Hi', 'delay: 20000')).toEqual(delayed('Hi', 20_000));
  expect(turnOf('reply: Hi', 'fault: { bytes: 1 }', 'delay: 5')).toEqual(
    delayed(streamed('Hi', { bytes: 1 }), 5),
  );
  expect(turnOf('error: overloaded', 'delay: 5')).toEqual(delayed(overloaded(), 5));
});

test('gives a turn several times, under the places of the script', () => {
  const { script, turns } = parseScenario(`\
name: x
input: y
turns:
  - { error: overloaded, times: 2 }
  - { reply: Hi, expect: { messages: 1 } }
`);
  expect(script.turns).toEqual([overloaded(), overloaded(), message('Hi')]);
  expect(turns).toEqual([
    { places: ['turn 1', 'turn 2'], expect: {} },
    { places: ['turn 3'], expect: { messages: 1 } },
  ]);
});

test('routes turns by the request they are for, those for the same one in order', () => {
  const { script, turns } = parseScenario(`\
name: x
input: y
turns:
  - { when: { system: { contains: planner } }, reply: First. }
  - { reply: Unrouted. }
  - { when: { user: go }, reply: Gone. }
  - { when: { system: { contains: planner } }, reply: Then. }
`);
  expect(script.turns).toEqual(toScript(['Unrouted.']).turns);
  expect(script.routes.map((route) => route.turns)).toEqual([
    toScript(['First.', 'Then.']).turns,
    toScript(['Gone.']).turns,
  ]);
  expect(turns.map(({ places }) => places)).toEqual([
    ['turn 1 of route 1'],
    ['turn 1'],
    ['turn 1 of route 2'],
    ['turn 2 of route 1'],
  ]);
});

test('routes repeat behind those of the turns, and none of their turns is a turn of the scenario', () => {
  const { script, turns, written } = parseScenario(`
name: x
input: y
turns:
  - { when: { user: a }, reply: A }
  - reply: B
routes:
  - when: { system: { contains: searcher } }
    turns: [{ reply: One, times: 2 }, { error: overloaded }]
`);
  expect(turns.map(({ places }) => places)).toEqual([['turn 1 of route 1'], ['turn 1']]);
  expect(script.routes.map(({ repeats = false }) => repeats)).toEqual([false, true]);
  expect(script.routes[1]!.turns).toEqual(toScript(['One', 'One', overloaded()]).turns);
  expect(written.routes).toHaveLength(1);
});

test.each([
  ['[{ when: {}, turns: [] }]', 'expected a list of turns, at least one'],
  ['[{ turns: [{ reply: a }] }]', 'the key "when" is missing'],
  [
    '[{ when: {}, turns: [{ reply: a }, { when: {}, reply: b }] }]',
    'turn 2 of a route has no `when` and no `expect`: its requests are those of the route',
  ],
  ['[{ when: {}, turns: [{ reply: [{ type: tool_use, name: 3, input: {} }] }] }]', 'routes'],
])('says what is wrong with routes %s', (routes, expected) => {
  const scenario = `name: x\ninput: y\nturns: []\nroutes: ${routes}\n`;
  expect(problemsIn(scenario)).toContain(expected);
});
