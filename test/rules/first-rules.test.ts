/** Each refusal in the API's own words, next to the nearest request that is accepted. */
import { body, HEADERS, type SendOptions } from '../support/send.ts';
import { checkCases, refused, type Case } from './cases.ts';

type Json = Record<string, unknown>;

const user = (content: unknown): Json => ({ role: 'user', content });
const assistant = (content: unknown): Json => ({ role: 'assistant', content });
const text = (value: string): Json => ({ type: 'text', text: value });
const call = (id: string): Json => ({ type: 'tool_use', id, name: 'look', input: {} });
const result = (id: string, content: unknown = 'ok'): Json => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
});
const talk = (...messages: Json[]): Json => body({ messages });
const tool = (name: string): Json => ({ name, input_schema: { type: 'object' } });
const without = (name: string): SendOptions => ({
  headers: Object.fromEntries(
    Object.keys(HEADERS).map((key) => [key, key === name ? '' : HEADERS[key]!]),
  ),
});

const cases: Case[] = [
  {
    name: 'no model',
    rule: 'field-required',
    sent: { ...body(), model: undefined },
    answer: refused('model: Field required'),
    accepted: body(),
  },
  {
    name: 'no max_tokens',
    rule: 'field-required',
    sent: { ...body(), max_tokens: undefined },
    answer: refused('max_tokens: Field required'),
    accepted: body({ max_tokens: 1 }),
  },
  {
    name: 'no messages',
    rule: 'field-required',
    sent: { ...body(), messages: undefined },
    answer: refused('messages: Field required'),
    accepted: body(),
  },
  {
    name: 'a field nobody knows',
    rule: 'field-unknown',
    sent: body({ campo_inventato_xyz: 1 }),
    answer: refused('campo_inventato_xyz: Extra inputs are not permitted'),
    accepted: body({ metadata: { user_id: 'u' } }),
  },
  {
    name: 'temperature as text',
    rule: 'field-type',
    sent: body({ temperature: 'hot' }),
    answer: refused('temperature: Input should be a valid number'),
    accepted: body(),
  },
  {
    name: 'a block type nobody knows',
    rule: 'tag-unknown',
    sent: talk(user([{ type: 'hologram' }])),
    answer: refused(
      "messages.0.content.0: Input tag 'hologram' found using 'type' does not match any of the expected tags: 'bash_code_execution_tool_result', 'code_execution_tool_result', 'container_upload', 'document', 'image', 'redacted_thinking', 'search_result', 'server_tool_use', 'text', 'text_editor_code_execution_tool_result', 'thinking', 'tool_result', 'tool_search_tool_result', 'tool_use', 'web_fetch_tool_result', 'web_search_tool_result'",
    ),
    accepted: talk(user([text('x')])),
  },
  {
    name: 'input that is no object',
    rule: 'field-type',
    sent: talk(user('x'), assistant([{ ...call('a'), input: 'x' }]), user([result('a')])),
    answer: refused('messages.1.content.0.tool_use.input: Input should be a valid dictionary'),
    accepted: talk(user('x'), assistant([call('a')]), user([result('a')])),
  },
  {
    name: 'a call id with a dot',
    rule: 'tool-use-id-pattern',
    sent: talk(user('x'), assistant([call('a.b')]), user([result('a')])),
    answer: refused(
      "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    ),
    accepted: talk(user('x'), assistant([call('a-b')]), user([result('a-b')])),
  },
  {
    name: 'a result without id',
    rule: 'field-required',
    sent: talk(user('x'), assistant([call('a')]), user([{ type: 'tool_result', content: 'x' }])),
    answer: refused('messages.2.content.0.tool_result.tool_use_id: Field required'),
    accepted: talk(
      user('x'),
      assistant([call('a')]),
      user([{ type: 'tool_result', tool_use_id: 'a' }]),
    ),
  },
  {
    name: 'a tool name with a dot',
    rule: 'tool-name-pattern',
    sent: body({ tools: [tool('a.b')] }),
    answer: refused("tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"),
    accepted: body({ tools: [tool('a'.repeat(128))] }),
  },
  {
    name: 'a tool listed twice',
    rule: 'tool-name-repeated',
    sent: body({ tools: [tool('a'), tool('a')] }),
    answer: refused('tools: Tool names must be unique.'),
    accepted: body({ tools: [tool('a'), tool('A')] }),
  },
  {
    name: 'an empty list of messages',
    rule: 'messages-empty',
    sent: talk(),
    answer: refused('messages: at least one message is required'),
    accepted: talk(user('x')),
  },
  {
    name: 'an empty user message',
    rule: 'user-content-empty',
    sent: talk(user('x'), assistant('y'), user('')),
    answer: refused('messages.2: user messages must have non-empty content'),
    accepted: talk(user('x'), assistant([]), user('z')),
  },
  {
    name: 'an empty list as user content',
    rule: 'user-content-empty',
    sent: talk(user([])),
    answer: refused('messages.0: user messages must have non-empty content'),
    accepted: talk(user('x')),
  },
  {
    name: 'an empty text next to a call',
    rule: 'text-empty',
    sent: talk(user('x'), assistant([text(''), call('a')]), user([result('a')])),
    answer: refused('messages: text content blocks must be non-empty'),
    accepted: talk(user('x'), assistant([text('\n\n'), call('a')]), user([result('a')])),
  },
  {
    name: 'an empty text next to another',
    rule: 'text-empty',
    sent: talk(user([text(''), text('x')])),
    answer: refused('messages: text content blocks must be non-empty'),
    accepted: talk(user([text('hi'), text(' ')])),
  },
  {
    name: 'a blank user message',
    rule: 'text-blank',
    sent: talk(user('\n')),
    answer: refused('messages: text content blocks must contain non-whitespace text'),
    accepted: talk(user([text('hi'), text('\n')])),
  },
  {
    name: 'a blank assistant message',
    rule: 'text-blank',
    sent: talk(user('x'), assistant([text(' ')]), user('y')),
    answer: refused('messages: text content blocks must contain non-whitespace text'),
    accepted: talk(user('x'), assistant([text(' '), text('ok')]), user('y')),
  },
  {
    name: 'an empty text of the system prompt',
    rule: 'system-text-empty',
    sent: body({ system: [text('a'), text('')] }),
    answer: refused('system: text content blocks must be non-empty'),
    accepted: body({ system: '' }),
  },
  {
    name: 'a blank system prompt',
    rule: 'system-text-blank',
    sent: body({ system: '  ' }),
    answer: refused('system: text content blocks must contain non-whitespace text'),
    accepted: body({ system: ' x ' }),
  },
  {
    name: 'a call in a user message',
    rule: 'tool-use-misplaced',
    sent: talk(user([call('a')])),
    answer: refused('messages.0: `tool_use` blocks can only be in `assistant` messages'),
    accepted: talk(user('x'), assistant([call('a')]), user([result('a')])),
  },
  {
    name: 'a result in an assistant message',
    rule: 'tool-result-misplaced',
    sent: talk(user('x'), assistant([call('a'), result('a')]), user([result('a')])),
    answer: refused('messages.1: `tool_result` blocks can only be in `user` messages'),
    accepted: talk(user('x'), assistant([call('a')]), user([result('a')])),
  },
  {
    name: 'a call id used twice',
    rule: 'tool-use-id-repeated',
    sent: talk(
      user('x'),
      assistant([call('a')]),
      user([result('a')]),
      assistant([text('y'), call('a')]),
      user([result('a')]),
    ),
    answer: refused('messages.3.content.1: `tool_use` ids must be unique'),
    accepted: talk(
      user('x'),
      assistant([call('a')]),
      user([result('a')]),
      assistant([text('y'), call('b')]),
      user([result('b')]),
    ),
  },
  {
    name: 'a result for an older call',
    rule: 'tool-result-unexpected',
    sent: talk(
      user('x'),
      assistant([call('a')]),
      user([result('a')]),
      assistant('y'),
      user([text('z'), result('a')]),
    ),
    answer: refused(
      'messages.4.content.1: unexpected `tool_use_id` found in `tool_result` blocks: a. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    ),
    accepted: talk(
      user('x'),
      assistant([call('a')]),
      user([result('a')]),
      assistant('y'),
      user('z'),
    ),
  },
  {
    name: 'two results for one call',
    rule: 'tool-result-repeated',
    sent: talk(user('x'), assistant([call('a')]), user([result('a'), result('a')])),
    answer: refused(
      'messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: a',
    ),
    accepted: talk(user('x'), assistant([call('a'), call('b')]), user([result('b'), result('a')])),
  },
  {
    name: 'calls without results',
    rule: 'tool-result-missing',
    sent: talk(
      user('x'),
      assistant([text('y'), call('a'), call('b'), call('c')]),
      user([result('b'), text('z')]),
    ),
    answer: refused(
      'messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: a, c. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    ),
    accepted: talk(
      user('x'),
      assistant([text('y'), call('a'), call('b'), call('c')]),
      user([result('b'), result('a')]),
      user([result('c'), text('z')]),
    ),
  },
  {
    name: 'calls at the very end',
    rule: 'tool-result-missing',
    sent: talk(user('x'), assistant([call('a')])),
    answer: refused(
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    ),
    accepted: talk(user('x'), assistant([call('a')]), user([result('a', '')])),
  },
  {
    name: 'no version',
    rule: 'version-missing',
    sent: body(),
    options: without('anthropic-version'),
    answer: refused('anthropic-version: header is required'),
    accepted: body(),
  },
  {
    name: 'no key',
    rule: 'api-key-missing',
    sent: body(),
    options: without('x-api-key'),
    answer: '401 authentication_error: x-api-key header is required',
    accepted: body(),
  },
  {
    name: 'a body cut short',
    rule: 'body-not-json',
    sent: '{"model":"claude-sonnet-5","max_tokens":1',
    answer: refused(
      'The request body is not valid JSON: unexpected end of data: line 1 column 42 (char 41)',
    ),
    accepted: body(),
  },
  {
    name: 'an empty body',
    rule: 'body-not-json',
    sent: '',
    answer: refused(
      'The request body is not valid JSON: Input is a zero-length, empty document: line 1 column 1 (char 0)',
    ),
    accepted: body(),
  },
  {
    name: 'a path nobody knows',
    rule: 'path-unknown',
    sent: body(),
    options: { path: '/v1/nowhere' },
    answer: '404 not_found_error: Not found',
    accepted: body(),
  },
  {
    name: 'another method',
    rule: 'method-not-allowed',
    sent: body(),
    options: { method: 'PUT' },
    answer: '405 invalid_request_error: Method Not Allowed',
    accepted: body(),
  },
];

checkCases(cases);
