/** What a script leaves out of its blocks is filled in, and what it says itself is kept. */
import { expect, test } from 'vitest';
import {
  compaction,
  fallback,
  mcpToolResult,
  mcpToolUse,
  redactedThinking,
  serverToolResult,
  serverToolUse,
  simulate,
  text,
  thinking,
  toolUse,
  type ScriptBlock,
  type SimulationOptions,
} from '../../fakes/index.ts';
import { resultTypeOf } from '../../src/wire/server-tools.ts';
import { body, send } from '../support/send.ts';

type Block = Record<string, unknown>;

async function completed(
  written: readonly (ScriptBlock | Block)[],
  options: SimulationOptions = {},
): Promise<Block[]> {
  const answer = await send(simulate([written as ScriptBlock[]], options), body());
  expect(answer.status, answer.text).toBe(200);
  return answer.body.content as Block[];
}

const direct = { type: 'direct' };
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);

test.each<[string, ScriptBlock, Block]>([
  ['a text', text('a'), { type: 'text', text: 'a' }],
  [
    'a call',
    toolUse('look', { at: 1 }),
    {
      type: 'tool_use',
      id: like(/^toolu_01\w{22}$/),
      name: 'look',
      input: { at: 1 },
      caller: direct,
    },
  ],
  [
    'a call of the server',
    serverToolUse('web_search', { query: 'q' }),
    {
      type: 'server_tool_use',
      id: like(/^srvtoolu_01\w{22}$/),
      name: 'web_search',
      input: { query: 'q' },
      caller: direct,
    },
  ],
  [
    'a call of an MCP server',
    mcpToolUse('files', 'read', {}),
    {
      type: 'mcp_tool_use',
      id: like(/^mcptoolu_01\w{22}$/),
      name: 'read',
      server_name: 'files',
      input: {},
    },
  ],
  ['redacted thinking', redactedThinking(), { type: 'redacted_thinking', data: like(/^\S+$/) }],
  [
    'thinking, whose mark as an update is none of the wire',
    thinking('Hm.', { update: true }),
    { type: 'thinking', thinking: 'Hm.', signature: like(/^\S+$/) },
  ],
  [
    'a summary on demand',
    compaction('So far.'),
    { type: 'compaction', content: 'So far.', signature: like(/^\S+$/) },
  ],
  [
    'a summary of a threshold, which is encrypted and not signed',
    { type: 'compaction', content: 'So far.', encrypted_content: 'e' } as ScriptBlock,
    { type: 'compaction', content: 'So far.', encrypted_content: 'e' },
  ],
  [
    'a summary that failed',
    { type: 'compaction', content: null } as ScriptBlock,
    { type: 'compaction', content: null, encrypted_content: null },
  ],
  [
    'a fallback',
    { type: 'fallback', to: { model: 'm' } } as ScriptBlock,
    {
      type: 'fallback',
      from: { model: 'claude-opus-5' },
      to: { model: 'm' },
      trigger: { type: 'refusal', category: null },
    },
  ],
])('fills in %s', async (_what, written, whole) => {
  expect(await completed([written])).toEqual([whole]);
});

