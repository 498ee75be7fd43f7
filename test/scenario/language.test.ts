// What each key means: YAML in, script and expectations out.
import { expect, test } from 'vitest';
import { apiError } from '../../src/script/api-error.ts';
import { redactedThinking, text, thinking, toolUse } from '../../src/script/builders.ts';
import { codedError } from '../../src/script/coded-error.ts';
import {
  contentTooLarge,
  internalError,
  overloaded,
  rateLimited,
  STATUS_ERRORS,
  statusError,
} from '../../src/script/status-errors.ts';
import { ERROR_CODES, type ErrorCode } from '../../src/wire/error-codes.ts';
import { script } from '../../src/script/script.ts';
import { connectionError } from '../../src/script/transport.ts';
import { parse, parseScenario, parseTurn } from './parse.ts';

test('reads the smallest useful scenario', () => {
  const scenario = parseScenario(`\
name: two looks at once
input: look twice
turns:
  - reply:
      - tool_use: { id: toolu_a, name: look, input: { at: left } }
      - tool_use: { id: toolu_b, name: look, input: { at: right } }
  - expect:
      tool_results:
        - { tool_use_id: toolu_a, content: seen left }
        - { tool_use_id: toolu_b, content: { contains: right } }
    reply: Both seen.
expect:
  answer: Both seen.
  requests: 2
`);
  expect(scenario).toMatchObject({
    file: 'a.yaml',
    name: 'two looks at once',
    input: 'look twice',
    tools: [],
    script: script(
      [
        toolUse('look', { at: 'left' }, { id: 'toolu_a' }),
        toolUse('look', { at: 'right' }, { id: 'toolu_b' }),
      ],
      'Both seen.',
    ),
    turns: [
      { places: ['turn 1'], expect: {} },
      {
        places: ['turn 2'],
        expect: {
          tool_results: [
            { tool_use_id: 'toolu_a', content: 'seen left' },
            { tool_use_id: 'toolu_b', content: { contains: 'right' } },
          ],
        },
      },
    ],
    expect: { answer: 'Both seen.', requests: 2 },
  });
});

test('reads blocks in their short form, as texts and as the API has them', () => {
  const { script: read } = parseTurn(
    'reply:',
    '  - A plain text.',
    '  - text: A text.',
    '  - thinking: Hm.',
    '  - redacted_thinking: b64',
    '  - redacted_thinking:',
    '  - tool_use: { name: look }',
    '  - { type: text, text: Whole, citations: null }',
    '  - { type: tool_use, id: toolu_1, name: look, input: {}, caller: { type: direct } }',
    '  - { type: server_tool_use, id: srvtoolu_1, name: web_search, input: { query: x } }',
  );
  expect(read.turns).toEqual([
    {
      type: 'message',
      content: [
        text('A plain text.'),
        text('A text.'),
        thinking('Hm.'),
        redactedThinking('b64'),
        redactedThinking(),
        toolUse('look'),
        { type: 'text', text: 'Whole', citations: null },
        { type: 'tool_use', id: 'toolu_1', name: 'look', input: {}, caller: { type: 'direct' } },
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
      ],
    },
  ]);
});

test('reads errors by name and by status', () => {
  const { script: read } = parseScenario(`\
name: x
input: y
turns:
  - error: overloaded
  - error: rate_limited
  - error: internal_error
  - error: connection_error
  - error: { status: 404, message: Gone }
  - error: { status: 503, message: Busy, type: api_error, retry_after: 0.5 }
`);
  expect(read.turns).toEqual([
    overloaded(),
    rateLimited(),
    internalError(),
    connectionError(),
    apiError(404, 'Gone'),
    apiError(503, 'Busy', { type: 'api_error', headers: { 'retry-after': '0.5' } }),
  ]);
});

/** A scenario whose one turn is this error. */
const errorTurn = (error: string): unknown =>
  parseScenario(`{ name: x, input: y, turns: [{ error: ${error} }] }`).script.turns[0];

test('knows every error by the name of its function, its code, and that with dashes', () => {
  const names = [
    ...Object.keys(STATUS_ERRORS).map((name) => [name, statusError(name as 'overloaded')] as const),
    ...Object.keys(ERROR_CODES).map((code) => [code, codedError(code as ErrorCode)] as const),
    ['connectionError', connectionError()] as const,
  ];
  for (const [name, turn] of names) {
    const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const camel = name.replaceAll(/_[a-z]/g, (letter) => letter.slice(1).toUpperCase());
    for (const spelling of new Set([snake, camel, snake.replaceAll('_', '-')])) {
      expect(errorTurn(spelling), spelling).toEqual(turn);
    }
  }
  expect(names.length).toBeGreaterThan(150);
});

