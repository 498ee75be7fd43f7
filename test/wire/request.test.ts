// Every row of the facts about a request's shape: the value in, the API's exact words out, and what it accepts nearby.
import { describe, expect, test } from 'vitest';
import { betaFields } from '../../src/wire/request/betas.ts';
import { type RequestKind, type ShapeOptions, shapeIssues } from '../../src/wire/request/issues.ts';
import {
  countTokensRequest,
  generationOnlyFields,
  messageRequest,
} from '../../src/wire/request/request.ts';

const base = {
  model: 'claude-sonnet-5-5',
  max_tokens: 16,
  messages: [{ role: 'user', content: 'ping' }],
};

type Body = Record<string, unknown>;

const request = (fields: Body): Body => ({ ...base, ...fields });
const without = (key: keyof typeof base): Body => {
  const { [key]: _, ...rest } = base;
  return rest;
};
const user = (...content: unknown[]): Body => request({ messages: [{ role: 'user', content }] });
const assistant = (...content: unknown[]): Body =>
  request({ messages: [...base.messages, { role: 'assistant', content }] });
const withTool = (tool: unknown): Body => request({ tools: [tool] });
const edits = (...list: unknown[]): Body => request({ context_management: { edits: list } });

const use = { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} };
const result = { type: 'tool_result', tool_use_id: 'toolu_1' };
const serverUse = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
const tool = { name: 'look', input_schema: { type: 'object' } };
const pixel = { type: 'base64', media_type: 'image/png', data: '' };
const pdf = { type: 'base64', media_type: 'application/pdf', data: '' };
const image = { type: 'image', source: pixel };

const stableBlockTags =
  "'bash_code_execution_tool_result', 'code_execution_tool_result', 'container_upload', 'document', 'image', 'redacted_thinking', 'search_result', 'server_tool_use', 'text', 'text_editor_code_execution_tool_result', 'thinking', 'tool_result', 'tool_search_tool_result', 'tool_use', 'web_fetch_tool_result', 'web_search_tool_result'";
const stableToolTags =
  "'bash_20250124', 'browser_toolset_20260801', 'code_execution_20250522', 'code_execution_20250825', 'code_execution_20260120', 'code_execution_20260521', 'computer_toolset_20260801', 'custom', 'memory_20250818', 'text_editor_20250124', 'text_editor_20250429', 'text_editor_20250728', 'tool_search_tool_bm25', 'tool_search_tool_bm25_20251119', 'tool_search_tool_regex', 'tool_search_tool_regex_20251119', 'web_fetch_20250910', 'web_fetch_20260209', 'web_fetch_20260309', 'web_fetch_20260318', 'web_search_20250305', 'web_search_20260209', 'web_search_20260318'";
const mismatch = (tag: string, tags: string): string =>
  `Input tag '${tag}' found using 'type' does not match any of the expected tags: ${tags}`;
const noBetas: ShapeOptions = { betas: [] };

type Row = [row: string, body: unknown, message: string, options?: ShapeOptions];

