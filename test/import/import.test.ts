// Saved conversations of every kind become scenarios that pass on a loop with the answers that were recorded.
import { inspect } from 'node:util';
import Anthropic from '@anthropic-ai/sdk';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import {
  overloaded,
  simulate,
  text,
  thinking,
  toolUse,
  type ScriptInput,
} from '../../fakes/index.ts';
import { bundledApp } from '../../cli/bundled-app.ts';
import { Source } from '../../src/scenario/source.ts';
import type { WrittenScenario } from '../../src/scenario/written.ts';
import { defineTool, runToolLoop } from '../../src/loop/index.ts';
import { conversation } from '../../testing/arbitraries/conversation.ts';
import { readSaved, type ImportKind } from '../../testing/import/import-file.ts';
import { makeScenarios } from '../../testing/recorder/make-scenarios.ts';
import { printScenarios } from '../../testing/recorder/scenario-file.ts';
import { formatProblems, loadScenarios, runScenario } from '../../testing/index.ts';
import { tempFolder } from '../testing/temp-folder.ts';

interface Imported {
  readonly scenarios: readonly WrittenScenario[];
  /** What was otherwise when the scenarios were run on the loop of the kit. */
  readonly problems: string;
}

async function imported(saved: string, from?: ImportKind): Promise<Imported> {
  const { heard, secrets } = readSaved(new Source('saved', saved), from);
  const made = await makeScenarios(heard, { split: 'questions' }, secrets);
  const yaml = printScenarios(made, '/');
  const cwd = await tempFolder({ 'a.yaml': yaml });
  const loaded = await loadScenarios('a.yaml', { cwd });
  const results = await Promise.all(
    loaded.map((scenario) => runScenario(scenario, bundledApp(undefined))),
  );
  return {
    scenarios: parseAllDocuments(yaml).map((document) => document.toJS() as WrittenScenario),
    problems: results.map((each) => formatProblems(each.problems)).join(''),
  };
}

const user = (content: unknown): object => ({ role: 'user', content });
const assistant = (content: unknown): object => ({ role: 'assistant', content });
const call = (id: string, input: object = {}): object => ({
  type: 'tool_use',
  id,
  name: 'look',
  input,
});
const result = (id: string, content: unknown, more: object = {}): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
});

const MESSAGES = [
  user('Look twice.'),
  assistant([call('toolu_a', { at: 'left' }), call('toolu_b', { at: 'left' })]),
  user([result('toolu_a', 'seen'), result('toolu_b', 'stuck', { is_error: true })]),
  assistant('One seen.'),
];

const LOOKED = {
  name: 'Look twice.',
  input: 'Look twice.',
  turns: [
    {
      reply: [
        { tool_use: { id: 'toolu_01', name: 'look', input: { at: 'left' } } },
        { tool_use: { id: 'toolu_02', name: 'look', input: { at: 'left' } } },
      ],
    },
    {
      expect: {
        tool_results: [
          { tool_use_id: 'toolu_01', content: 'seen' },
          { tool_use_id: 'toolu_02', content: 'stuck', is_error: true },
        ],
      },
      reply: 'One seen.',
    },
  ],
  expect: { answer: 'One seen.', requests: 2 },
};

test('a list of messages', async () => {
  const { scenarios, problems } = await imported(JSON.stringify(MESSAGES));
  expect(problems).toBe('');
  expect(scenarios).toEqual([
    {
      ...LOOKED,
      tools: [
        {
          name: 'look',
          description: 'Known from its calls.',
          input_schema: { type: 'object' },
          answers: [
            { call: 'toolu_02', error: 'stuck' },
            { input: { at: 'left' }, result: 'seen' },
          ],
        },
      ],
    },
  ]);
});

test('a transcript, whose last reply stands among its messages too', async () => {
  const reply = { ...MESSAGES.at(-1), stop_reason: 'end_turn' };
  const { scenarios, problems } = await imported(
    JSON.stringify({ exchanges: [0, 1], messages: MESSAGES, reply }),
  );
  expect(problems).toBe('');
  expect(scenarios).toMatchObject([LOOKED]);
});

