/** How each kind of block goes over the wire, and what the end of a stream says. */
import { expect, test } from 'vitest';
import {
  compaction,
  containerUpload,
  fakeAnthropic,
  fallback,
  mcpToolResult,
  mcpToolUse,
  message,
  redactedThinking,
  refusal,
  serverToolResult,
  serverToolUse,
  simulate,
  streamed,
  text,
  thinking,
  toolUse,
  type ScriptBlock,
  type StreamShape,
  type TurnInput,
} from '../../fakes/index.ts';
import { accumulate, type WireEvent } from '../support/accumulate.ts';
import { readEvents } from '../support/read-events.ts';
import { body, send } from '../support/send.ts';
import { grammarProblems } from '../support/stream-grammar.ts';

interface Asked {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly betas?: readonly string[];
  readonly shape?: StreamShape;
}

const beta = (betas: readonly string[] = []): Record<string, string> =>
  betas.length === 0 ? {} : { 'anthropic-beta': betas.join(',') };

async function stream(turn: TurnInput, asked: Asked = {}): Promise<WireEvent[]> {
  const { fields, betas, shape } = asked;
  const scripted = shape ? streamed(turn, shape) : turn;
  const events = await readEvents(simulate([scripted]), body(fields), beta(betas));
  const data = events.map((event) => event.data);
  expect(grammarProblems(data)).toEqual([]);
  return data;
}

async function plain(turn: TurnInput, { fields, betas }: Asked = {}): Promise<WireEvent> {
  const answer = await send(simulate([turn]), body(fields), { headers: beta(betas) });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as WireEvent;
}

/** What each block begins with and grows by, without the fields that every block of its kind has. */
function blocks(events: readonly WireEvent[]): unknown[][] {
  const found: unknown[][] = [];
  for (const event of events) {
    if (event.type === 'content_block_start') found.push([event['content_block']]);
    if (event.type === 'content_block_delta') found.at(-1)!.push(event['delta']);
  }
  return found;
}

const citation = {
  type: 'char_location' as const,
  cited_text: 'High tide at 9.',
  document_index: 0,
  document_title: 'tides.txt',
  file_id: null,
  start_char_index: 0,
  end_char_index: 15,
};

const result = {
  type: 'web_search_result' as const,
  title: 'Tide tables',
  url: 'https://example.test/tides',
  encrypted_content: 'ENC',
  page_age: null,
};

const json = (partial_json: string): object => ({ type: 'input_json_delta', partial_json });

const direct = { caller: { type: 'direct' } };

