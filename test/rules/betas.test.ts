/** What needs a beta is refused without it, row by row of the table, and accepted with any beta that opens it. */
import type { AnthropicBeta } from '@anthropic-ai/sdk/resources/beta/beta';
import { expect, expectTypeOf, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import type { ListedBeta } from '../../src/wire/known-betas.ts';
import { betaFields, type BetaField } from '../../src/wire/request/betas.ts';
import { body, send, type SendOptions } from '../support/send.ts';
import { checkCases, refused } from './cases.ts';

type Json = Record<string, unknown>;

const user = (content: unknown): Json => ({ role: 'user', content });
const assistant = (...content: Json[]): Json => ({ role: 'assistant', content });
const system = (fields: Json): Json => ({ role: 'system', ...fields });
const talk = (...messages: Json[]): Json => body({ messages });
const betas = (...names: string[]): SendOptions => ({
  headers: { 'anthropic-beta': names.join(',') },
});

const EMPTY_FORM = {
  type: 'json_schema',
  schema: { type: 'object', additionalProperties: false },
};
const summarize = { type: 'summarize' };
const server = { type: 'url', url: 'https://mcp.test', name: 'files' };
const summary = { type: 'compaction', content: 'So far.', encrypted_content: 'e' };
const reference = { type: 'tool_reference', name: 'look' };
const tool = { name: 'look', input_schema: { type: 'object' } };
const advice = {
  type: 'advisor_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: { type: 'advisor_result', text: 'Wait.' },
};
const advisorUse = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'advisor', input: {} };
const mcpUse = {
  type: 'mcp_tool_use',
  id: 'mcptoolu_1',
  name: 'look',
  server_name: 'files',
  input: {},
};
const mcpResult = { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', content: 'ok' };
const fallback = { type: 'fallback', from: { model: 'a' }, to: { model: 'b' } };
const listing = { type: 'mcp_tool_listing', mcp_server_name: 'files', tools: [] };
const display = { display_width_px: 1, display_height_px: 1 };

const added = (...content: Json[]): Json => ({
  ...talk(user('x'), system({ content })),
  tools: [tool],
});
const said = (...content: Json[]): Json => talk(user('x'), assistant(...content), user('y'));
const offered = (...tools: Json[]): Json => body({ tools });
const edited = (type: string): Json => body({ context_management: { edits: [{ type }] } });

/** A request with each of them, by kind, name and place. */
const examples: Readonly<Record<string, Json>> = {
  'field context_management': body({ context_management: { edits: [] } }),
  'field compaction': { ...talk(user('x'), assistant(), user('y')), compaction: summarize },
  'field mcp_servers': body({ mcp_servers: [server] }),
  'field fallbacks': body({ fallbacks: [{ model: 'claude-opus-4-8' }] }),
  'field fallback_credit_token': body({ fallback_credit_token: 'token' }),
  'field output_format': body({ output_format: { type: 'json_schema', schema: {} } }),
  'field billing_policy': body({ billing_policy: { type: 'billing_policy' } }),
  'field user_profile_id': body({ user_profile_id: 'uprof_1' }),
  'field speed': body({ speed: 'fast' }),
  'field diagnostics': body({ diagnostics: {} }),
  'field skills': body({ container: { skills: [] } }),
  'field task_budget': body({ output_config: { task_budget: { type: 'tokens', total: 9 } } }),
  'field block_binding': body({
    thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } },
  }),
  'value updates': body({ thinking: { type: 'adaptive', display: 'updates' } }),
  'field clear_at': talk(user('x'), system({ content: 'Brief.', clear_at: 'never' })),
  'field output_config': talk(
    user('x'),
    system({ content: 'y', output_config: { effort: 'low' } }),
  ),
  'field tools': offered({ type: 'mcp_toolset', mcp_server_name: 'files', tools: [] }),
  'value advisor': said(advisorUse, advice),
  'tag compaction': talk(assistant(summary), user('x')),
  'tag tool_addition': added({ type: 'tool_addition', tool: reference }),
  'tag tool_removal': added({ type: 'tool_removal', tool: reference }),
  'tag tool_definition': added({
    type: 'tool_addition',
    tool: { type: 'tool_definition', definition: { ...tool, name: 'seek' } },
  }),
  'tag fallback': said({ type: 'text', text: 'x' }, fallback),
  'tag advisor_tool_result': said(advisorUse, advice),
  'tag mcp_tool_use': said(mcpUse, mcpResult),
  'tag mcp_tool_result': said(mcpUse, mcpResult),
  'tag mcp_tool_listing': talk(user([listing, { type: 'text', text: 'x' }])),
  'tag bash_20241022': offered({ type: 'bash_20241022', name: 'bash' }),
  'tag computer_20241022': offered({ type: 'computer_20241022', name: 'computer', ...display }),
  'tag text_editor_20241022': offered({
    type: 'text_editor_20241022',
    name: 'str_replace_editor',
  }),
  'tag computer_20250124': offered({ type: 'computer_20250124', name: 'computer', ...display }),
  'tag computer_20251124': offered({ type: 'computer_20251124', name: 'computer', ...display }),
  'tag advisor_20260301': offered({
    type: 'advisor_20260301',
    name: 'advisor',
    model: 'claude-opus-5',
  }),
  'tag mcp_toolset': offered({ type: 'mcp_toolset', mcp_server_name: 'files' }),
  'tag clear_tool_uses_20250919': edited('clear_tool_uses_20250919'),
  'tag clear_thinking_20251015': edited('clear_thinking_20251015'),
  'tag compact_20260112': edited('compact_20260112'),
};