test('a request body, whose last reply nobody knows', async () => {
  const tools = [
    {
      name: 'look',
      description: 'Looks.',
      input_schema: { type: 'object', properties: { at: { type: 'string' } } },
    },
  ];
  const body = {
    model: 'claude-opus-5',
    max_tokens: 64,
    tools,
    messages: [...MESSAGES, user('Go on.')],
  };
  const { scenarios, problems } = await imported(JSON.stringify(body));
  expect(problems).toBe('');
  expect(scenarios).toMatchObject([
    { ...LOOKED, tools: [{ description: 'Looks.' }] },
    { name: 'Go on.', turns: [{ reply: 'Done.' }], expect: { answer: 'Done.', requests: 1 } },
  ]);
});

test('a body that the API refuses', async () => {
  const { scenarios, problems } = await imported(
    JSON.stringify({
      model: 'claude-opus-5',
      max_tokens: 64,
      messages: MESSAGES.slice(0, 2).concat(user('And?')),
    }),
  );
  expect(problems).toBe('');
  expect(scenarios.at(-1)).toMatchObject({
    turns: [],
    expect: { error: { status: 400 }, requests: 1, refused: ['tool-result-missing'] },
  });
});

test('a failure that says nothing is still one', async () => {
  const { scenarios } = await imported(
    JSON.stringify([
      user('Look.'),
      assistant([call('toolu_1')]),
      user([result('toolu_1', '', { is_error: true })]),
    ]),
  );
  expect(scenarios[0]).toMatchObject({ tools: [{ answers: [{ input: {}, error: '' }] }] });
});

test('bodies that go on in each other, with their replies, also over a thread', async () => {
  const first = {
    model: 'claude-opus-5',
    max_tokens: 64,
    messages: MESSAGES.slice(0, 1),
    thread: { type: 'create' },
  };
  const second = {
    model: 'claude-opus-5',
    max_tokens: 64,
    messages: MESSAGES.slice(2, 3),
    thread: { type: 'continue', previous_message_id: 'msg_1' },
  };
  const record = (request: object, content: unknown, id: string): string =>
    JSON.stringify({
      request,
      response: { id, role: 'assistant', content, stop_reason: 'max_tokens' },
    });
  const lines = [
    record(first, (MESSAGES[1] as { content: unknown }).content, 'msg_1').replace(
      'max_tokens"}',
      'tool_use"}',
    ),
    record(second, [{ type: 'text', text: 'One se' }], 'msg_2'),
  ];
  const { scenarios, problems } = await imported(lines.join('\n'));
  expect(problems).toBe('');
  expect(scenarios).toMatchObject([
    {
      ...LOOKED,
      turns: [LOOKED.turns[0], { reply: { content: 'One se', stop_reason: 'max_tokens' } }],
      expect: { answer: 'One se' },
    },
  ]);
});

test('any conversation that is accepted', async () => {
  await fc.assert(
    fc.asyncProperty(conversation(), async (body) => {
      const { problems } = await imported(JSON.stringify(body));
      expect(problems).toBe('');
    }),
    { numRuns: 20 },
  );
});

/** What a loop sends and gets, as a fetch saw it. */
async function traffic(
  script: ScriptInput,
  stream: boolean,
  logger?: { debug: (...args: unknown[]) => void },
): Promise<readonly { request: Request; init: RequestInit; response: Response; text: string }[]> {
  const simulation = simulate(script);
  const seen: { request: Request; init: RequestInit; response: Response; text: string }[] = [];
  const client = new Anthropic({
    apiKey: 'a-key-of-somebody',
    ...(logger ? { logLevel: 'debug', logger: { ...console, info: () => {}, ...logger } } : {}),
    fetch: async (input, init = {}) => {
      const response = await simulation.fetch(input, init);
      const body = await response.clone().text();
      seen.push({ request: new Request(input, init), init, response, text: body });
      return response;
    },
  });
  const tools = [
    defineTool({
      name: 'look',
      description: 'Looks, "well".\nIt\'s quick.',
      inputSchema: { type: 'object', properties: { at: { type: 'string' } } },
      effect: 'read',
      run: ({ at }) => ({ seen: at, deep: [[[{ a: { b: { c: [null, true, -1.5] } } }]]] }),
    }),
  ];
  await runToolLoop(client, {
    model: 'claude-opus-5',
    max_tokens: 64,
    messages: [{ role: 'user', content: "Look.\nÄ `quote` \u{1f600} 'x'" }],
    tools,
    stream,
  });
  return seen;
}

