/** The form of a body, in the API's words: fields, types, tags, patterns, bounds. */
import { body } from '../support/send.ts';
import { checkCases, refused, type Case } from './cases.ts';

type Json = Record<string, unknown>;

const user = (content: unknown): Json => ({ role: 'user', content });
const assistant = (...content: unknown[]): Json => ({ role: 'assistant', content });
const talk = (...messages: Json[]): Json => body({ messages });
const call = (fields: Json = {}): Json => ({
  type: 'tool_use',
  id: 'a',
  name: 'look',
  input: {},
  ...fields,
});
const result = (fields: Json = {}): Json => ({
  type: 'tool_result',
  tool_use_id: 'a',
  content: 'ok',
  ...fields,
});
const round = (said: Json, answered: Json = result()): Json =>
  talk(user('x'), assistant(said), user([answered]));
const tool = (fields: Json = {}): Json =>
  body({ tools: [{ name: 'look', input_schema: { type: 'object' }, ...fields }] });
const without = (field: string): Json => ({ ...body(), [field]: undefined });
const search = (id: string): Json =>
  body({
    tools: [{ type: 'web_search_20250305', name: 'web_search' }],
    messages: [
      user('x'),
      assistant(
        { type: 'server_tool_use', id, name: 'web_search', input: { query: 'q' } },
        { type: 'web_search_tool_result', tool_use_id: id, content: [] },
      ),
      user('y'),
    ],
  });
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const image = (media_type: string): Json => ({
  type: 'image',
  source: { type: 'base64', media_type, data: PIXEL },
});
const pdf = (media_type: string): Json => ({
  type: 'document',
  source: { type: 'base64', media_type, data: 'JVBERi0xLjQK' },
});
/** What the API reference gives bounds to, and what a report shows. */
const title = (text: string): Json =>
  talk(
    user([
      {
        type: 'document',
        source: { type: 'text', media_type: 'text/plain', data: 'x' },
        title: text,
      },
    ]),
  );
const webSearch = (fields: Json): Json =>
  body({ tools: [{ type: 'web_search_20260209', name: 'web_search', ...fields }] });
const from = (country: string): Json =>
  webSearch({ user_location: { type: 'approximate', country } });
const replayed = (fields: Json): Json =>
  body({
    tools: [{ type: 'web_search_20250305', name: 'web_search' }],
    messages: [
      user('x'),
      assistant(
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {}, ...fields },
        { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
      ),
      user('y'),
    ],
  });
const bounded: readonly (readonly [
  name: string,
  rule: string,
  says: string,
  broken: Json,
  accepted: Json,
])[] = [
  // anthropics/claude-code#96152
  [
    'a tool name that is too long',
    'text-length',
    'tools.0.custom.name: String should have at most 128 characters',
    tool({ name: 'a'.repeat(129) }),
    tool({ name: 'a'.repeat(128) }),
  ],
  // anthropics/claude-code#20830, when it was 64
  [
    'a reference to a tool with a name that is too long',
    'text-length',
    'messages.2.content.0.tool_result.content.0.tool_reference.tool_name: String should have at most 256 characters',
    round(call(), result({ content: [{ type: 'tool_reference', tool_name: 'a'.repeat(257) }] })),
    round(call(), result({ content: [] })),
  ],
  // ansari-project/ansari-backend#158
  [
    'a document whose title is too long',
    'text-length',
    'messages.0.content.0.document.title: String should have at most 500 characters',
    title('a'.repeat(501)),
    title('a'.repeat(500)),
  ],
  [
    'a document whose title is empty',
    'text-length',
    'messages.0.content.0.document.title: String should have at least 1 character',
    title(''),
    title('a'),
  ],
  [
    'a user id that is too long',
    'text-length',
    'metadata.user_id: String should have at most 512 characters',
    body({ metadata: { user_id: 'a'.repeat(513) } }),
    body({ metadata: { user_id: 'a'.repeat(512) } }),
  ],
  [
    'a country of three letters',
    'text-length',
    'tools.0.web_search_20260209.user_location.country: String should have at most 2 characters',
    from('USA'),
    from('US'),
  ],
  [
    'a web search that may never be used',
    'number-range',
    'tools.0.web_search_20260209.max_uses: Input should be greater than 0',
    webSearch({ max_uses: 0 }),
    webSearch({ max_uses: 1 }),
  ],
  // laravel/ai#389
  ...[[], '', null].map(
    (input) =>
      [
        `a server call whose input is ${JSON.stringify(input)}`,
        'field-type',
        'messages.1.content.0.server_tool_use.input: Input should be a valid dictionary',
        replayed({ input }),
        replayed({ input: { query: 'q' } }),
      ] as const,
  ),
];
const thought = (fields: Json): Json =>
  talk(
    user('x'),
    assistant({ type: 'thinking', ...fields }, { type: 'text', text: 'y' }),
    user('z'),
  );