const CASES: readonly [what: string, turn: readonly ScriptBlock[], wire: unknown[][]][] = [
  [
    'text in pieces',
    [text('High tide at nine.')],
    [
      [
        { type: 'text', text: '' },
        { type: 'text_delta', text: 'High tide at nin' },
        { type: 'text_delta', text: 'e.' },
      ],
    ],
  ],
  ['no delta for an empty text', [text('')], [[{ type: 'text', text: '' }]]],
  [
    'what a text cites before the text',
    [text('At 9.', { citations: [citation, { ...citation, document_index: 1 }] })],
    [
      [
        { type: 'text', text: '', citations: [] },
        { type: 'citations_delta', citation },
        { type: 'citations_delta', citation: { ...citation, document_index: 1 } },
        { type: 'text_delta', text: 'At 9.' },
      ],
    ],
  ],
  [
    'thinking, then its signature, once',
    [thinking('Hm.', { signature: 'SIG' })],
    [
      [
        { type: 'thinking', thinking: '', signature: '' },
        { type: 'thinking_delta', thinking: 'Hm.' },
        { type: 'signature_delta', signature: 'SIG' },
      ],
    ],
  ],
  [
    'redacted thinking whole',
    [redactedThinking('DATA')],
    [[{ type: 'redacted_thinking', data: 'DATA' }]],
  ],
  [
    'a call without arguments as one empty fragment',
    [toolUse('wait', {}, { id: 'toolu_1' })],
    [[{ type: 'tool_use', id: 'toolu_1', name: 'wait', input: {}, ...direct }, json('')]],
  ],
  [
    'a server call like any call, and its result whole',
    [
      serverToolUse('web_search', { query: 'tides' }, { id: 'srvtoolu_1' }),
      serverToolResult('web_search', [result]),
    ],
    [
      [
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {}, ...direct },
        json(''),
        json('{"query": "tides'),
        json('"}'),
      ],
      [{ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [result] }],
    ],
  ],
  [
    'an MCP call like any call, and its result whole',
    [mcpToolUse('files', 'read', { path: '/a' }, { id: 'mcptoolu_1' }), mcpToolResult('empty')],
    [
      [
        { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'read', server_name: 'files', input: {} },
        json(''),
        json('{"path": "/a"}'),
      ],
      [
        {
          type: 'mcp_tool_result',
          tool_use_id: 'mcptoolu_1',
          is_error: false,
          content: [{ type: 'text', text: 'empty', citations: null }],
        },
      ],
    ],
  ],
  [
    'an upload whole',
    [containerUpload('file_1')],
    [[{ type: 'container_upload', file_id: 'file_1' }]],
  ],
  [
    'a summary of a threshold in one delta',
    [{ type: 'compaction', content: 'So far.', encrypted_content: 'ENC' }],
    [
      [
        { type: 'compaction', content: null, encrypted_content: null },
        { type: 'compaction_delta', content: 'So far.', encrypted_content: 'ENC' },
      ],
    ],
  ],
  [
    'a summary that failed as null, never as a text (C073)',
    [{ type: 'compaction', content: null }],
    [
      [
        { type: 'compaction', content: null, encrypted_content: null },
        { type: 'compaction_delta', content: null, encrypted_content: null },
      ],
    ],
  ],
  [
    'a summary on demand whole',
    [compaction('So far.', { signature: 'SIG' })],
    [[{ type: 'compaction', content: 'So far.', signature: 'SIG' }]],
  ],
  [
    'a fallback without deltas',
    [fallback('claude-opus-4-8', { category: 'cyber' })],
    [
      [
        {
          type: 'fallback',
          from: { model: 'claude-opus-5' },
          to: { model: 'claude-opus-4-8' },
          trigger: { type: 'refusal', category: 'cyber' },
        },
      ],
    ],
  ],
];

test.each(CASES)('streams %s', async (_what, turn, wire) => {
  expect(blocks(await stream(turn))).toEqual(wire);
});

test('the SDK keeps a summary that failed null (C073)', async () => {
  const client = fakeAnthropic([[{ type: 'compaction', content: null }, text('Going on.')]]);
  const { content } = await client.beta.messages.stream(body() as never).finalMessage();
  expect(content).toEqual([
    { type: 'compaction', content: null, encrypted_content: null },
    { type: 'text', text: 'Going on.' },
  ]);
});

test('one byte at a time tears no character of a text or an input (C067, C071)', async () => {
  const turn = [
    text('snow \u2603 fire \u{1f525} \u4f60\u597d'),
    toolUse('say', { it: '\u{1f525}\u0301' }),
  ];
  const events = await stream(turn, { shape: { bytes: 1, pieces: 1 } });
  expect(await accumulate(events)).toEqual(await plain(turn));
});

test('input is what was scripted, streamed or not (C055)', async () => {
  const turn = [toolUse('add', { a: 1, b: 2 })];
  const whole = (await accumulate(await stream(turn))) as { content: unknown };
  expect(whole.content).toMatchObject([{ input: { a: 1, b: 2 } }]);
  expect((await plain(turn))['content']).toMatchObject([{ input: { a: 1, b: 2 } }]);
});

// ---- results and their calls