/** Rows of section 2 of messages-api-errors.md, by id. */
const factRows: Row[] = [
  ['S01 model', without('model'), 'model: Field required'],
  ['S01 messages', without('messages'), 'messages: Field required'],
  ['S01 max_tokens', without('max_tokens'), 'max_tokens: Field required'],
  [
    'S02',
    request({ campo_inventato_xyz: 1 }),
    'campo_inventato_xyz: Extra inputs are not permitted',
  ],
  [
    'S03 tool',
    withTool({ ...tool, unknown_flag: true }),
    'tools.0.custom.unknown_flag: Extra inputs are not permitted',
  ],
  [
    'S03 message',
    request({ messages: [{ role: 'user', content: 'x', clear_at: 'never' }] }),
    'messages.0.clear_at: Extra inputs are not permitted',
  ],
  [
    'S03 thinking',
    request({ thinking: { type: 'adaptive', block_bindings: {} } }),
    'thinking.adaptive.block_bindings: Extra inputs are not permitted',
  ],
  [
    'S03 cache_control',
    user({ type: 'text', text: 'x', cache_control: { type: 'ephemeral', scope: 'global' } }),
    'messages.0.content.0.text.cache_control.ephemeral.scope: Extra inputs are not permitted',
  ],
  ['S04', request({ temperature: 'hot' }), 'temperature: Input should be a valid number'],
  ['S05', request({ temperature: 1.5 }), 'temperature: range: 0..1'],
  [
    'S10',
    user({ type: 'video_url' }),
    `messages.0.content.0: ${mismatch('video_url', stableBlockTags)}`,
    noBetas,
  ],
  [
    'S11',
    withTool({ type: 'function' }),
    `tools.0: ${mismatch('function', stableToolTags)}`,
    noBetas,
  ],
  [
    'S12',
    user({ ...result, content: [{ type: 'audio' }] }),
    `messages.0.content.0.tool_result.content.0: ${mismatch('audio', "'browser_state', 'document', 'image', 'search_result', 'text', 'tool_reference'")}`,
  ],
  [
    'S13 object',
    user({ ...result, content: { a: 1 } }),
    'messages.0.content.0.tool_result.content: Input should be a valid string',
  ],
  [
    'S13 number',
    user({ ...result, content: 0 }),
    'messages.0.content.0.tool_result.content: Input should be a valid string',
  ],
  [
    'S14',
    user({ type: 'text', text: 'x' }, { type: 'tool_result' }),
    'messages.0.content.1.tool_result.tool_use_id: Field required',
  ],
  [
    'S15 characters',
    user({ ...result, tool_use_id: 'call 1' }),
    "messages.0.content.0.tool_result.tool_use_id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  ],
  [
    'S15 empty',
    user({ ...result, tool_use_id: '' }),
    "messages.0.content.0.tool_result.tool_use_id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  ],
  [
    'S16 characters',
    assistant({ ...use, id: 'call:1' }),
    "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  ],
  [
    'S16 empty',
    assistant({ ...use, id: '' }),
    "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  ],
  [
    'S17',
    assistant({ ...serverUse, id: 'toolu_1' }),
    "messages.1.content.0.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
  ],
  ...[
    ['string', '{}'],
    ['list', []],
    ['null', null],
    ['absent value', undefined],
  ].map(([kind, input]): Row => [
    `S18 ${String(kind)}`,
    assistant({ ...use, input }),
    'messages.1.content.0.tool_use.input: Input should be a valid dictionary',
  ]),
  [
    'S19',
    assistant({ ...use, name: '' }),
    'messages.1.content.0.tool_use.name: String should have at least 1 character',
  ],
  [
    'S20',
    assistant({ ...use, name: 'n'.repeat(201) }),
    'messages.1.content.0.tool_use.name: String should have at most 200 characters',
  ],
  [
    'S22 thinking',
    assistant({ type: 'thinking', signature: 's' }),
    'messages.1.content.0.thinking.thinking: Field required',
  ],
  [
    'S22 signature',
    assistant({ type: 'thinking', thinking: 't' }),
    'messages.1.content.0.thinking.signature: Field required',
  ],
  [
    'S23',
    user({ type: 'image', source: { ...pixel, media_type: 'image/bmp' } }),
    "messages.0.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
  ],
  [
    'S23 in a tool result',
    user({
      ...result,
      content: [{ type: 'image', source: { ...pixel, media_type: 'image/svg+xml' } }],
    }),
    "messages.0.content.0.tool_result.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
  ],
  [
    'S24',
    user({ type: 'document', source: { ...pdf, media_type: 'text/markdown' } }),
    "messages.0.content.0.document.source.base64.media_type: Input should be 'application/pdf'",
  ],
  [
    'S25 characters',
    withTool({ ...tool, name: 'server.look' }),
    "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
  ],
  [
    'S25 length',
    withTool({ ...tool, name: 'n'.repeat(129) }),
    'tools.0.custom.name: String should have at most 128 characters',
  ],
  ['S26', withTool({ name: 'look' }), 'tools.0.custom.input_schema: Field required'],
  [
    'S27',
    withTool({ name: 'look', input_schema: { properties: {} } }),
    'tools.0.custom.input_schema.type: Field required',
  ],
  [
    'S28',
    withTool({ name: 'look', input_schema: { type: 'array' } }),
    "tools.0.custom.input_schema.type: Input should be 'object'",
  ],
  [
    'S29',
    withTool({ ...tool, description: null }),
    'tools.0.custom.description: Input should be a valid string',
  ],
  [
    'S30',
    request({ tool_choice: { type: 'required' } }),
    `tool_choice: ${mismatch('required', "'auto', 'any', 'tool', 'none'")}`,
  ],
  ['S31', request({ tool_choice: 'auto' }), 'tool_choice: Input should be an object'],
  [
    'S32',
    request({ thinking: { type: 'enabled', budget_tokens: 1023 } }),
    'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
  ],
  [
    'S33',
    request({ thinking: { type: 'on' } }),
    `thinking: ${mismatch('on', "'adaptive', 'between_tools', 'disabled', 'enabled'")}`,
  ],
  [
    'S34',
    edits({ type: 'compact' }),
    `context_management.edits.0: ${mismatch('compact', "'clear_thinking_20251015', 'clear_tool_uses_20250919'")}`,
    { betas: ['context-management-2025-06-27'] },
  ],
  ['S37', request({ system: [{ text: 'x' }] }), 'system.0.type: Field required'],
  [
    'S39',
    request({ reasoning_effort: 'high' }),
    'reasoning_effort: Extra inputs are not permitted',
  ],
];

/** Faults measured against claude-sonnet-5 on 2026-08-31 and 2026-09-04, where the rows are silent or older. */
const measuredRows: Row[] = [
  ['model null', request({ model: null }), 'model: Input should be a valid string'],
  ['model empty', request({ model: '' }), 'model: String should have at least 1 character'],
  ['max_tokens null', request({ max_tokens: null }), 'max_tokens: Input should be a valid integer'],
  [
    'max_tokens string',
    request({ max_tokens: '16' }),
    'max_tokens: Input should be a valid integer',
  ],
  [
    'max_tokens negative',
    request({ max_tokens: -1 }),
    'max_tokens: must be greater than or equal to 0',
  ],
  ['role missing', request({ messages: [{ content: 'ping' }] }), 'messages.0.role: Field required'],
  [
    'role unknown',
    request({ messages: [{ role: 'developer', content: 'ping' }] }),
    'messages: Unexpected role "developer". Allowed roles are "user" or "assistant"',
  ],
  [
    'content missing',
    request({ messages: [{ role: 'user' }] }),
    'messages.0.content: Field required',
  ],
  [
    'system message without content',
    request({ messages: [...base.messages, { role: 'system' }] }),
    'messages.1.content: Field required',
  ],
  [
    'unknown member of a message',
    request({ messages: [{ role: 'user', content: 'x', bogus: 1 }] }),
    'messages.0.bogus: Extra inputs are not permitted',
  ],
  ['block not an object', user(7), 'messages.0.content.0: Input should be an object'],
  ['block without a type', user({}), 'messages.0.content.0.type: Field required'],
  ['tool not an object', withTool(7), 'tools.0: Input should be an object'],
  [
    'tool with a blank name',
    withTool({ ...tool, name: '' }),
    'tools.0.custom.name: String should have at least 1 character',
  ],
  [
    'tool without a name',
    withTool({ input_schema: { type: 'object' } }),
    'tools.0.custom.name: Field required',
  ],
  ['tool_choice null', request({ tool_choice: null }), 'tool_choice: Input should be an object'],
  [
    'system member not an object',
    request({ system: [7] }),
    'system.0: Input does not match the expected shape.',
  ],
  ['thinking string', request({ thinking: 'x' }), 'thinking: Input should be an object'],
  ['thinking null', request({ thinking: null }), 'thinking: Input should be an object'],
  [
    'output_config string',
    request({ output_config: 'x' }),
    'output_config: Input does not match the expected shape.',
  ],
  [
    'output_config null',
    request({ output_config: null }),
    'output_config: Input does not match the expected shape.',
  ],
  [
    'effort unknown',
    request({ output_config: { effort: 'extreme' } }),
    "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'",
  ],
  [
    'cache_control string',
    request({ cache_control: 'x' }),
    'cache_control: Input should be an object',
  ],
  [
    'metadata string',
    request({ metadata: 'x' }),
    'metadata: Input does not match the expected shape.',
  ],
  [
    'metadata unknown member',
    request({ metadata: { bogus: 'x' } }),
    'metadata.bogus: Extra inputs are not permitted',
  ],
  [
    'metadata user_id',
    request({ metadata: { user_id: 7 } }),
    'metadata.user_id: Input should be a valid string',
  ],
  [
    'stop_sequences member',
    request({ stop_sequences: [1] }),
    'stop_sequences.0: Input should be a valid string',
  ],
  [
    'temperature null',
    request({ temperature: null }),
    'temperature: Input should be a valid number',
  ],
  ['top_k string', request({ top_k: 'x' }), 'top_k: Input should be a valid integer'],
  ['top_p range', request({ top_p: 1.5 }), 'top_p: range: 0..1'],
  [
    'service_tier null',
    request({ service_tier: null }),
    "service_tier: Input should be 'auto' or 'standard_only'",
  ],
  ['stream string', request({ stream: 'yes' }), 'stream: Input should be a valid boolean'],
  [
    'container number',
    request({ container: 7 }),
    'container.ContainerParams: Input does not match the expected shape.',
  ],
  [
    'inference_geo number',
    request({ inference_geo: 7 }),
    'inference_geo: Input should be a valid string',
  ],
  [
    'signature null',
    assistant({ type: 'thinking', thinking: 't', signature: null }),
    'messages.1.content.0.thinking.signature.str: Input should be a valid string',
  ],
  [
    'caller null',
    assistant({ ...serverUse, caller: null }),
    'messages.1.content.0.server_tool_use.caller: Input should be an object',
  ],
];

/** The other forms a path or a text can take. */
const formRows: Row[] = [
  [
    'null tag',
    user({ type: null }),
    `messages.0.content.0: ${mismatch('None', stableBlockTags)}`,
    noBetas,
  ],
  ['list in a list', user([]), 'messages.0.content.0: Input should be an object'],
  [
    'document as content',
    user({ type: 'document', source: { type: 'content', content: [{ type: 'text' }] } }),
    'messages.0.content.0.document.source.content.content.0.text.text: Field required',
  ],
  [
    'source tag',
    user({ type: 'document', source: { type: 'blob' } }),
    `messages.0.content.0.document.source: ${mismatch('blob', "'base64', 'content', 'file', 'text', 'url'")}`,
  ],
  [
    'citation',
    assistant({ type: 'text', text: 'x', citations: [{ type: 'page_location' }] }),
    'messages.1.content.0.text.citations.0.page_location.cited_text: Field required',
  ],
  [
    'server tool result',
    assistant({ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: 7 }),
    'messages.1.content.0.web_search_tool_result.content: Input should be a valid list',
  ],
  [
    'built-in tool by its own tag',
    withTool({ type: 'web_search_20250305', name: 'search' }),
    "tools.0.web_search_20250305.name: Input should be 'web_search'",
  ],
  [
    'toolset member',
    withTool({ type: 'computer_toolset_20260801', configs: { zoom: { enabled: 'yes' } } }),
    'tools.0.computer_toolset_20260801.configs.zoom.enabled: Input should be a valid boolean',
  ],
  [
    'mcp tool config by name',
    withTool({ type: 'mcp_toolset', mcp_server_name: 's', configs: { look: { on: true } } }),
    'tools.0.mcp_toolset.configs.look.on: Extra inputs are not permitted',
  ],
  [
    'inline tool definition',
    request({
      messages: [
        ...base.messages,
        {
          role: 'system',
          content: [
            {
              type: 'tool_addition',
              tool: { type: 'tool_definition', definition: { name: 'a b' } },
            },
          ],
        },
      ],
    }),
    "messages.1.content.0.tool_addition.tool.tool_definition.definition.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
  ],
  [
    'thread',
    request({ thread: { type: 'continue' } }),
    'thread.continue.previous_message_id: Field required',
  ],
  ['fallbacks', request({ fallbacks: 'all' }), "fallbacks: Input should be 'default'"],
  [
    'list words',
    request({ messages: [{ role: 'user', content: {} }] }),
    'messages.0.content: Input should be a valid list',
  ],
  [
    'list words, json',
    request({ messages: [{ role: 'user', content: null }] }),
    'messages.0.content: Input should be a valid array',
    { wording: 'json' },
  ],
  [
    'dictionary words, json',
    assistant({ ...use, input: '{}' }),
    'messages.1.content.0.tool_use.input: Input should be an object',
    { wording: 'json' },
  ],
  ['body is a list', [], 'Input does not match the expected shape.'],
  ['body is null', null, 'Input does not match the expected shape.'],
];

test.each([...factRows, ...measuredRows, ...formRows])(
  'refuses %s',
  (_row, body, message, options) => {
    const [first] = shapeIssues(body, 'messages', options);
    expect(first?.message).toBe(message);
    expect(message.startsWith(first?.path ?? '?')).toBe(true);
  },
);

test.each<[row: string, body: Body, kind?: RequestKind]>([
  ['the smallest request', base],
  ['S05 the ends of the range', request({ temperature: 1, top_p: 0 })],
  ['S07 no tokens at all', request({ max_tokens: 0 })],
  ['S09 text or blocks', request({ messages: [{ role: 'user', content: [] }], system: '' })],
  ['S13 a result without content', user(result)],
  ['S13 a result of nothing', user({ ...result, content: '' }, { ...result, content: [] })],
  [
    'S13 a result of many kinds',
    user({
      ...result,
      content: [
        { type: 'text', text: '' },
        image,
        { type: 'document', source: pdf },
        { type: 'search_result', source: 's', title: 't', content: [] },
        { type: 'tool_reference', tool_name: 'look' },
      ],
    }),
  ],
  ['S15 an id of every allowed kind', user({ ...result, tool_use_id: 'Az0_-' })],
  ['S18 an input of anything', assistant({ ...use, input: { deep: [[{}]], none: null } })],
  ['S20 a name of 200', assistant({ ...use, name: 'n'.repeat(200) })],
  ['S20 a name of 200 that JavaScript counts twice', assistant({ ...use, name: '🙂'.repeat(200) })],
  ['S21 other characters in the history', assistant({ ...use, name: 'server.look up' })],
  ['S22 an empty thought', assistant({ type: 'thinking', thinking: '', signature: '' })],
  ['S25 a name of 128', withTool({ ...tool, name: 'n'.repeat(128) })],
  [
    'S27 a schema of more',
    withTool({ name: 'look', input_schema: { type: 'object', $defs: {}, anyOf: [] } }),
  ],
  ['S29 no description', withTool(tool)],
  ['S30 every choice', request({ tool_choice: { type: 'any', disable_parallel_tool_use: true } })],
  ['S32 the smallest budget', request({ thinking: { type: 'enabled', budget_tokens: 1024 } })],
  ['custom by name', withTool({ ...tool, type: 'custom' })],
  ['custom by null', withTool({ ...tool, type: null })],
  [
    'tool search without its date',
    withTool({ type: 'tool_search_tool_bm25', name: 'tool_search_tool_bm25' }),
  ],
  ['a live tool_use echoed', assistant({ ...use, caller: { type: 'direct' } })],
  [
    'nulls for absence',
    request({
      metadata: null,
      stop_sequences: null,
      cache_control: null,
      container: null,
      inference_geo: null,
      thread: null,
    }),
  ],
  ['text with null citations', assistant({ type: 'text', text: '', citations: null })],
  [
    'a directive-only system message',
    request({ messages: [{ role: 'system', content: [], output_config: { effort: 'low' } }] }),
  ],
  [
    'a system message that only configures',
    request({ messages: [{ role: 'system', output_config: { effort: 'low' } }] }),
  ],
  [
    'a continued thread',
    request({ messages: [], thread: { type: 'continue', previous_message_id: 'msg_1' } }),
  ],
  ['a container by name', request({ container: 'container_1' })],
  [
    'a container with skills',
    request({ container: { skills: [{ type: 'anthropic', skill_id: 'pptx' }] } }),
  ],
  ['fallbacks by default', request({ fallbacks: 'default' })],
  ['fallbacks in turn', request({ fallbacks: [{ model: 'm', thinking: null }] })],
  [
    'every edit',
    edits(
      { type: 'clear_tool_uses_20250919', clear_tool_inputs: true },
      { type: 'clear_thinking_20251015', keep: 'all' },
      { type: 'compact_20260112', trigger: null },
    ),
  ],
  ['S38 a request to count', without('max_tokens'), 'count_tokens'],
  [
    'S38 a count of all it may hold',
    {
      ...without('max_tokens'),
      system: 's',
      tools: [tool],
      tool_choice: { type: 'auto' },
      compaction: { type: 'summarize' },
    },
    'count_tokens',
  ],
])('accepts %s', (_row, body, kind = 'messages') => {
  expect(shapeIssues(body, kind)).toEqual([]);
});

describe('order', () => {
  test('follows the API and not the body, unknown fields last', () => {
    const faults: Body = {
      zzz_unknown: 1,
      inference_geo: 7,
      container: 7,
      stream: 7,
      top_p: 'x',
      top_k: 'x',
      service_tier: 7,
      temperature: 'x',
      stop_sequences: 'x',
      metadata: 'x',
      max_tokens: 'x',
      cache_control: 'x',
      output_config: 'x',
      thinking: 'x',
      system: 7,
      messages: 'x',
      tools: 'x',
      tool_choice: 7,
      model: 7,
    };
    // Measured 2026-08-31: a comparison sort over faults of one kind.
    expect(shapeIssues(faults, 'messages').map(({ path }) => path.split('.')[0])).toEqual(
      Object.keys(faults).toReversed(),
    );
  });

  test('names each fault once, the first of a field', () => {
    const body = request({ tools: [{ name: '', extra: 1 }], top_k: 0.5 });
    expect(shapeIssues(body, 'messages')).toMatchInlineSnapshot(`
      [
        {
          "code": "length",
          "message": "tools.0.custom.name: String should have at least 1 character",
          "path": "tools.0.custom.name",
        },
        {
          "code": "required",
          "message": "tools.0.custom.input_schema: Field required",
          "path": "tools.0.custom.input_schema",
        },
        {
          "code": "unknown",
          "message": "tools.0.custom.extra: Extra inputs are not permitted",
          "path": "tools.0.custom.extra",
        },
        {
          "code": "type",
          "message": "top_k: Input should be a valid integer",
          "path": "top_k",
        },
      ]
    `);
  });
});

test.each(['max_tokens', 'stream', 'temperature', 'metadata', 'thread'])(
  'S38 refuses %s when tokens are counted',
  (field) => {
    expect(generationOnlyFields).toContain(field);
    const [first] = shapeIssues({ ...without('max_tokens'), [field]: 1 }, 'count_tokens');
    expect(first?.message).toBe(`${field}: Extra inputs are not permitted`);
  },
);

test('lists as generation only what the two schemas do not share', () => {
  const counted = Object.keys(countTokensRequest.fields);
  const generated = Object.keys(messageRequest.fields);
  expect(counted.every((field) => generated.includes(field))).toBe(true);
  expect(generated.filter((field) => !counted.includes(field)).toSorted()).toEqual(
    [...generationOnlyFields].toSorted(),
  );
});

/** S35 and S36: the shape knows these fields; the table says which beta opens them. */
test.each([
  ['S35', '', 'context_management', 'context-management-2025-06-27'],
  ['S36', 'messages.*', 'output_config', 'mid-conversation-output-config-2026-07-01'],
  ['2.14', '', 'thread', 'message-threads-2026-08-12'],
  ['5.6', '', 'compaction', 'compact-2026-09-04'],
])('%s names the beta of %s %s', (_row, at, name, beta) => {
  const row = betaFields.find((each) => each.at === at && each.name === name);
  expect(row).toMatchObject({ kind: 'field', sure: true });
  expect(row?.betas).toContain(beta);
});

test('leaves a tag out of the list unless one of its betas is sent', () => {
  const tagsOf = (betas: string[]): string =>
    shapeIssues(edits({ type: 'x' }), 'messages', { betas })[0]?.message ?? '';
  expect(tagsOf(['compact-2026-01-12'])).toContain("tags: 'compact_20260112'");
  expect(tagsOf([])).not.toContain('compact_20260112');
  expect(shapeIssues(edits({ type: 'x' }), 'messages')[0]?.message).toContain('compact_20260112');
});