const manual = (budget_tokens: number): Json =>
  body({
    model: 'claude-sonnet-4-5',
    max_tokens: 4096,
    thinking: { type: 'enabled', budget_tokens },
  });
const OLD = { headers: { 'anthropic-version': '2023-06-01' } };
const sampled = (temperature: unknown): Json => body({ model: 'claude-sonnet-4-5', temperature });
const PATTERN = "String should match pattern '^[a-zA-Z0-9_-]+$'";

const BLOCK_TAGS =
  "'bash_code_execution_tool_result', 'code_execution_tool_result', 'container_upload', 'document', 'image', 'redacted_thinking', 'search_result', 'server_tool_use', 'text', 'text_editor_code_execution_tool_result', 'thinking', 'tool_result', 'tool_search_tool_result', 'tool_use', 'web_fetch_tool_result', 'web_search_tool_result'";

const cases: Case[] = [
  {
    name: 'a model without a name',
    rule: 'text-length',
    sent: body({ model: '' }),
    answer: refused('model: String should have at least 1 character'),
    accepted: body({ model: 'm' }),
  },
  {
    name: 'a model with a whole text as its name',
    rule: 'text-length',
    sent: body({ model: 'm'.repeat(257) }),
    answer: refused('model: String should have at most 256 characters'),
    accepted: body({ model: '\u{1F525}'.repeat(256) }),
  },
  ...['model', 'max_tokens', 'messages'].map((field) => ({
    name: `no ${field}`,
    rule: 'field-required',
    facts: ['S01'],
    sent: without(field),
    answer: refused(`${field}: Field required`),
    accepted: body(),
  })),
  {
    name: 'a field nobody knows',
    rule: 'field-unknown',
    facts: ['S02', 'S39'],
    sent: body({ campo_inventato_xyz: 1 }),
    answer: refused('campo_inventato_xyz: Extra inputs are not permitted'),
    accepted: body({ metadata: { user_id: 'u' } }),
  },
  {
    name: 'a field of another vendor',
    rule: 'field-unknown',
    facts: ['S39'],
    sent: body({ reasoning_effort: 'low' }),
    answer: refused('reasoning_effort: Extra inputs are not permitted'),
    accepted: body({ output_config: { effort: 'low' } }),
  },
  {
    name: 'a nested field nobody knows',
    rule: 'field-unknown',
    facts: ['S03'],
    sent: tool({ parallel: true }),
    answer: refused('tools.0.custom.parallel: Extra inputs are not permitted'),
    accepted: tool({ description: 'Looks.' }),
  },
  {
    name: 'a temperature in words',
    rule: 'field-type',
    facts: ['S04'],
    sent: sampled('hot'),
    options: OLD,
    answer: refused('temperature: Input should be a valid number'),
    accepted: sampled(1),
    acceptedOptions: OLD,
  },
  {
    name: 'a temperature above one',
    rule: 'number-range',
    facts: ['S05'],
    sent: sampled(1.5),
    options: OLD,
    answer: refused('temperature: range: 0..1'),
    accepted: sampled(0.5),
    acceptedOptions: OLD,
  },
  {
    name: 'a block type nobody knows',
    rule: 'tag-unknown',
    facts: ['S10'],
    sent: talk(user([{ type: 'hologram' }])),
    answer: refused(
      `messages.0.content.0: Input tag 'hologram' found using 'type' does not match any of the expected tags: ${BLOCK_TAGS}`,
    ),
    accepted: talk(user([{ type: 'text', text: 'x' }])),
  },
  {
    name: 'a block type nobody knows in a result',
    rule: 'tag-unknown',
    facts: ['S12'],
    sent: round(call(), result({ content: [{ type: 'audio' }] })),
    answer: refused(
      "messages.2.content.0.tool_result.content.0: Input tag 'audio' found using 'type' does not match any of the expected tags: 'browser_state', 'document', 'image', 'search_result', 'text', 'tool_reference'",
    ),
    accepted: round(call(), result({ content: [{ type: 'text', text: 'x' }] })),
  },
  {
    name: 'a result without id',
    rule: 'field-required',
    facts: ['S14'],
    sent: round(call(), { type: 'tool_result', content: 'x' }),
    answer: refused('messages.2.content.0.tool_result.tool_use_id: Field required'),
    accepted: round(call(), { type: 'tool_result', tool_use_id: 'a' }),
  },
  {
    name: 'a result id with a dot',
    rule: 'tool-use-id-pattern',
    facts: ['S15'],
    sent: round(call(), result({ tool_use_id: 'a.b' })),
    answer: refused(`messages.2.content.0.tool_result.tool_use_id: ${PATTERN}`),
    accepted: round(call({ id: 'a-b' }), result({ tool_use_id: 'a-b' })),
  },
  {
    name: 'a call id with a dot',
    rule: 'tool-use-id-pattern',
    facts: ['S16'],
    sent: round(call({ id: 'a.b' })),
    answer: refused(`messages.1.content.0.tool_use.id: ${PATTERN}`),
    accepted: round(call({ id: 'a_B-9' }), result({ tool_use_id: 'a_B-9' })),
  },
  {
    name: 'an empty call id',
    rule: 'tool-use-id-pattern',
    facts: ['S16'],
    sent: round(call({ id: '' })),
    answer: refused(`messages.1.content.0.tool_use.id: ${PATTERN}`),
    accepted: round(call()),
  },
  {
    name: 'a server call id of a client tool',
    rule: 'tool-use-id-pattern',
    facts: ['S17'],
    sent: search('toolu_1'),
    answer: refused(
      "messages.1.content.0.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
    ),
    accepted: search('srvtoolu_1'),
  },
  ...[
    ['text', 'x'],
    ['a list', []],
    ['null', null],
  ].map(([kind, input]) => ({
    name: `a call whose input is ${String(kind)}`,
    rule: 'field-type',
    facts: ['S18'],
    sent: round(call({ input })),
    answer: refused('messages.1.content.0.tool_use.input: Input should be a valid dictionary'),
    accepted: round(call({ input: { x: input } })),
  })),
  {
    name: 'a call without a name',
    rule: 'text-length',
    facts: ['S19'],
    sent: round(call({ name: '' })),
    answer: refused('messages.1.content.0.tool_use.name: String should have at least 1 character'),
    accepted: round(call({ name: 'x' })),
  },
  {
    name: 'a call with a very long name',
    rule: 'text-length',
    facts: ['S20'],
    sent: round(call({ name: 'x'.repeat(201) })),
    answer: refused(
      'messages.1.content.0.tool_use.name: String should have at most 200 characters',
    ),
    accepted: round(call({ name: 'x.y'.padEnd(200, 'z') })),
  },
  {
    name: 'thinking without its text',
    rule: 'field-required',
    facts: ['S22'],
    sent: thought({ signature: 's' }),
    answer: refused('messages.1.content.0.thinking.thinking: Field required'),
    accepted: thought({ thinking: 't', signature: 's' }),
  },
  {
    name: 'thinking without its signature',
    rule: 'field-required',
    facts: ['S22'],
    sent: thought({ thinking: 't' }),
    answer: refused('messages.1.content.0.thinking.signature: Field required'),
    accepted: thought({ thinking: 't', signature: 's' }),
  },
  {
    name: 'an image of another kind',
    rule: 'value-unknown',
    facts: ['S23'],
    sent: talk(user([image('image/tiff')])),
    answer: refused(
      "messages.0.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
    ),
    accepted: talk(user([image('image/png')])),
  },
  {
    name: 'an image of another kind in a result',
    rule: 'value-unknown',
    facts: ['S23'],
    sent: round(call(), result({ content: [image('image/bmp')] })),
    answer: refused(
      "messages.2.content.0.tool_result.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
    ),
    accepted: round(call(), result({ content: [image('image/png')] })),
  },
  {
    name: 'a document that is no PDF',
    rule: 'value-unknown',
    facts: ['S24'],
    sent: talk(user([pdf('text/html')])),
    answer: refused(
      "messages.0.content.0.document.source.base64.media_type: Input should be 'application/pdf'",
    ),
    accepted: talk(user([pdf('application/pdf')])),
  },
  {
    name: 'a tool name with a dot',
    rule: 'tool-name-pattern',
    facts: ['S25'],
    sent: tool({ name: 'a.b' }),
    answer: refused("tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"),
    accepted: tool({ name: 'a'.repeat(128) }),
  },
  ...bounded.map(([name, rule, path, broken, accepted]) => ({
    name,
    rule,
    sent: broken,
    answer: refused(path),
    accepted,
  })),
  {
    name: 'a tool without schema',
    rule: 'field-required',
    facts: ['S26'],
    sent: tool({ input_schema: undefined }),
    answer: refused('tools.0.custom.input_schema: Field required'),
    accepted: tool(),
  },
  {
    name: 'a schema without type',
    rule: 'field-required',
    facts: ['S27'],
    sent: tool({ input_schema: { properties: {} } }),
    answer: refused('tools.0.custom.input_schema.type: Field required'),
    accepted: tool(),
  },
  {
    name: 'a schema that is no object',
    rule: 'value-unknown',
    facts: ['S28'],
    sent: tool({ input_schema: { type: 'array' } }),
    answer: refused("tools.0.custom.input_schema.type: Input should be 'object'"),
    accepted: tool(),
  },
  {
    name: 'a description that is null',
    rule: 'field-type',
    facts: ['S29'],
    sent: tool({ description: null }),
    answer: refused('tools.0.custom.description: Input should be a valid string'),
    accepted: tool(),
  },
  {
    name: 'a tool choice nobody knows',
    rule: 'tag-unknown',
    facts: ['S30'],
    sent: { ...tool(), tool_choice: { type: 'required' } },
    answer: refused(
      "tool_choice: Input tag 'required' found using 'type' does not match any of the expected tags: 'auto', 'any', 'tool', 'none'",
    ),
    accepted: { ...tool(), tool_choice: { type: 'auto' } },
  },
  {
    name: 'a tool choice in a word',
    rule: 'field-type',
    facts: ['S31'],
    sent: { ...tool(), tool_choice: 'auto' },
    answer: refused('tool_choice: Input should be an object'),
    accepted: { ...tool(), tool_choice: { type: 'auto' } },
  },
  {
    name: 'a small thinking budget',
    rule: 'number-range',
    facts: ['S32'],
    sent: manual(1023),
    answer: refused(
      'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
    ),
    accepted: manual(1024),
  },
];

checkCases(cases);
