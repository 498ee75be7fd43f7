/** How much a request may ask for and hold. */
import { expect, test } from 'vitest';
import { message, simulate } from '../../fakes/index.ts';
import { promptText } from '../../src/wire/prompt-text.ts';
import { body, send, type SendOptions } from '../support/send.ts';
import { checkCases, refused, type Case } from './cases.ts';

type Json = Record<string, unknown>;

const user = (content: unknown): Json => ({ role: 'user', content });
const on = (model: string, fields: object = {}): Json => body({ model, ...fields });

const cache = { cache_control: { type: 'ephemeral' } };
const text = (value = 'x', fields: object = {}): Json => ({ type: 'text', text: value, ...fields });
const marked = (count: number): Json[] => Array.from({ length: count }, () => text('x', cache));
const tool = (fields: object = {}): Json => ({
  name: 'look',
  input_schema: { type: 'object' },
  ...fields,
});
const called = (...content: unknown[]): Json[] => [
  user('x'),
  { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: cache }] },
  user([{ type: 'tool_result', tool_use_id: 'a', content }]),
];
const tooMany = (found: number): string =>
  refused(`A maximum of 4 blocks with cache_control may be provided. Found ${found}.`);

const THREADS: SendOptions = { headers: { 'anthropic-beta': 'message-threads-2026-08-12' } };
const create = { thread: { type: 'create' } };

/** So many tokens by the default count, the two keys and the role counted as well. */
const prompt = (tokens: number): Json[] => [
  user('x'.repeat(tokens * 4 - 'role'.length - 'user'.length - 'content'.length)),
];
const long = (model: string, tokens: number, fields: object = {}): Json =>
  on(model, { messages: prompt(tokens), ...fields });

const cap = (model: string, most: number, id: string = model): Case => ({
  name: `more output than ${model} has`,
  rule: 'max-tokens-too-large',
  facts: ['P07'],
  sent: on(model, { max_tokens: most + 1 }),
  answer: refused(
    `max_tokens: ${most + 1} > ${most}, which is the maximum allowed number of output tokens for ${id}`,
  ),
  accepted: on(model, { max_tokens: most }),
});

checkCases([
  cap('claude-sonnet-5', 128_000),
  cap('claude-opus-5', 128_000),
  cap('claude-haiku-4-5', 64_000, 'claude-haiku-4-5-20251001'),
  {
    name: 'five breakpoints over tools, system prompt and messages',
    rule: 'cache-control-too-many',
    facts: ['P11'],
    sent: body({
      tools: [tool(cache)],
      system: marked(1),
      messages: [user(marked(3))],
    }),
    answer: tooMany(5),
    accepted: body({
      tools: [tool(cache)],
      system: marked(1),
      messages: [user([...marked(2), text('x', { cache_control: null })])],
    }),
  },
  {
    name: 'five breakpoints with those inside a result',
    rule: 'cache-control-too-many',
    facts: ['P11'],
    sent: body({ tools: [tool(cache)], messages: called(...marked(4)) }),
    answer: tooMany(5),
    accepted: body({ tools: [tool(cache)], messages: called(...marked(3), text()) }),
  },
  {
    name: 'five breakpoints with those inside a document',
    rule: 'cache-control-too-many',
    facts: ['P11'],
    sent: body({
      messages: [
        user([
          { type: 'document', source: { type: 'content', content: marked(4) }, ...cache },
          text(),
        ]),
      ],
    }),
    answer: tooMany(5),
    accepted: body({
      messages: [
        user([{ type: 'document', source: { type: 'content', content: marked(4) } }, text()]),
      ],
    }),
  },
  {
    name: 'a fifth breakpoint of the request itself on a thread',
    rule: 'cache-control-too-many',
    facts: ['2.8'],
    sent: body({ ...create, ...cache, messages: [user(marked(4))] }),
    options: THREADS,
    answer: tooMany(5),
    accepted: body({ ...create, ...cache, messages: [user(marked(3))] }),
    acceptedOptions: THREADS,
  },
  {
    name: 'a prompt over the window',
    rule: 'prompt-too-long',
    facts: ['P08'],
    sent: long('claude-haiku-4-5', 200_001),
    answer: refused('prompt is too long: 200001 tokens > 200000 maximum'),
    accepted: long('claude-haiku-4-5', 200_000),
  },
  {
    name: 'a prompt over the window by a count of its own',
    rule: 'prompt-too-long',
    facts: ['P08'],
    simulation: { tokens: (value) => (value.match(/a/g) ?? []).length },
    sent: on('claude-opus-5', { messages: [user('a'.repeat(1_000_001))] }),
    answer: refused('prompt is too long: 1000001 tokens > 1000000 maximum'),
    accepted: on('claude-opus-5', { messages: [user('b'.repeat(1_000_001))] }),
  },
  {
    name: 'a prompt that leaves no room for the output, before 4.5',
    rule: 'prompt-and-output-too-long',
    facts: ['P09'],
    sent: long('claude-opus-4-1', 190_000, { max_tokens: 10_001 }),
    answer: refused(
      'input length and `max_tokens` exceed context limit: 190000 + 10001 > 200000, decrease input length or `max_tokens` and try again',
    ),
    accepted: long('claude-opus-4-1', 190_000, { max_tokens: 10_000 }),
  },
]);