const rows = betaFields
  .filter(({ at, name }) => at !== '' || name !== 'thread')
  .map((row) => ({ row, title: `${row.kind} ${row.name}` }));

/** Every beta but those that open a row. */
const others = ({ betas: opening }: BetaField): string[] =>
  betaFields.flatMap((row) => row.betas).filter((beta) => !opening.includes(beta));

test.each(rows)('needs a beta for the $title', async ({ row, title }) => {
  const sent = examples[title];
  expect(sent, title).toBeDefined();
  const rule = row.sure ? 'beta-missing' : 'beta-perhaps-missing';
  const refuse = [rule];
  const simulation = simulate([], { refuse });
  const answer = await send(simulation, sent, betas(...others(row)));
  expect(answer.status).toBe(400);
  const found = simulation.violations[0]!;
  expect(found.rule).toBe(rule);
  expect(answer.body.error.message).toMatch(new RegExp(`^${found.path}: `));
  for (const beta of row.betas) {
    const open = simulate([], { refuse });
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await send(open, sent, betas(beta, ...others(row)));
    expect(open.violations.filter((violation) => violation.rule.startsWith('beta-'))).toEqual([]);
  }
});

test('has an example for every row and no more', () => {
  expect(Object.keys(examples).toSorted()).toEqual(rows.map(({ title }) => title).toSorted());
});