test('reads what else is said of an error', () => {
  expect(errorTurn('{ name: rate_limited, retry_after: 2, message: Slower }')).toEqual(
    rateLimited({ retryAfter: 2, message: 'Slower' }),
  );
  expect(errorTurn('{ name: contentTooLarge, envelope: api }')).toEqual(
    contentTooLarge({ envelope: 'api' }),
  );
  expect(
    errorTurn('{ name: thread_unsupported_request, details: { unsupported: [hipaa] } }'),
  ).toEqual(codedError('thread_unsupported_request', { details: { unsupported: ['hipaa'] } }));
  expect(
    errorTurn(
      '{ status: 502, message: Bad, type: x, retry_after_ms: 5, should_retry: false, headers: { X-Own: "1" } }',
    ),
  ).toEqual(
    apiError(502, 'Bad', {
      type: 'x',
      retryAfterMs: 5,
      shouldRetry: false,
      headers: { 'x-own': '1' },
    }),
  );
});

test('takes any JSON value as input, and keeps every key of it', () => {
  const read = (yaml: string): unknown => parseScenario(`name: x\ninput: ${yaml}\nturns: []`).input;
  expect(read('[{ role: user, content: Hi }]')).toEqual([{ role: 'user', content: 'Hi' }]);
  expect(read('null')).toBeNull();
  expect(read('{ 1: one, true: 2.5, day: 2026-10-20 }')).toEqual({
    '1': 'one',
    true: 2.5,
    day: '2026-10-20',
  });
  expect(Object.keys(read('{ __proto__: { a: 1 } }') as object)).toEqual(['__proto__']);
});

test('follows anchors and aliases', () => {
  const { script: read } = parseScenario(`\
name: x
input: y
turns:
  - reply: [&look { tool_use: { name: look } }]
  - reply: [*look]
`);
  expect(read).toEqual(script([toolUse('look')], [toolUse('look')]));
});

test('reads tools that stand in the scenario, and the path of those that do not', () => {
  const { tools } = parseScenario(`\
name: x
input: y
tools:
  - name: look
    description: Looks.
    input_schema: { type: object }
    answers:
      - input: { at: left }
        result: { seen: null }
      - error: Too dark.
turns: []
`);
  expect(tools).toEqual([
    {
      name: 'look',
      description: 'Looks.',
      inputSchema: { type: 'object' },
      effect: 'read',
      answers: [{ input: { at: 'left' }, result: { seen: null } }, { error: 'Too dark.' }],
    },
  ]);
  expect(parseScenario('name: x\ninput: y\ntools: desk.yaml\nturns: []').tools).toBe('desk.yaml');
});

test('tells a file of tools from a scenario', () => {
  const file = parse('- { name: a, description: b, input_schema: {}, effect: write, answers: [] }');
  expect(file).toMatchObject({ type: 'tools', tools: [{ name: 'a', effect: 'write' }] });
});

test('knows where everything stands', () => {
  const scenario = parseScenario(`\
name: x
input: y
turns:
  - expect:
      tool_results: [{ content: seen }]
    reply: ok
expect: &all
  answer: ok
`);
  const at = (...path: (string | number)[]): string => {
    const { line, column, length, lineText } = scenario.locate(path);
    return `${line}:${column} ${lineText.slice(column - 1, column - 1 + length)}`;
  };
  expect(at()).toBe('1:1 name: x');
  expect(at('name')).toBe('1:7 x');
  expect(at('turns', 0, 'expect', 'tool_results', 0, 'content')).toBe('5:33 seen');
  expect(at('turns', 0, 'expect', 'tool_results', 0, 'is_error')).toBe('5:22 { content: seen }');
  expect(at('expect', 'answer')).toBe('8:11 ok');
  expect(at('nowhere', 'at', 'all')).toBe('1:1 name: x');
  const shared = parseScenario(
    'name: x\ninput: &hi { to: me }\nturns: [{ reply: [{ tool_use: { name: a, input: *hi } }] }]',
  );
  const path = ['turns', 0, 'reply', 0, 'tool_use', 'input'];
  expect(shared.locate(path)).toMatchObject({ line: 3, length: '*hi'.length });
  expect(shared.locate([...path, 'to'])).toMatchObject({ line: 2, length: 'me'.length });
});