const SCRIPT: ScriptInput = [
  [thinking('Hm.'), text('Let me look.'), toolUse('look', { at: "it's" })],
  overloaded({ retryAfterMs: 1 }),
  'Seen "it".',
];

const TURNS = [
  { reply: [{ thinking: 'Hm.' }, 'Let me look.', { tool_use: { id: 'toolu_01', name: 'look' } }] },
  { error: { name: 'overloaded', retry_after_ms: 1 } },
  { reply: 'Seen "it".' },
];

test.each([
  ['plain', false, 'utf8'],
  ['streamed', true, 'utf8'],
  ['streamed and in base64', true, 'base64'],
] as const)('a HAR file, %s', async (_how, stream, encoding) => {
  const seen = await traffic(SCRIPT, stream);
  const list = (headers: Headers): object[] =>
    [...headers].map(([name, value]) => ({ name, value }));
  const entries = seen.map(({ request, init, response, text: body }, index) => ({
    startedDateTime: `2026-11-01T10:00:0${index}.000Z`,
    request: {
      method: 'POST',
      url: request.url,
      headers: [{ name: ':authority', value: 'api.anthropic.com' }, ...list(request.headers)],
      postData: { mimeType: 'application/json', text: String(init.body) },
    },
    response: {
      status: response.status,
      headers: list(response.headers),
      content: {
        mimeType: response.headers.get('content-type'),
        text: encoding === 'base64' ? Buffer.from(body).toString('base64') : body,
        ...(encoding === 'base64' ? { encoding } : {}),
      },
    },
  }));
  const other = {
    startedDateTime: '2026-11-01T09:00:00.000Z',
    request: { method: 'GET', url: 'https://example.com/', headers: [] },
    response: { status: 200, headers: [], content: { text: 'hi' } },
  };
  const har = { log: { version: '1.2', entries: [other, ...entries] } };
  const { scenarios, problems } = await imported(JSON.stringify(har));
  expect(problems).toBe('');
  expect(scenarios).toMatchObject([
    { turns: TURNS, expect: { answer: 'Seen "it".', requests: 3 } },
  ]);
});

const WHOLE = { depth: null, maxStringLength: null, maxArrayLength: null };

/** How somebody's logger writes what the SDK says. */
const LOGGERS: Readonly<Record<string, (message: unknown, ...details: unknown[]) => string>> = {
  console: (message, ...details) =>
    [message, ...details.map((each) => inspect(each, WHOLE))].join(' '),
  'console in colours': (message, ...details) =>
    `\u001b[2m${[message, ...details.map((each) => inspect(each, { ...WHOLE, colors: true }))].join(' ')}`,
  'lists of JSON': (...args) => JSON.stringify(args),
  'records of JSON': (msg, details) => JSON.stringify({ level: 20, msg, ...(details as object) }),
};

test.each(Object.entries(LOGGERS))(
  'the debug log of the SDK, written by a %s',
  async (_name, write) => {
    const lines: string[] = [];
    const debug = (...args: [unknown, ...unknown[]]): void => void lines.push(write(...args));
    await traffic(SCRIPT, false, { debug });
    const { scenarios, problems } = await imported(lines.join('\n'));
    expect(problems).toBe('');
    expect(scenarios).toMatchObject([
      { turns: TURNS, expect: { answer: 'Seen "it".', requests: 3 } },
    ]);
  },
);

test('the debug log of the SDK, of streams: each reply stands in the next request', async () => {
  const lines: string[] = [];
  const debug = (...args: [unknown, ...unknown[]]): void =>
    void lines.push(LOGGERS['console']!(...args));
  await traffic(SCRIPT, true, { debug });
  const { scenarios, problems } = await imported(lines.join('\n'));
  expect(problems).toBe('');
  expect(scenarios).toMatchObject([
    { turns: [...TURNS.slice(0, 2), { reply: 'Done.' }], expect: { answer: 'Done.', requests: 3 } },
  ]);
});