test('results go to the first call of their kind that has none yet', async () => {
  const { content } = (await plain([
    serverToolUse('web_search', { query: 'a' }, { id: 'srvtoolu_a' }),
    serverToolUse('tool_search_tool_bm25', { query: 'x' }, { id: 'srvtoolu_x' }),
    serverToolUse('web_search', { query: 'b' }, { id: 'srvtoolu_b' }),
    mcpToolUse('files', 'read', {}, { id: 'mcptoolu_m' }),
    serverToolResult('web_search', [result]),
    mcpToolResult('gone', { isError: true }),
    serverToolResult('web_search', {
      type: 'web_search_tool_result_error',
      error_code: 'unavailable',
    }),
    serverToolResult('tool_search_tool_bm25', {
      type: 'tool_search_tool_search_result',
      tool_references: [{ type: 'tool_reference', tool_name: 'read' }],
    }),
  ])) as unknown as { content: unknown[] };
  expect(content.slice(4)).toMatchObject([
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_a' },
    { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_m', is_error: true },
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_b' },
    { type: 'tool_search_tool_result', tool_use_id: 'srvtoolu_x' },
  ]);
});

test('a result may be for a call of an earlier turn, and else needs its call', async () => {
  const { content } = await plain([serverToolResult('web_search', [], { id: 'srvtoolu_before' })]);
  expect(content).toMatchObject([{ tool_use_id: 'srvtoolu_before' }]);
  const lost = await send(simulate([[text('Found.'), serverToolResult('web_search', [])]]), body());
  expect(lost.status).toBe(418);
  expect(lost.body.error.message).toMatchInlineSnapshot(
    `"[ensaio] Request 1: turn 1 failed: block 1: no call before it awaits a web_search_tool_result. Put the call before its result, or give the \`id\` of a call of an earlier turn."`,
  );
});

test.each<[string, unknown]>([
  ['a server call without input', { type: 'server_tool_use', name: 'web_search' }],
  ['an MCP call without a server', { type: 'mcp_tool_use', name: 'read', input: {} }],
  [
    'a result with an id that is none',
    { type: 'web_search_tool_result', tool_use_id: '', content: [] },
  ],
  ['an upload without a file', { type: 'container_upload' }],
  ['a fallback to nobody', { type: 'fallback' }],
  ['citations that are no list', { type: 'text', text: 'x', citations: 'y' }],
])('refuses %s in a script', (_what, block) => {
  expect(() => simulate([[block as ScriptBlock]])).toThrow(/turn 1, block 0: the `/);
});

// ---- tool input, buffered and eager

const FINE_GRAINED = 'fine-grained-tool-streaming-2025-05-14';
const LONG = { path: 'notes/tides.md', text: 'High tide at nine, low tide at three.' };
const schema = { type: 'object' };

async function fragments(tool: object, betas: string[] = [], call: object = {}): Promise<string[]> {
  const turn = [{ ...toolUse('write', LONG), ...call } as ScriptBlock];
  const other = { name: 'other', input_schema: schema, eager_input_streaming: true };
  const events = await stream(turn, { fields: { tools: [tool, other] }, betas });
  return events.flatMap(({ delta }) => (delta as { partial_json?: string })?.partial_json ?? []);
}

const BUFFERED = [
  '',
  '{"path": "notes/',
  'tides.md"',
  ', "text": "High ',
  'tide at nine, lo',
  'w tide at three.',
  '"}',
];
const EAGER = [
  '',
  '{"path": "notes/tides.md", "text": "High tide at',
  ' nine, low tide at three."}',
];

test.each<[string, object, string[], string[]]>([
  ['says nothing', {}, [], BUFFERED],
  ['says null', { eager_input_streaming: null }, [], BUFFERED],
  ['says false', { eager_input_streaming: false }, [], BUFFERED],
  ['says true', { eager_input_streaming: true }, [], EAGER],
  ['says nothing, under the beta', {}, [FINE_GRAINED], EAGER],
  ['says false, under the beta', { eager_input_streaming: false }, [FINE_GRAINED], BUFFERED],
])('streams the input of a tool that %s', async (_what, says, betas, expected) => {
  expect(await fragments({ name: 'write', input_schema: schema, ...says }, betas)).toEqual(
    expected,
  );
});

test('streams the input of a toolset member in one piece', async () => {
  const turn = [
    { ...toolUse('type', { text: LONG.text }), toolset_name: 'computer' } as ScriptBlock,
  ];
  const events = await stream(turn, { fields: { tools: [{ type: 'computer_toolset_20260801' }] } });
  expect(blocks(events)[0]!.slice(1)).toEqual([json(''), json(`{"text": "${LONG.text}"}`)]);
});

test('pieces of its own go before both', async () => {
  const tool = { name: 'write', input_schema: schema, eager_input_streaming: true };
  const events = await stream([toolUse('write', { a: 'bcd' })], {
    fields: { tools: [tool] },
    shape: { pieces: 5 },
  });
  expect(blocks(events)[0]!.slice(1)).toEqual([json(''), json('{"a":'), json(' "bcd'), json('"}')]);
});

// ---- thinking, as it is asked to be shown

const UPDATES = 'thinking-display-updates-2026-08-18';
const TOKEN_COUNT = 'thinking-token-count-2026-05-13';
const THOUGHTS = [
  thinking('A '.repeat(8), { signature: 'S0' }),
  thinking('Now the file.', { signature: 'S1', update: true }),
  toolUse('look'),
];

test.each<[string, string[]]>([
  ['summarized', ['A '.repeat(8), 'Now the file.']],
  ['updates', ['', 'Now the file.']],
  ['omitted', ['', '']],
])('display: %s shows what it should, streamed or not', async (display, texts) => {
  const fields = { thinking: { type: 'adaptive', display } };
  const events = await stream(THOUGHTS, { fields, betas: [UPDATES] });
  const shown = texts.map((value, index) => [
    { type: 'thinking', thinking: '', signature: '' },
    ...(value === '' ? [] : [{ type: 'thinking_delta', thinking: value }]),
    // The same signature whatever is shown.
    { type: 'signature_delta', signature: `S${index}` },
  ]);
  expect(blocks(events).slice(0, 2)).toEqual(shown);
  const whole = await plain(THOUGHTS, { fields, betas: [UPDATES] });
  expect(whole['content']).toMatchObject([{ thinking: texts[0] }, { thinking: texts[1] }, {}]);
  // The mark of a script goes nowhere.
  expect(JSON.stringify([events, whole])).not.toContain('"update"');
});

test('thinking costs the same whatever is shown', async () => {
  const costs = ['summarized', 'omitted'].map(async (display) => {
    const { usage } = await plain(THOUGHTS, {
      fields: { thinking: { type: 'adaptive', display } },
    });
    return usage;
  });
  const [shown, hidden] = await Promise.all(costs);
  expect(hidden).toEqual(shown);
  expect(hidden).toMatchObject({ output_tokens_details: { thinking_tokens: 8 } });
});

test('thinking without its text is taken back', async () => {
  const simulation = simulate([[thinking('Hm.'), toolUse('look', {}, { id: 'toolu_1' })], 'Seen.']);
  const fields = {
    thinking: { type: 'adaptive', display: 'omitted' },
    tools: [{ name: 'look', input_schema: schema }],
  };
  const first = await send(simulation, body(fields));
  const messages = [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: first.body.content },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'sea' }] },
  ];
  await send(simulation, body({ ...fields, messages }));
  simulation.assertDone();
});

test.each([
  ['omitted', 63, [50, null]],
  ['omitted', 28, [null]],
  ['omitted', 149, [50, 50, null]],
  ['summarized', 63, [null]],
])('display: %s estimates %i tokens of thinking as %j', async (display, tokens, estimates) => {
  const turn = message([thinking('Hm.')], {
    usage: { output_tokens_details: { thinking_tokens: tokens } },
  });
  const fields = { thinking: { type: 'adaptive', display } };
  const events = await stream(turn, { fields, betas: [TOKEN_COUNT] });
  const deltas = blocks(events)[0]!.slice(1, -1) as { estimated_tokens: unknown }[];
  expect(deltas.map(({ estimated_tokens }) => estimated_tokens)).toEqual(estimates);
});

// ---- the end of a stream

const starts = (events: readonly WireEvent[]): WireEvent => events[0]!['message'] as WireEvent;
const ends = (events: readonly WireEvent[]): WireEvent => events.at(-2)!;

test('counters of the end are totals that replace those of the start (C074, C076)', async () => {
  const usage = {
    input_tokens: 10,
    cache_read_input_tokens: 100,
    cache_creation_input_tokens: 5,
    output_tokens: 7,
  };
  const events = await stream(message('ok', { usage }));
  expect(starts(events)['usage']).toMatchObject({ ...usage, output_tokens: 1 });
  expect(ends(events)['usage']).toEqual({
    ...usage,
    output_tokens_details: { thinking_tokens: 0 },
  });
  const client = fakeAnthropic([message('ok', { usage })]);
  const whole = await client.messages.stream(body() as never).finalMessage();
  expect(whole.usage).toMatchObject(usage);
});

test('says how often the web was asked, and not before the end', async () => {
  const turn = [
    serverToolUse('web_search', { query: 'a' }),
    serverToolResult('web_search', [result]),
    serverToolUse('web_search', { query: 'b' }),
    serverToolResult('web_search', {
      type: 'web_search_tool_result_error',
      error_code: 'unavailable',
    }),
    text('Nine.'),
  ];
  const asked = { web_search_requests: 1, web_fetch_requests: 0 };
  const events = await stream(turn);
  expect(starts(events)['usage']).not.toHaveProperty('server_tool_use');
  expect(ends(events)['usage']).toMatchObject({ server_tool_use: asked });
  expect((await plain(turn))['usage']).toMatchObject({ server_tool_use: asked });
  expect((await plain('Nine.'))['usage']).toMatchObject({ server_tool_use: null });
});

test('the end has the container, why it stopped, and beside the delta what became of the context', async () => {
  const container = { id: 'container_1', expires_at: '2026-11-29T12:00:00Z', skills: null };
  const refused = refusal({ category: 'cyber', explanation: 'No.', content: 'I' });
  const events = await stream(
    { ...refused, container },
    {
      fields: { context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] } },
      betas: ['context-management-2025-06-27'],
    },
  );
  expect(ends(events)).toMatchObject({
    delta: {
      stop_reason: 'refusal',
      stop_sequence: null,
      stop_details: { type: 'refusal', category: 'cyber', explanation: 'No.' },
      container,
    },
    context_management: { applied_edits: [] },
  });
  expect(starts(events)).toMatchObject({ context_management: null });
});

const BINDING = 'thinking-binding-controls-2026-08-01';

test('what was done to the request is known from the start', async () => {
  const events = await stream('ok', { betas: [BINDING] });
  expect(starts(events)['input_transformations']).toEqual([]);
  expect(ends(events)).not.toHaveProperty('input_transformations');
  expect(starts(await stream('ok'))).not.toHaveProperty('input_transformations');
});

// ---- fallbacks

const iteration = (type: string, model: string, output_tokens: number): object => ({
  type,
  model,
  output_tokens,
});

test('a model that declines at once leaves the whole answer to the next', async () => {
  const turn = [fallback('claude-opus-4-8'), text('Hello you.')];
  const events = await stream(turn);
  const whole = await plain(turn);
  for (const { model } of [starts(events), whole]) expect(model).toBe('claude-opus-4-8');
  const usage = {
    output_tokens: 3,
    iterations: [
      iteration('message', 'claude-opus-5', 0),
      iteration('fallback_message', 'claude-opus-4-8', 3),
    ],
  };
  expect(ends(events)['usage']).toMatchObject(usage);
  expect(starts(events)['usage']).not.toHaveProperty('iterations');
  expect(whole['usage']).toMatchObject(usage);
});

const TAKEN_OVER = message(
  [
    text('Half of it.'),
    fallback('claude-opus-4-8'),
    fallback('claude-sonnet-5'),
    text('All of it.'),
  ],
  { input_transformations: [{ type: 'thinking_dropped', path: 'messages.1.content.0' } as never] },
);

test('a model that declines in mid-stream was already named', async () => {
  const events = await stream(TAKEN_OVER);
  expect(starts(events)).toMatchObject({ model: 'claude-opus-5', input_transformations: [] });
  expect(blocks(events).map(([block]) => block)).toMatchObject([
    { type: 'text' },
    { from: { model: 'claude-opus-5' }, to: { model: 'claude-opus-4-8' } },
    { from: { model: 'claude-opus-4-8' }, to: { model: 'claude-sonnet-5' } },
    { type: 'text' },
  ]);
  expect(ends(events)).toMatchObject({
    input_transformations: [{ type: 'thinking_dropped' }],
    usage: {
      iterations: [
        iteration('message', 'claude-opus-5', 3),
        iteration('message', 'claude-opus-4-8', 0),
        iteration('fallback_message', 'claude-sonnet-5', 3),
      ],
    },
  });
  const client = fakeAnthropic([TAKEN_OVER]);
  const whole = await client.beta.messages.stream(body() as never).finalMessage();
  expect(whole).toMatchObject({ model: 'claude-sonnet-5', content: { length: 4 } });
});

test('an answer that does not stream leaves out what was said before it was declined', async () => {
  const whole = await plain(TAKEN_OVER);
  expect(whole).toMatchObject({
    model: 'claude-sonnet-5',
    content: [{ type: 'fallback' }, { type: 'fallback' }, { type: 'text', text: 'All of it.' }],
    usage: { iterations: [{ output_tokens: 3 }, { output_tokens: 0 }, { output_tokens: 3 }] },
  });
});
