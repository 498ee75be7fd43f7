/** What the words of a script refuse, each in a whole sentence: where, what is taken, what came instead. */
import { expect, test } from 'vitest';
import {
  apiError,
  delayed,
  EnsaioError,
  events,
  flaky,
  message,
  rateLimited,
  rawAnswer,
  script,
  simulate,
  streamed,
  toolUse,
  when,
} from '../../fakes/index.ts';

const anything = (value: unknown): never => value as never;
const circular: { self?: unknown } = {};
circular.self = circular;

const OPTIONS = 'type, details, retryAfter, retryAfterMs, shouldRetry, limits, headers, envelope';
const SHAPES =
  'lineEnd, pad, loose, pieces, input, bytes, pings, comment, pace, faults, cutAfter, resetAfter, stallAfter, errorAfter, headers, encoding';
const LIMITS =
  'requests, tokens, inputTokens, outputTokens, priorityInputTokens, priorityOutputTokens';

test.each<[string, () => unknown]>([
  [
    'when: `header` is texts or patterns by name, received 5.',
    () => when(anything({ header: 5 }), 'x'),
  ],
  [`streamed: a shape has ${SHAPES}, received speed.`, () => streamed('x', anything({ speed: 1 }))],
  [
    'or { fault, after } for one that has a place, received [{"fault":"no-usage","after":1}].',
    () => streamed('x', { faults: [{ fault: 'no-usage', after: 1 }] }),
  ],
  [`apiError: status must be 400 to 599, received 399.`, () => apiError(399, 'x')],
  [`apiError: status must be 400 to 599, received 600.`, () => apiError(600, 'x')],
  [`apiError: status must be 400 to 599, received 400.5.`, () => apiError(400.5, 'x')],
  ['apiError: message is a text, received 5.', () => apiError(400, anything(5))],
  [
    `apiError: the options are ${OPTIONS}, received retries.`,
    () => apiError(400, 'x', anything({ retries: 1 })),
  ],
  ['apiError: type is a text, received 5.', () => apiError(400, 'x', anything({ type: 5 }))],
  [
    'apiError: details is an object, received "x".',
    () => apiError(400, 'x', anything({ details: 'x' })),
  ],
  [
    'apiError: details is an object, received null.',
    () => apiError(400, 'x', anything({ details: null })),
  ],
  [
    'apiError: details is an object, received [].',
    () => apiError(400, 'x', anything({ details: [] })),
  ],
  [
    'apiError: retryAfter is a number of seconds from 0, or a Date, received -1.',
    () => apiError(429, 'x', { retryAfter: -1 }),
  ],
  [
    'apiError: retryAfter is a number of seconds from 0, or a Date, received Infinity.',
    () => apiError(429, 'x', { retryAfter: Infinity }),
  ],
  [
    'apiError: retryAfter is a number of seconds from 0, or a Date, received null.',
    () => apiError(429, 'x', { retryAfter: new Date(Number.NaN) }),
  ],
  [
    'apiError: retryAfterMs is a number of milliseconds from 0, received "5".',
    () => apiError(429, 'x', anything({ retryAfterMs: '5' })),
  ],
  [
    'apiError: shouldRetry is true or false, received "no".',
    () => apiError(429, 'x', anything({ shouldRetry: 'no' })),
  ],
  [
    'apiError: envelope is "api" or "edge", received "cdn".',
    () => apiError(429, 'x', anything({ envelope: 'cdn' })),
  ],
  [
    'apiError: the edge sends no details; leave them out, or set envelope to "api".',
    () => apiError(413, 'x', { envelope: 'edge', details: anything({}) }),
  ],
  [
    'apiError: headers holds what HTTP cannot carry, received {"a b":"c"}.',
    () => apiError(400, 'x', { headers: { 'a b': 'c' } }),
  ],
  [
    `limits takes ${LIMITS}, received words.`,
    () => rateLimited({ limits: anything({ words: {} }) }),
  ],
  [
    'limits.tokens takes limit, remaining, reset, received left.',
    () => rateLimited({ limits: { tokens: anything({ left: 1 }) } }),
  ],
  [
    'limits.tokens.limit is a number, received "9".',
    () => rateLimited({ limits: { tokens: anything({ limit: '9' }) } }),
  ],
  [
    'limits.requests.reset is a Date or a text, received 5.',
    () => rateLimited({ limits: { requests: anything({ reset: 5 }) } }),
  ],
  [
    'limits.requests.reset is a Date or a text, received null.',
    () => rateLimited({ limits: { requests: { reset: new Date(Number.NaN) } } }),
  ],
  [
    'delayed: ms is a number of milliseconds from 0, received "5".',
    () => delayed('x', anything('5')),
  ],
  ['rawAnswer: an answer has status, headers, body, received "x".', () => rawAnswer(anything('x'))],
  [
    'rawAnswer: an answer has status, headers, body, received null.',
    () => rawAnswer(anything(null)),
  ],
  [
    'rawAnswer: an answer has status, headers, body, received text.',
    () => rawAnswer(anything({ text: 'x' })),
  ],
  [
    'rawAnswer: headers is names and values that HTTP headers can have, received 5.',
    () => rawAnswer(anything({ headers: 5 })),
  ],
  [
    'rawAnswer: headers is names and values that HTTP headers can have, received null.',
    () => rawAnswer(anything({ headers: null })),
  ],
  ['rawAnswer: body is a text or bytes, received 5.', () => rawAnswer(anything({ body: 5 }))],
  [
    'rawAnswer: an answer with status 204 has no body, received "x".',
    () => rawAnswer({ status: 204, body: 'x' }),
  ],
  [
    'streamed: only a message can be shaped, received a turn of type "hang".',
    () => streamed({ type: 'hang' }, {}),
  ],
  ['streamed: a shape is an object, received "slow".', () => streamed('x', anything('slow'))],
  ['streamed: a shape is an object, received null.', () => streamed('x', anything(null))],
  ['streamed: pad is a whole number from 0, received -1.', () => streamed('x', { pad: -1 })],
  [
    'streamed: comment is a text of one line, received "a\\nb".',
    () => streamed('x', { comment: 'a\nb' }),
  ],
  [
    'streamed: a stream ends once, received cutAfter and errorAfter.',
    () =>
      streamed('x', {
        cutAfter: { events: 1 },
        errorAfter: { events: 1, error: apiError(500, 'x') },
      }),
  ],
  ['events takes a list of events, received "ping".', () => events(anything('ping'))],
  [
    'events: event 1 is an event with a type, { event, data } or a text, received {"event":"ping"}.',
    () => events(['', anything({ event: 'ping' })]),
  ],
  [
    'events: event 0 is an event with a type, { event, data } or a text, received {"event":5,"data":{}}.',
    () => events([anything({ event: 5, data: {} })]),
  ],
  [
    'events: event 0 is an event with a type, { event, data } or a text, received {"type":5}.',
    () => events([anything({ type: 5 })]),
  ],
  [
    'events: event 0 is an event with a type, { event, data } or a text, received null.',
    () => events([anything(null)]),
  ],
  ['events: pieces shapes a message, and this is none.', () => events([], anything({ pieces: 3 }))],
  ['flaky: most is a whole number from 0 to 100, received 101.', () => flaky(['x'], { most: 101 })],
  ['flaky: most is a whole number from 0 to 100, received 1.5.', () => flaky(['x'], { most: 1.5 })],
  ['flaky: seed is a whole number, received 0.5.', () => flaky(['x'], { seed: 0.5 })],
  ['flaky: rate is a number from 0 to 1, received -0.1.', () => flaky(['x'], { rate: -0.1 })],
  [
    'flaky: kinds is a list of some of overloaded, rate-limited, internal-error, connection-reset, gateway-page, hang, stream-cut, stream-reset, stream-error, received ["hang","toString"].',
    () => flaky(['x'], { kinds: anything(['hang', 'toString']) }),
  ],
  [
    'A script is a list of turns, received string.\n\nWrap a single turn in a list: simulate(["Hello."]).',
    () => simulate(anything('Hello.')),
  ],
  ['when: a route cannot hold another route.', () => when({}, script(when({}, 'x')))],
  [
    'when: `repeats` is true or false, received "yes".',
    () => when({}, 'x', { repeats: anything('yes') }),
  ],
  ['when: this is not a match: planner.', () => when(anything('planner'), 'x')],
  ['when: `user` is a text or a pattern, received 5.', () => when(anything({ user: 5 }), 'x')],
  [
    'when: `tools` is a name or a list of names, received ["a",1].',
    () => when(anything({ tools: ['a', 1] }), 'x'),
  ],
  [
    'when: `header` is texts or patterns by name, received null.',
    () => when(anything({ header: null }), 'x'),
  ],
  [
    'when: `header` is texts or patterns by name, received {"a":"b","c":1}.',
    () => when(anything({ header: { a: 'b', c: 1 } }), 'x'),
  ],
  [
    'when: `endpoint` is messages, count_tokens or models, received "files".',
    () => when(anything({ endpoint: 'files' }), 'x'),
  ],
  [
    'when: `toString` is nothing a request is matched by.',
    () => when(anything({ toString: 'x' }), 'x'),
  ],
  ['turn 1: this is not a turn, received null.', () => script(anything(null))],
  [
    'turn 2: this is not a turn, received {"type":"toString"}.',
    () => script('x', anything({ type: 'toString' })),
  ],
  [
    'turn 1: a content block is a turn only in a list, received {"type":"tool_use","name":"look","input":{}}.',
    () => script(anything(toolUse('look'))),
  ],
  ['turn 1: this is not a turn, received a function.', () => script(anything(() => 'x'))],
  ['turn 1: this is not a turn, received symbol.', () => script(anything(Symbol('x')))],
  ['turn 1: this is not a turn, received 7.', () => script(anything(7n))],
  ['turn 1: this is not a turn, received object.', () => script(anything(circular))],
  [
    `turn 1: this is not a turn, received {"words":"${'x'.repeat(110)}…`,
    () => script(anything({ words: 'x'.repeat(200) })),
  ],
  [
    'turn 1: the content of a message is a list of blocks, received "x".',
    () => script(anything({ type: 'message', content: 'x' })),
  ],
  [
    'turn 1, block 0: a content block is an object with a `type`, received "x".',
    () => script(anything(['x', 'y']), 'z'),
  ],
  [
    'turn 1, block 1: a content block is an object with a `type`, received {"text":"x"}.',
    () => script(message([{ type: 'text', text: 'x' }, anything({ text: 'x' })])),
  ],
  [
    'turn 1, block 0: the `name` of a call is a text, received "".',
    () => script(message([anything({ type: 'tool_use', name: '', input: {} })])),
  ],
  [
    'turn 1, block 0: the `input` of a call is an object, received [].',
    () => script(message([anything({ type: 'tool_use', name: 'look', input: [] })])),
  ],
  [
    'turn 1, block 0: the `id` of a call holds letters, digits, `_` and `-`, received "a b".',
    () => script(message([{ type: 'tool_use', name: 'look', input: {}, id: 'a b' }])),
  ],
  [
    'turn 1, block 1: two calls of a turn cannot have one id, received "a".',
    () =>
      script(
        message([
          { type: 'tool_use', name: 'look', input: {}, id: 'a' },
          { type: 'tool_use', name: 'look', input: {}, id: 'a' },
        ]),
      ),
  ],
  [
    'turn 1, block 0: the `text` of a text block is a string, received 5.',
    () => script(message([anything({ type: 'text', text: 5 })])),
  ],
  [
    'turn 1, block 0: the `citations` of a text block are a list or null, received {}.',
    () => script(message([anything({ type: 'text', text: 'x', citations: {} })])),
  ],
  [
    'turn 1, block 0: the `server_name` of an MCP call is the name of its server, received undefined.',
    () => script(message([anything({ type: 'mcp_tool_use', name: 'look', input: {} })])),
  ],
  [
    'turn 1, block 0: the `tool_use_id` of a result is the `id` of a call, received 5.',
    () => script(message([anything({ type: 'web_search_tool_result', tool_use_id: 5 })])),
  ],
  [
    'turn 1, block 0: the `file_id` of a container upload is the id of a file, received undefined.',
    () => script(message([anything({ type: 'container_upload' })])),
  ],
  [
    'turn 1, block 0: the `to` of a fallback is `{ model }`, received {"model":5}.',
    () => script(message([anything({ type: 'fallback', to: { model: 5 } })])),
  ],
  [
    'turn 1, block 0: the `from` of a fallback is `{ model }`, received null.',
    () => script(message([anything({ type: 'fallback', to: { model: 'm' }, from: null })])),
  ],
])('%s', (sentence, refused) => {
  const code = /^(flaky|when|A script)/.test(sentence) ? 'script-invalid' : 'turn-invalid';
  expect(refused).toThrow(EnsaioError);
  expect(refused).toThrow(expect.objectContaining({ code }) as Error);
  expect(refused).toThrow(sentence);
});

test('nothing else is refused: what may be left out, and what is just inside', () => {
  expect(() => [
    apiError(400, '', { type: '', retryAfter: 0, retryAfterMs: 0, details: undefined as never }),
    apiError(599, 'x', { envelope: 'edge' }),
    rateLimited({ limits: { tokens: { limit: undefined as never, remaining: 0 } } }),
    delayed('x', 0),
    rawAnswer({ status: 200, body: undefined as never }),
    rawAnswer({ status: 599, body: new Uint8Array() }),
    rawAnswer({ status: 204, body: '' }),
    flaky(['x'], { most: 0, rate: 0, seed: -1 }),
    flaky(['x'], { most: 100, rate: 1, seed: undefined as never }),
    when({ user: undefined as never, tools: [], header: {} }, 'x'),
    events([{ event: 'ping', data: null }]),
    script([], message('')),
    streamed('x', { faults: [{ fault: 'unknown-event', after: 1 }, { fault: 'no-usage' }] }),
  ]).not.toThrow();
});