const EXCEEDS: SendOptions = {
  headers: { 'anthropic-beta': 'model-context-window-exceeded-2025-08-26' },
};
const EDITS: SendOptions = { headers: { 'anthropic-beta': 'context-management-2025-06-27' } };
const picture = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(1_200_000) },
};

interface Accepted {
  readonly what: string;
  readonly sent: object;
  readonly options?: SendOptions;
}

const accepted = (what: string, sent: object, options?: SendOptions): Accepted =>
  options === undefined ? { what, sent } : { what, sent, options };

const ACCEPTED: readonly Accepted[] = [
  accepted('a breakpoint of the request itself', on('claude-opus-5', cache)),
  accepted(
    'a breakpoint of the request itself beside four others',
    on('claude-opus-5', { ...cache, messages: [user(marked(4))] }),
  ),
  accepted(
    'a breakpoint with a time to live',
    on('claude-opus-5', { cache_control: { type: 'ephemeral', ttl: '1h' } }),
  ),
  accepted(
    'more output than any model has of an unknown one',
    on('claude-test', { max_tokens: 1e9 }),
  ),
  accepted('no output at all', on('claude-opus-5', { max_tokens: 0 })),
  accepted('a long prompt for an unknown model', long('claude-test', 1_100_000)),
  accepted(
    'a picture whose bytes are not words',
    on('claude-haiku-4-5', { messages: [user([picture])] }),
  ),
  accepted(
    'a long prompt that the server is to shorten',
    long('claude-haiku-4-5', 200_001, { context_management: { edits: [] } }),
    EDITS,
  ),
  accepted(
    'a prompt that leaves no room for the output, since 4.5',
    long('claude-haiku-4-5', 190_000, { max_tokens: 20_000 }),
  ),
  accepted(
    'the same of an older model that was told so',
    long('claude-opus-4-1', 190_000, { max_tokens: 20_000 }),
    EXCEEDS,
  ),
];

test.each(ACCEPTED)('accepts $what', async ({ sent, options = {} }) => {
  const answer = await send(simulate(['Fine.']), sent, options);
  expect(answer.status, answer.text).toBe(200);
});

test('counts what a thread holds for the window, not for the breakpoints', async () => {
  const simulation = simulate([message('Yes.', { id: 'msg_1' }), 'Fine.', 'Never said.']);
  const model = 'claude-haiku-4-5';
  const held = { model, ...create, messages: [user([text('x'.repeat(600_000), cache)])] };
  expect((await send(simulation, body(held), THREADS)).status).toBe(200);
  const thread = { type: 'continue', previous_message_id: 'msg_1' };
  const next = (size: number) =>
    body({ model, thread, messages: [user([text('x'.repeat(size), cache), ...marked(3)])] });
  const no = await send(simulation, next(200_000), THREADS);
  expect(no.body.error.message).toMatch(/^prompt is too long: 200\d{3} tokens > 200000 maximum$/);
  expect((await send(simulation, next(190_000), THREADS)).status).toBe(200);
});

test('reads the text of a prompt however deep it is, and leaves out what is no text', () => {
  let deep: unknown = 'bottom';
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  expect(promptText(deep)).toBe('bottom');
  expect(
    promptText([
      { type: 'thinking', thinking: 'stripped', signature: 'sealed' },
      { type: 'base64', data: 'binary' },
      { encrypted_content: 'sealed', data: 'words' },
    ]),
  ).not.toMatch(/stripped|sealed|binary/);
  expect(promptText({ data: 'words' })).toContain('words');
});