/** Each is whole as it stands. */
const WHOLE: readonly Block[] = [
  { type: 'text', text: 'a', citations: [] },
  { type: 'tool_use', id: 'toolu_a', name: 'look', input: {}, caller: { type: 'x' } },
  { type: 'server_tool_use', id: 'srvtoolu_a', name: 'web_search', input: {}, caller: direct },
  { type: 'mcp_tool_use', id: 'mcptoolu_a', name: 'read', server_name: 's', input: {} },
  { type: 'redacted_thinking', data: 'd' },
  { type: 'thinking', thinking: 'Hm.', signature: 's' },
  { type: 'compaction', content: 'So far.', signature: 's' },
  { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_z', is_error: true, content: [] },
  { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_z', content: [] },
  { type: 'container_upload', file_id: 'f' },
  {
    type: 'fallback',
    from: { model: 'a' },
    to: { model: 'b' },
    trigger: { type: 'refusal', category: 'cyber' },
  },
];

test.each(WHOLE)('keeps $type as it is written', async (written) => {
  expect(await completed([written])).toEqual([written]);
});

test('names what it fills in by its place: no two alike, and others with another seed', async () => {
  const two = [redactedThinking(), thinking('Hm.'), toolUse('a'), compaction('So far.')];
  const made = async (options: SimulationOptions): Promise<unknown[]> =>
    (await completed([...two, ...two], options)).map(
      ({ id, data, signature }) => id ?? data ?? signature,
    );
  const [one, other] = [await made({}), await made({ seed: 1 })];
  expect(new Set([...one, ...other]).size).toBe(16);
  expect(await made({})).toEqual(one);
});

test('a result goes to the first call that awaits its kind, from server or MCP', async () => {
  const content = await completed([
    serverToolUse('web_search', {}, { id: 'srvtoolu_a' }),
    mcpToolUse('files', 'read', {}, { id: 'mcptoolu_a' }),
    serverToolUse('web_fetch', {}, { id: 'srvtoolu_b' }),
    serverToolResult('web_fetch', {
      type: 'web_fetch_tool_result_error',
      error_code: 'x',
    } as never),
    mcpToolResult('seen'),
    serverToolResult('web_search', []),
  ]);
  expect(content.slice(3)).toMatchObject([
    { type: 'web_fetch_tool_result', tool_use_id: 'srvtoolu_b' },
    { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_a', is_error: false },
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_a' },
  ]);
});

test.each([
  'advisor',
  'bash_code_execution',
  'code_execution',
  'text_editor_code_execution',
  'tool_search_tool_regex',
  'web_fetch',
  'web_search',
] as const)('the result of %s is for the call before it', async (name) => {
  const result = { type: resultTypeOf(name), content: [] } as unknown as ScriptBlock;
  const [call, completedResult] = await completed([serverToolUse(name), result]);
  expect(completedResult).toEqual({ ...result, tool_use_id: call!['id'] });
});

test('an MCP result says whether it failed: it did not, unless it says so', async () => {
  const result = { type: 'mcp_tool_result', content: [] } as unknown as ScriptBlock;
  const [call, completedResult] = await completed([mcpToolUse('files', 'read'), result]);
  expect(JSON.stringify(completedResult)).toBe(
    JSON.stringify({
      type: 'mcp_tool_result',
      tool_use_id: call!['id'],
      is_error: false,
      content: [],
    }),
  );
});

test.each([
  ['a call of the client awaits none', [toolUse('web_search'), serverToolResult('web_search', [])]],
  ['another has its result', [serverToolUse('web_fetch'), serverToolResult('web_search', [])]],
])('a result without a call is a mistake: %s', async (_why, written) => {
  const answer = await send(simulate([written]), body());
  expect(answer.body.error.message).toBe(
    '[ensaio] Request 1: turn 1 failed: block 1: no call before it awaits a web_search_tool_result. Put the call before its result, or give the `id` of a call of an earlier turn.',
  );
});

test('who falls back is whom the last fallback went to', async () => {
  const content = await completed([text('a'), fallback('m'), text('b'), fallback('n')]);
  const models = content.flatMap(({ from, to }) => (from === undefined ? [] : [from, to]));
  expect(models).toEqual([
    { model: 'claude-opus-5' },
    { model: 'm' },
    { model: 'm' },
    { model: 'n' },
  ]);
});

const search = (content: unknown): readonly unknown[] => [
  serverToolUse('web_search'),
  { type: 'web_search_tool_result', content },
];
const fetched = (content: unknown): readonly unknown[] => [
  serverToolUse('web_fetch'),
  { type: 'web_fetch_tool_result', content },
];
const failed = { type: 'web_search_tool_result_error', error_code: 'unavailable' };

test.each<[string, readonly unknown[], unknown]>([
  ['no call of the server', [toolUse('web_search')], null],
  ['two searches, of which one failed', [...search([]), ...search(failed)], [1, 0]],
  ['a fetch and a search', [...fetched({ type: 'web_fetch_result' }), ...search([])], [1, 1]],
  ['two fetches', [...fetched({ type: 'web_fetch_result' }), ...fetched({ type: 'x' })], [0, 2]],
  ['a call without its result', [serverToolUse('web_search')], [0, 0]],
])('counts what the server did: %s', async (_what, written, counts) => {
  const { body: answer } = await send(simulate([written as ScriptBlock[]]), body());
  const [searches, fetches] = (counts ?? []) as number[];
  expect(answer.usage.server_tool_use).toEqual(
    counts && { web_search_requests: searches, web_fetch_requests: fetches },
  );
});

test('counts the tokens of each model that spoke, and those of the last one as its own', async () => {
  const written = [text('aa'), fallback('m'), text('bbb'), fallback('n'), text('c')];
  const simulation = simulate([written], { tokens: (value) => value.length });
  const { usage } = (await send(simulation, body())).body;
  expect(usage.output_tokens).toBe(1);
  expect(usage.iterations).toMatchObject([
    { type: 'message', model: 'claude-opus-5', output_tokens: 2, input_tokens: usage.input_tokens },
    { type: 'message', model: 'm', output_tokens: 3 },
    { type: 'fallback_message', model: 'n', output_tokens: 1 },
  ]);
});
