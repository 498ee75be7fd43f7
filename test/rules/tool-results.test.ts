/** The content of tool results. */
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';
import { checkCases, refused, type Case } from './cases.ts';
import {
  assistant,
  call,
  image,
  result,
  text,
  tool,
  turn,
  user,
  type Json,
} from './tool-bodies.ts';

const LOOK = tool('look');
const CODE = { type: 'code_execution_20260120', name: 'code_execution' };
const byCode = { caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' } };

const reference = (name: string): Json => ({ type: 'tool_reference', tool_name: name });

/** A call and a result with these fields. */
const answered = (fields: Json, ...more: Json[]): Json =>
  turn([LOOK], [call('toolu_1')], user([result('toolu_1', fields), ...more]));

const failed = (content: unknown): Json => answered({ is_error: true, content });

const page: Json = {
  type: 'search_result',
  source: 'https://example.test',
  title: 'A page',
  content: [text('said there')],
};

const NOT_TEXT = refused(
  'messages.2.content.0.tool_result: all content must be type `text` if `is_error` is true',
);
const EMPTY = refused(
  'messages.2.content.0.tool_result: content cannot be empty if `is_error` is true',
);

const notText = (name: string, block: Json): Case => ({
  name: `a failed result with ${name}`,
  rule: 'tool-error-content',
  facts: ['T19'],
  sent: failed([text('no'), block]),
  answer: NOT_TEXT,
  accepted: answered({ content: [text('no'), block] }),
});

/** A result of a call made by code, which runs in a container. */
const forCode = (content: unknown): Json => ({
  ...turn(
    [CODE, tool('look', { allowed_callers: ['code_execution_20260120'] })],
    [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'code_execution', input: {} },
      call('toolu_1', byCode),
    ],
    user([result('toolu_1', { content })]),
  ),
  container: 'container_1',
});

checkCases([
  {
    name: 'a search result beside a text, in the result of a tool',
    rule: 'search-result-mixed',
    sent: answered({ content: [page, text('and more')] }),
    answer: refused(
      'messages.2.content.0.tool_result: if any blocks in a tool result are of type `search_result`, all blocks must be of that type',
    ),
    accepted: answered({ content: [page, page] }, text('and more')),
  },
  notText('an image', image),
  notText('a document', {
    type: 'document',
    source: { type: 'text', media_type: 'text/plain', data: 'a' },
  }),
  {
    name: 'the second of two failed results with an image',
    rule: 'tool-error-content',
    facts: ['T19'],
    sent: turn(
      [LOOK],
      [call('toolu_1'), call('toolu_2')],
      user([result('toolu_1'), result('toolu_2', { is_error: true, content: [image] })]),
    ),
    answer: NOT_TEXT.replace('content.0', 'content.1'),
    accepted: turn(
      [LOOK],
      [call('toolu_1'), call('toolu_2')],
      user([result('toolu_1'), result('toolu_2', { is_error: false, content: [image] })]),
    ),
  },
  {
    name: 'a failed result with no text',
    rule: 'tool-error-empty',
    sent: failed(''),
    answer: EMPTY,
    accepted: failed('no'),
  },
  {
    name: 'a failed result with no blocks',
    rule: 'tool-error-empty',
    sent: failed([]),
    answer: EMPTY,
    accepted: failed([text('no')]),
  },
  {
    name: 'a reference to a tool beside a text',
    rule: 'tool-reference-mixed',
    sent: answered({ content: [reference('look'), text('found')] }),
    answer: refused('Tool definitions/code execution functions cannot be mixed with other content'),
    accepted: answered({ content: [reference('look'), reference('look')] }),
  },
  {
    name: 'an image for code that waits for a result',
    rule: 'tool-result-for-code',
    facts: ['4.13'],
    sent: forCode([text('a'), image]),
    answer: refused(
      'messages.2.content.0: the result of a call made by code execution can only hold text',
    ),
    accepted: forCode([text('a'), text('b')]),
  },
  {
    name: 'a conversation with calls and without tools, when asked to',
    rule: 'tools-missing',
    facts: ['T12'],
    simulation: { refuse: ['tools-missing'] },
    sent: turn([], [call('toolu_1')], user([result('toolu_1')])),
    answer: refused('Requests which include `tool_use` or `tool_result` blocks must define tools.'),
    accepted: turn([LOOK], [call('toolu_1')], user([result('toolu_1')])),
  },
]);

const taken: [string, Json][] = [
  ['a result with no text', answered({ content: '' })],
  ['a result with no blocks', answered({ content: [] })],
  ['a result without content', answered({ content: undefined })],
  ['a failed result without content', answered({ content: undefined, is_error: true })],
  ['a result with text and an image', answered({ content: [text('a'), image] })],
  ['a text after a reference to a tool', answered({ content: [reference('look')] }, text('On.'))],
  ['a text for code that waits for a result', forCode('a')],
];

test.each(taken)('accepts %s', async (_name, sent) => {
  const answer = await send(simulate(['Fine.']), sent);
  expect(answer.status, answer.text).toBe(200);
});

test('only notes a conversation with calls and without tools', async () => {
  const simulation = simulate(['Fine.', 'Fine.']);
  const answer = await send(simulation, turn([], [call('toolu_1')], user([result('toolu_1')])));
  expect(answer.status, answer.text).toBe(200);
  expect(simulation.notes.map(({ rule }) => rule)).toEqual(['tools-missing']);
  const plain = body({ messages: [user('q'), assistant('a'), user('On.')] });
  expect((await send(simulation, plain)).status).toBe(200);
  expect(simulation.notes).toHaveLength(1);
});
