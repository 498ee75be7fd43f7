/** Messages and their text: the matrix measured on two current models, row by row, in both versions. */
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';
import { checkCases, refused } from './cases.ts';

type Json = Record<string, unknown>;

const user = (content: unknown): Json => ({ role: 'user', content });
const assistant = (content: unknown): Json => ({ role: 'assistant', content });
const text = (value: string): Json => ({ type: 'text', text: value });
const call = { type: 'tool_use', id: 'a', name: 'look', input: {} };
const result = (content?: unknown): Json => ({
  type: 'tool_result',
  tool_use_id: 'a',
  ...(content === undefined ? {} : { content }),
});
const talk = (...messages: Json[]): Json => body({ messages });
const called = (...content: Json[]): Json =>
  talk(user('x'), assistant(content), user([result('ok')]));
const answered = (content?: unknown): Json =>
  talk(user('x'), assistant([call]), user([result(content)]));
const between = (content: unknown): Json => talk(user('x'), assistant(content), user('y'));

const EMPTY = 'messages: text content blocks must be non-empty';
const BLANK = 'messages: text content blocks must contain non-whitespace text';
const SYSTEM_EMPTY = 'system: text content blocks must be non-empty';
const SYSTEM_BLANK = 'system: text content blocks must contain non-whitespace text';
const nothing = (index: number): string =>
  `messages.${index}: user messages must have non-empty content`;

test.each<[string, Json, string | 200]>([
  // The accept/reject matrix of the facts, section 3.
  ['an assistant with an empty text and a call', called(text(''), call), EMPTY],
  ['an assistant with a blank text and a call', called(text('\n\n'), call), 200],
  ['an assistant with an empty text alone', between([text('')]), EMPTY],
  ['an assistant with a blank text alone', between([text(' ')]), BLANK],
  ['an assistant with a blank text and another', between([text(' '), text('ok')]), 200],
  ['an assistant with nothing, first', talk(assistant([]), user('x')), 200],
  ['an assistant with nothing, mid', between([]), 200],
  ['an assistant with nothing, last', talk(user('x'), assistant([])), 200],
  [
    'an assistant with nothing, twice',
    talk(user('x'), assistant([]), assistant([]), user('y')),
    200,
  ],
  ['an assistant with an empty string', between(''), 200],
  ['a result that is an empty string', answered(''), 200],
  ['a result that is an empty list', answered([]), 200],
  ['a result that is blank', answered(' '), 200],
  ['a result with an empty text', answered([text('')]), 200],
  ['a result without content', answered(), 200],
  ['a user with a line break', talk(user('\n')), BLANK],
  ['a user with a blank text', talk(user([text(' ')])), BLANK],
  ['a user with a blank text and another', talk(user([text('hi'), text(' ')])), 200],
  ['a user with an empty text and another', talk(user([text(''), text('x')])), EMPTY],
  ['an empty system prompt', body({ system: '' }), 200],
  ['a system prompt with an empty text', body({ system: [text('a'), text('')] }), SYSTEM_EMPTY],
  // M01, M02, M06, M07 and C026.
  ['no messages', talk(), 'messages: at least one message is required'],
  ['a user with an empty string', talk(user('x'), assistant('y'), user('')), nothing(2)],
  ['a user with an empty list', talk(user([])), nothing(0)],
  ['a user with an empty text alone', talk(user([text('')])), EMPTY],
  ['a system prompt that is blank', body({ system: '  ' }), SYSTEM_BLANK],
  ['a system prompt with a blank text', body({ system: [text('\n')] }), SYSTEM_BLANK],
  ['a system prompt with an empty list', body({ system: [] }), 200],
  [
    'a blank next to an image',
    talk(
      user([text(' '), { type: 'image', source: { type: 'url', url: 'https://x.test/a.png' } }]),
    ),
    200,
  ],
])('%s', async (_name, sent, expected) => {
  for (const version of ['2023-06-01', '2026-10-21']) {
    const headers = { 'anthropic-version': version };
    // The older models take an assistant at the end, which is no matter here.
    const request = { ...sent, model: 'claude-sonnet-4-5' };
    // oxlint-disable-next-line no-await-in-loop -- one after another
    const answer = await send(simulate(['Fine.']), request, { headers });
    const said = answer.status === 200 ? 200 : answer.body.error.message;
    expect(said).toBe(expected);
  }
});

const many = (count: number): Json => talk(...Array.from({ length: count }, () => user('x')));

checkCases([
  {
    name: 'an empty list of messages',
    rule: 'messages-empty',
    facts: ['M01'],
    sent: talk(),
    answer: refused('messages: at least one message is required'),
    accepted: talk(user('x')),
  },
  {
    name: 'an empty user message',
    rule: 'user-content-empty',
    facts: ['M02'],
    sent: talk(user('x'), assistant(''), user('')),
    answer: refused(nothing(2)),
    accepted: talk(user('x'), assistant(''), user('y')),
  },
  {
    name: 'a message of white space alone',
    rule: 'text-blank',
    facts: ['M05', 'C026'],
    sent: talk(user([text(' '), text('\n')])),
    answer: refused(BLANK),
    accepted: talk(user([text(' '), text('x')])),
  },
  {
    name: 'a message of white space that JavaScript does not see',
    rule: 'text-blank',
    facts: ['M05'],
    sent: talk(user('\u00A0\u0085')),
    answer: refused(BLANK),
    accepted: talk(user('\uFEFF')),
  },
  {
    name: 'an empty text of the system prompt',
    rule: 'system-text-empty',
    facts: ['M06'],
    sent: body({ system: [text('')] }),
    answer: refused(SYSTEM_EMPTY),
    accepted: body({ system: [text('x')] }),
  },
  {
    name: 'a system prompt of white space alone',
    rule: 'system-text-blank',
    facts: ['M07'],
    sent: body({ system: '  ' }),
    answer: refused(SYSTEM_BLANK),
    accepted: body({ system: '' }),
  },
  {
    name: 'more than a hundred thousand messages',
    rule: 'messages-too-many',
    facts: ['M17', '2.18'],
    sent: many(100_001),
    answer: refused('messages: List should have at most 100000 items after validation, not 100001'),
    accepted: many(100_000),
  },
  {
    name: 'thinking in a user message, if asked to',
    rule: 'model-block-misplaced',
    facts: ['T11'],
    simulation: { refuse: ['model-block-misplaced'] },
    sent: talk(user([text('x'), { type: 'thinking', thinking: 'hm', signature: 's' }])),
    answer: refused('messages.0: `thinking` blocks can only be in `assistant` messages'),
    accepted: talk(user([text('x')])),
  },
  {
    name: 'an empty result, if asked to',
    rule: 'tool-result-empty',
    facts: ['C029'],
    simulation: { refuse: ['tool-result-empty'] },
    sent: answered(''),
    answer: refused('messages.2.content.0.tool_result: content must not be empty'),
    accepted: answered('(no output)'),
  },
  {
    name: 'an empty text next to a call (C025)',
    rule: 'text-empty',
    facts: ['M04', 'C025'],
    sent: called(text(''), call),
    answer: refused(EMPTY),
    accepted: called(call),
  },
]);

test('counts tokens only of what could be sent (C020)', async () => {
  const { max_tokens: _left, ...sent } = talk(user('a'), assistant([call]), user('b'));
  const answer = await send(simulate([]), sent, { path: '/v1/messages/count_tokens' });
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toBe(
    'messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: a. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
  );
});
