/** Parameters that were in order once are not judged again, and nothing else is taken for granted. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CheckedRequest } from '../../src/rules/checked-request.ts';
import { judge } from '../../src/rules/judge.ts';
import { areInOrder } from '../../src/rules/parameters.ts';
import { inputTokens } from '../../src/rules/prompt-length.ts';
import type { MessageRequest } from '../../src/wire/message.ts';
import type { StoredReply, ThreadLookup } from '../../src/wire/history/thread.ts';
import { estimateTokens } from '../../src/wire/tokens.ts';
import { conversation } from '../../testing/arbitraries/conversation.ts';
import { mutatedConversation } from '../../testing/arbitraries/mutations.ts';
import { body, HEADERS } from '../support/send.ts';
import { call, assistant, result, tool, user } from './tool-bodies.ts';

const POLICY = { strict: true, allow: new Set<string>(), refuse: new Set<string>() };

const toChecked = (sent: unknown, headers: Record<string, string> = {}): CheckedRequest =>
  new CheckedRequest({
    method: 'POST',
    path: '/v1/messages',
    headers: new Headers({ ...HEADERS, ...headers }),
    text: JSON.stringify(sent),
  });

const refusedBy = (sent: unknown, headers = {}): string[] =>
  judge(toChecked(sent, headers), POLICY).violations.map(({ rule }) => rule);

const asked = { tools: [tool('parameters')], max_tokens: 17 };
const open = [user('Look.'), assistant([call('a')]), user([result('a')])];

test('remembers parameters that no rule has anything to say of', () => {
  expect(areInOrder(toChecked(body(asked)))).toBe(false);
  expect(refusedBy(body(asked))).toEqual([]);
  expect(areInOrder(toChecked(body({ ...asked, messages: open })))).toBe(true);
  expect(refusedBy(body({ ...asked, messages: open }))).toEqual([]);
});

test.each<[string, object, Record<string, string>, string[]]>([
  ['a message out of shape', { messages: [{ role: 'user', content: 1 }] }, {}, ['field-type']],
  ['no messages', { messages: undefined }, {}, ['field-required']],
  [
    'a call without a result',
    { messages: [...open.slice(0, 2), user('On.')] },
    {},
    ['tool-result-missing'],
  ],
  ['an unknown field', { bogus: 1 }, {}, ['field-unknown']],
  ['another tool', { tools: [tool('parameters'), tool('parameters')] }, {}, ['tool-name-repeated']],
  ['more output', { max_tokens: 10_000_000 }, {}, ['max-tokens-too-large']],
  ['a thread without its beta', { thread: { type: 'create' } }, {}, ['thread-beta-missing']],
  [
    'a thread out of shape',
    { thread: { type: 'continue' } },
    { 'anthropic-beta': 'message-threads-2026-08-12' },
    ['field-required'],
  ],
])('refuses %s after parameters in order', (_name, fields, headers, expected) => {
  refusedBy(body({ ...asked, messages: open }));
  expect(refusedBy(body({ ...asked, messages: open, ...fields }), headers)).toEqual(expected);
});

test.each([
  ['tool-name-repeated', [tool('twin'), tool('twin')]],
  ['tool-name-pattern', [tool('a.b')]],
])(
  'does not remember parameters that %s has something to say of, though it is let through',
  (id, tools) => {
    const sent = body({ tools });
    for (const policy of [
      { ...POLICY, allow: new Set([id]) },
      { ...POLICY, strict: false },
    ]) {
      for (const _time of [1, 2]) {
        const { violations, notes } = judge(toChecked(sent), policy);
        expect(violations).toEqual([]);
        expect(notes.map(({ rule }) => rule)).toEqual([id]);
      }
    }
    expect(refusedBy(sent)).toEqual([id]);
  },
);

test('judges a request the same the second time', () => {
  const sent = fc.oneof(
    conversation(),
    mutatedConversation().map((mutated) => mutated.body),
  );
  fc.assert(
    fc.property(sent, (request) => {
      const [first, second] = [toChecked(request), toChecked(request)];
      expect(judge(second, POLICY)).toEqual(judge(first, POLICY));
    }),
  );
});

test('counting tokens takes no thread, whatever was in order before', () => {
  const threads = { 'anthropic-beta': 'message-threads-2026-08-12' };
  const { max_tokens: _max, ...counted } = body({ tools: [tool('counted')] }) as Record<
    string,
    unknown
  >;
  const refused = (fields: object): string[] => {
    const request = new CheckedRequest({
      method: 'POST',
      path: '/v1/messages/count_tokens',
      headers: new Headers({ ...HEADERS, ...threads }),
      text: JSON.stringify({ ...counted, ...fields }),
    });
    return judge(request, POLICY).violations.map(({ rule }) => rule);
  };
  const create = { thread: { type: 'create' } };
  expect(refused(create)).toEqual(['field-unknown']);
  expect(refused({})).toEqual([]);
  for (const thread of [create.thread, 5, null]) {
    expect(refused({ thread })).toEqual(['field-unknown']);
  }
});

test('what a thread was created with is known by all of it, an absent field from null as well', () => {
  const system = 'A prompt. '.repeat(100);
  const created = [
    { model: 'claude-opus-5', system: null },
    { model: 'claude-opus-5' },
  ] as unknown as MessageRequest[];
  const [first, second] = created.map((each) => {
    const from: StoredReply = {
      messages: [],
      stopReason: 'end_turn',
      created: each,
      carried: new Map(),
    };
    const lookUpThread = (): ThreadLookup => ({ type: 'continue', from });
    const text = JSON.stringify(body({ system }));
    return inputTokens(
      new CheckedRequest(
        { method: 'POST', path: '/v1/messages', headers: new Headers(HEADERS), text },
        { lookUpThread },
      ),
    );
  });
  expect(second! - first!).toBe(estimateTokens(system) - estimateTokens('null'));
});