const line = (uuid: string, parentUuid: string | null, fields: object): string =>
  JSON.stringify({ uuid, parentUuid, sessionId: 's', isSidechain: false, ...fields });
const asked = (uuid: string, parent: string | null, content: unknown, more: object = {}): string =>
  line(uuid, parent, { type: 'user', message: user(content), ...more });
const told = (
  uuid: string,
  parent: string | null,
  id: string,
  block: object,
  more: object = {},
): string =>
  line(uuid, parent, { type: 'assistant', message: { id, ...assistant([block]) }, ...more });

test('a session of Claude Code: parts of replies, parallel results, branches and agents', async () => {
  const session = [
    '{"type":"summary","summary":"Looking","leafUuid":"a9"}',
    '{"type":"file-history-snapshot","messageId":"u1","snapshot":{}}',
    asked('u1', null, 'Look twice.'),
    told('a1', 'u1', 'msg_1', { type: 'thinking', thinking: 'Hm.', signature: 'abc' }),
    told('a2', 'a1', 'msg_1', call('toolu_a', { at: 'left' })),
    asked('r1', 'a2', [result('toolu_a', 'seen')]),
    told('a3', 'a2', 'msg_1', call('toolu_b', { at: 'right' })),
    asked('r2', 'a3', [result('toolu_b', 'stuck', { is_error: true })]),
    asked('x1', null, 'Explore.', { isSidechain: true, agentId: 'x' }),
    told('x2', 'x1', 'msg_9', { type: 'text', text: 'Explored.' }, { isSidechain: true }),
    told('a4', 'r2', 'msg_2', { type: 'text', text: 'One seen.' }),
    line('s1', 'a4', { type: 'system', subtype: 'turn_duration' }),
    asked('u2', 's1', 'Try agin.'),
    told('a5', 'u2', 'msg_3', { type: 'text', text: 'Which one?' }),
    asked('u3', 's1', 'Try again.'),
    told(
      'a6',
      'u3',
      'msg_4',
      { type: 'text', text: 'API Error: 529' },
      { isApiErrorMessage: true },
    ),
    told('a7', 'u3', 'msg_5', { type: 'text', text: 'No.' }),
  ].join('\n');
  const { scenarios, problems } = await imported(session);
  expect(problems).toBe('');
  expect(scenarios).toMatchObject([
    {
      input: 'Look twice.',
      turns: [
        {
          reply: [
            { thinking: 'Hm.' },
            { tool_use: { name: 'look', input: { at: 'left' } } },
            { tool_use: { name: 'look', input: { at: 'right' } } },
          ],
        },
        {
          expect: { tool_results: [{ content: 'seen' }, { content: 'stuck', is_error: true }] },
          reply: 'One seen.',
        },
      ],
    },
    { name: 'Try again.', turns: [{ reply: 'No.' }] },
    { name: 'Explore.', input: 'Explore.', turns: [{ reply: 'Explored.' }] },
  ]);
  expect(JSON.stringify(scenarios)).not.toMatch(/agin|API Error/);
});

const log = (details: string): string => `[log_1a2b3c] sending request ${details}`;
const entry = (fields: object): string =>
  JSON.stringify({
    log: {
      entries: [
        {
          request: {
            method: 'POST',
            url: 'https://api.anthropic.com/v1/messages',
            headers: [],
            ...fields,
          },
          response: { status: 200, headers: [], content: {} },
        },
      ],
    },
  });
const HINT = {
  log: 'A log is a list of messages, a request body, a list of request bodies, or one of these on each line (JSON Lines). `ensaio import` makes scenarios of HAR files, debug logs of the SDK and sessions of Claude Code.',
  foreign:
    'It is written as for chat completions. Here calls are `tool_use` blocks of the assistant, and results `tool_result` blocks of the user. Nothing of the file was used.',
  har: 'Save it again with the contents: in Chrome "Save all as HAR with content", in a proxy with bodies.',
  depth:
    'A console prints only the upper levels of a value. Set `util.inspect.defaultOptions.depth = null`, and `maxStringLength` and `maxArrayLength` too, before the app starts, or use `ensaio record`.',
};

