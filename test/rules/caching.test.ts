/** Marks for the cache: on nothing, and short ones before long ones. How many there may be is tested with the limits. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { message, simulate } from '../../fakes/index.ts';
import { body, send, type SendOptions } from '../support/send.ts';
import { checkCases, refused } from './cases.ts';
import { assistant, call, result, text, tool, user, type Json } from './tool-bodies.ts';

type Ttl = '5m' | '1h' | undefined;

/** A mark; without a time to live it lasts five minutes. */
const mark = (ttl?: Ttl): Json => ({
  cache_control: { type: 'ephemeral', ...(ttl === undefined ? {} : { ttl }) },
});
const marked = (ttl?: Ttl, words = 'x'): Json => ({ ...text(words), ...mark(ttl) });

const late = (path: string): string =>
  refused(
    `${path}.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: \`tools\`, \`system\`, \`messages\`.`,
  );
const EMPTY = 'cache_control cannot be set for empty text blocks';

const asked = (first: Ttl, second: Ttl): Json =>
  body({ messages: [user([marked(first), marked(second)])] });
const inResult = (inner: Ttl, outer: Ttl, words?: string): Json =>
  body({
    tools: [tool('look')],
    messages: [
      user('x'),
      assistant([call('a')]),
      user([result('a', { content: [marked(inner, words)], ...mark(outer) })]),
    ],
  });

checkCases([
  {
    // anthropics/claude-code#38320, headroomlabs-ai/headroom#2939
    name: 'an hour after five minutes in a message',
    rule: 'cache-ttl-order',
    sent: asked('5m', '1h'),
    answer: late('messages.0.content.1'),
    accepted: asked('1h', '5m'),
  },
  {
    name: 'an hour after five minutes that go without saying',
    rule: 'cache-ttl-order',
    sent: asked(undefined, '1h'),
    answer: late('messages.0.content.1'),
    accepted: asked('1h', undefined),
  },
  {
    // kristianvast/hermes-claude-auth#31
    name: 'an hour after five minutes in the system prompt',
    rule: 'cache-ttl-order',
    sent: body({ system: [marked(), marked('1h')] }),
    answer: late('system.1'),
    accepted: body({ system: [marked('1h'), marked()] }),
  },
  {
    // agno-agi/agno#8405, vellum-ai/vellum-assistant#22191
    name: 'a system prompt for an hour after tools for five minutes',
    rule: 'cache-ttl-order',
    sent: body({ tools: [tool('look', mark())], system: [marked('1h')] }),
    answer: late('system.0'),
    accepted: body({ tools: [tool('look', mark('1h'))], system: [marked('1h')] }),
  },
  {
    name: 'an hour in a later message than five minutes',
    rule: 'cache-ttl-order',
    sent: body({ messages: [user([marked()]), assistant('y'), user([marked('1h')])] }),
    answer: late('messages.2.content.0'),
    accepted: body({ messages: [user([marked('1h')]), assistant('y'), user([marked()])] }),
  },
  {
    name: 'a result for an hour that holds a text for five minutes',
    rule: 'cache-ttl-order',
    sent: inResult('5m', '1h'),
    answer: late('messages.2.content.0'),
    accepted: inResult('1h', '5m'),
  },
  {
    // anthropics/claude-code#54013, anthropics/claude-code#55302
    name: 'a mark on an empty text, before the text itself is',
    rule: 'cache-text-empty',
    sent: body({ messages: [user([text('x'), marked('5m', '')])] }),
    answer: refused(`messages.0.content.1.text: ${EMPTY}`),
    accepted: body({ messages: [user([text('x'), marked()])] }),
  },
  {
    // vellum-ai/vellum-assistant#30712
    name: 'a mark on an empty part of the system prompt',
    rule: 'cache-text-empty',
    sent: body({ system: [marked(), marked('5m', '')] }),
    answer: refused(`system.1: ${EMPTY}`),
    accepted: body({ system: [marked(), marked()] }),
  },
]);

test('refuses marks in exactly the orders in which an hour follows on five minutes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Ttl>('5m', '1h', undefined), { minLength: 1, maxLength: 4 }),
      fc.nat(3),
      async (ttls, inSystem) => {
        const sent = body({
          system: ttls.slice(0, inSystem).map((ttl) => marked(ttl)),
          messages: [user([text('x'), ...ttls.slice(inSystem).map((ttl) => marked(ttl))])],
        });
        const isWrong = ttls.lastIndexOf('1h') > ttls.findIndex((ttl) => ttl !== '1h');
        const hasShort = ttls.some((ttl) => ttl !== '1h');
        const { status } = await send(simulate(['Fine.']), sent);
        expect(status).toBe(hasShort && isWrong ? 400 : 200);
      },
    ),
    { numRuns: 60 },
  );
});

const ACCEPTED: readonly [what: string, sent: Json][] = [
  [
    'an hour for the whole request after five minutes, of which nothing is known',
    body({ ...mark('1h'), messages: [user([marked()])] }),
  ],
  ['a mark on an empty text inside a result', inResult('5m', '5m', '')],
];

test.each(ACCEPTED)('accepts %s', async (_what, sent) => {
  const answer = await send(simulate(['Fine.']), sent);
  expect(answer.status, answer.text).toBe(200);
});

test('does not hold the marks of a thread against what continues it', async () => {
  const threads: SendOptions = { headers: { 'anthropic-beta': 'message-threads-2026-08-12' } };
  const simulation = simulate([message('Yes.', { id: 'msg_1' }), 'Fine.']);
  const begun = body({ thread: { type: 'create' }, messages: [user([marked()])] });
  expect((await send(simulation, begun, threads)).status).toBe(200);
  const thread = { type: 'continue', previous_message_id: 'msg_1' };
  const next = body({ thread, messages: [user([marked('1h')])] });
  expect((await send(simulation, next, threads)).status).toBe(200);
});

test('counting tokens is refused the same', async () => {
  const { max_tokens: _most, ...sent } = asked('5m', '1h');
  const answer = await send(simulate([]), sent, { path: '/v1/messages/count_tokens' });
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toContain("must not come after a ttl='5m'");
});