checkCases([
  {
    name: 'context management without its beta',
    rule: 'beta-missing',
    facts: ['S35', 'S03'],
    sent: body({ context_management: { edits: [] } }),
    answer: refused('context_management: Extra inputs are not permitted'),
    accepted: body({ context_management: { edits: [] } }),
    acceptedOptions: betas('context-management-2025-06-27'),
  },
  {
    name: 'an edit that needs another beta than the one sent',
    rule: 'beta-missing',
    facts: ['S34'],
    sent: edited('compact_20260112'),
    options: betas('context-management-2025-06-27'),
    answer: refused(
      "context_management.edits.0: Input tag 'compact_20260112' found using 'type' does not match any of the expected tags: 'clear_thinking_20251015', 'clear_tool_uses_20250919'",
    ),
    accepted: edited('compact_20260112'),
    acceptedOptions: betas('context-management-2025-06-27', 'compact-2026-01-12'),
  },
  {
    name: 'effort in a directive without its beta',
    rule: 'beta-missing',
    facts: ['S36', '4.10'],
    sent: talk(user('x'), system({ content: [], output_config: { effort: 'low' } })),
    answer: refused('messages.1.output_config: Extra inputs are not permitted'),
    accepted: talk(user('x'), system({ content: [], output_config: { effort: 'low' } })),
    acceptedOptions: betas('mid-conversation-output-config-2026-07-01'),
  },
  {
    name: 'a system message for one turn without its beta',
    rule: 'beta-missing',
    facts: ['S03', '4.10'],
    sent: talk(user('x'), system({ content: 'y', clear_at: 'next_user_message' })),
    answer: refused('messages.1.clear_at: Extra inputs are not permitted'),
    accepted: talk(user('x'), system({ content: 'y', clear_at: 'next_user_message' })),
    acceptedOptions: betas('mid-conversation-system-clear-at-2026-08-21'),
  },
  {
    name: 'block binding without its beta',
    rule: 'beta-missing',
    facts: ['S03', '3.5'],
    sent: body({ thinking: { type: 'adaptive', block_binding: {} } }),
    answer: refused('thinking.adaptive.block_binding: Extra inputs are not permitted'),
    accepted: body({ thinking: { type: 'adaptive', block_binding: {} } }),
    acceptedOptions: betas('thinking-binding-controls-2026-08-01'),
  },
  {
    name: 'a summary asked for without its beta',
    rule: 'beta-missing',
    facts: ['5.6'],
    sent: { ...talk(user('x'), assistant({ type: 'text', text: 'y' })), compaction: summarize },
    answer: refused('compaction: requires anthropic-beta: compact-2026-09-04'),
    accepted: body(),
  },
  {
    name: 'a summary sent back without its beta',
    rule: 'beta-missing',
    facts: ['5.6'],
    sent: talk(assistant(summary), user('x')),
    answer: refused('messages.0.content.0: `compaction` is not an expected content block type'),
    accepted: {
      ...talk(assistant(summary), user('x')),
      context_management: { edits: [{ type: 'compact_20260112' }] },
    },
    acceptedOptions: betas('compact-2026-01-12'),
  },
  {
    name: 'a tool that needs a beta, before anything is said of its form',
    rule: 'beta-missing',
    facts: ['S11'],
    sent: offered({ type: 'bash_20241022' }),
    answer: refused(
      "tools.0: Input tag 'bash_20241022' found using 'type' does not match any of the expected tags: 'bash_20250124', 'browser_toolset_20260801', 'code_execution_20250522', 'code_execution_20250825', 'code_execution_20260120', 'code_execution_20260521', 'computer_toolset_20260801', 'custom', 'memory_20250818', 'text_editor_20250124', 'text_editor_20250429', 'text_editor_20250728', 'tool_search_tool_bm25', 'tool_search_tool_bm25_20251119', 'tool_search_tool_regex', 'tool_search_tool_regex_20251119', 'web_fetch_20250910', 'web_fetch_20260209', 'web_fetch_20260309', 'web_fetch_20260318', 'web_search_20250305', 'web_search_20260209', 'web_search_20260318'",
    ),
    accepted: offered({ type: 'bash_20250124', name: 'bash' }),
  },
  {
    name: 'a server tool that needs a beta',
    rule: 'beta-missing',
    facts: ['S03'],
    sent: said(advisorUse),
    answer: refused(
      "messages.1.content.0.server_tool_use.name: Input should be 'web_search', 'web_fetch', 'code_execution', 'bash_code_execution', 'text_editor_code_execution', 'tool_search_tool_regex' or 'tool_search_tool_bm25'",
    ),
    accepted: body(),
  },
  {
    name: 'a thread without its beta',
    rule: 'thread-beta-missing',
    facts: ['2.14'],
    sent: body({ thread: { type: 'create' } }),
    answer: refused('thread: requires anthropic-beta: message-threads-2026-08-12'),
    accepted: body({ thread: { type: 'create' } }),
    acceptedOptions: betas('message-threads-2026-08-12'),
  },
  {
    name: 'an older field of an OpenAI client',
    rule: 'field-unknown',
    facts: ['S39'],
    sent: body({ reasoning_effort: 'high' }),
    answer: refused('reasoning_effort: Extra inputs are not permitted'),
    accepted: body({ output_config: { effort: 'high' } }),
  },
  {
    name: 'the older place of an output format',
    rule: 'beta-missing',
    sent: body({ output_format: EMPTY_FORM }),
    answer: refused("output_format: This field is deprecated. Use 'output_config.format' instead."),
    accepted: body({ output_format: EMPTY_FORM }),
    acceptedOptions: { headers: { 'anthropic-beta': 'structured-outputs-2025-11-13' } },
  },
  {
    name: 'what a beta once had, if asked to',
    rule: 'beta-perhaps-missing',
    facts: ['1.8'],
    simulation: { refuse: ['beta-perhaps-missing'] },
    sent: body({ diagnostics: {} }),
    answer: refused('diagnostics: Extra inputs are not permitted'),
    accepted: body(),
  },
]);

test('tells of a field that needs a beta once, and looks no further into it', async () => {
  const simulation = simulate([]);
  await send(simulation, edited('compact_20260112'));
  expect(simulation.violations.map(({ path }) => path)).toEqual(['context_management']);
});

test("lets an app's own tool have the name of a server tool, also beside server tools", async () => {
  const simulation = simulate(['Fine.']);
  const searched = {
    ...advisorUse,
    id: 'srvtoolu_2',
    name: 'web_search',
    input: { query: 'x' },
  };
  const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_2', content: [] };
  const sent = talk(
    user('Ask the advisor.'),
    assistant(searched, found, { type: 'tool_use', id: 'toolu_1', name: 'advisor', input: {} }),
    user([{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Wait.' }]),
  );
  expect((await send(simulation, { ...sent, tools: [{ ...tool, name: 'advisor' }] })).status).toBe(
    200,
  );
  expect(simulation.notes).toEqual([]);
});

test('takes what is null for what is not there', async () => {
  const simulation = simulate(['Fine.']);
  const sent = body({ context_management: null, compaction: null, diagnostics: null });
  expect((await send(simulation, sent)).status).toBe(200);
  expect(simulation.notes).toEqual([]);
});

test.each(['prompt-caching-2024-07-31', 'pdfs-2024-09-25', 'extended-cache-ttl-2025-04-11'])(
  'takes %s, which does nothing any more (1.8)',
  async (beta) => {
    const simulation = simulate(['Fine.']);
    expect((await send(simulation, body(), betas(beta))).status).toBe(200);
    expect(simulation.notes).toEqual([]);
  },
);

// The SDK's list is open; its closed part is what an editor offers.
type Offered<Name> = Name extends string ? (string extends Name ? never : Name) : never;

test('knows every beta of the SDK', () => {
  expectTypeOf<Offered<AnthropicBeta>>().toEqualTypeOf<ListedBeta>();
});