test.each<[saved: string, from: ImportKind | undefined, message: string]>([
  ['', undefined, `saved: it is empty.\n\n${HINT.log}`],
  ['{"a": 1}', undefined, `saved: there is no conversation in it.\n\n${HINT.log}`],
  [
    JSON.stringify({ messages: [], thread: { type: 'continue', previous_message_id: 'msg_1' } }),
    undefined,
    'saved: it goes on with a reply that is not in the file.\n\nOf a message thread every request and every reply must be there.',
  ],
  [
    JSON.stringify({
      messages: [
        user('x'),
        { role: 'assistant', content: null, tool_calls: [] },
        { role: 'tool', content: 'y' },
      ],
    }),
    undefined,
    `saved: this is no request of the Messages API: messages[1] has the field \`tool_calls\`, messages[2] has the role "tool".\n\n${HINT.foreign}`,
  ],
  ['{}', 'har', 'saved: this is no HAR file.\n\nA HAR file is JSON with a list `log.entries`.'],
  ['{"log": {"entries": []}}', undefined, 'saved: there is no request to /v1/messages in it.'],
  [
    '{"log": {"entries": [5]}}',
    undefined,
    'saved, entry 1: it is not as HAR has it: Invalid input: expected object, received number.',
  ],
  [
    entry({ url: 'x' }),
    undefined,
    'saved, entry 1: request.url is not as HAR has it: Invalid URL.',
  ],
  [entry({}), undefined, `saved, entry 1: the body of the request is missing.\n\n${HINT.har}`],
  [
    entry({ postData: { text: '{}' } }),
    undefined,
    `saved, entry 1: the answer is missing.\n\n${HINT.har}`,
  ],
  [
    log('{ options: { path: "/v1/messages", body: { messages: [Array] } } }'),
    undefined,
    `saved, line 1: the body of the request was printed in part.\n\n${HINT.depth}`,
  ],
  [
    log("{ options: { path: '/v1/messages', body: { messages: [ ... 3 more items ] } } }"),
    undefined,
    `saved, line 1: the body of the request was printed in part.\n\n${HINT.depth}`,
  ],
  [
    log("{ options: { path: '/v1/messages', body: {} } }"),
    undefined,
    'saved, line 1: the request has no messages.',
  ],
  [
    log('{ options: ; }'),
    undefined,
    'saved, line 1: this is not what Node prints of a value: ; }.',
  ],
  [
    log("{ options: { path: '/v1/models' } }"),
    undefined,
    'saved: the log has no request to /v1/messages.\n\nThe SDK writes them with `ANTHROPIC_LOG=debug`, or with `logLevel: "debug"`.',
  ],
  [
    log(
      "{ options: { path: '/v1/messages', body: { messages: [], thread: { type: 'continue', previous_message_id: 'm' } } } }",
    ),
    undefined,
    'saved, line 1: it goes on with a reply that is not in the log.\n\nThe log does not say what was streamed; use `ensaio record`.',
  ],
  [
    `${asked('u1', null, 'x')}\nnonsense`,
    undefined,
    'saved, line 2: this is no JSON: Unexpected token \'o\', "nonsense" is not valid JSON.',
  ],
  [
    `${asked('u1', null, 'x')}\n${asked('u2', null, 5)}`,
    undefined,
    'saved, line 2: message.content is not as Claude Code has it: Invalid input.',
  ],
  ['{"type": "summary"}', 'claude-code', 'saved: there is no message in it.'],
  [
    '[]',
    'chat' as never,
    'There is no kind of file "chat".\n\nThere are body, har, sdk-log, claude-code.',
  ],
])('tells what is wrong with %j', async (saved, from, message) => {
  await expect(imported(saved, from)).rejects.toThrow(
    expect.objectContaining({ message: `[ensaio] ${message}` }),
  );
});
