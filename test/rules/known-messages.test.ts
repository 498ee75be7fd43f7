/** What was found in messages that were sent before is not looked for again, and nothing is missed by it. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CheckedRequest, type Surroundings } from '../../src/rules/checked-request.ts';
import { judge } from '../../src/rules/judge.ts';
import { inputTokens } from '../../src/rules/prompt-length.ts';
import { Beginnings } from '../../src/wire/history/beginnings.ts';
import { conversation } from '../../testing/arbitraries/conversation.ts';
import { mutatedConversation } from '../../testing/arbitraries/mutations.ts';
import { body, HEADERS } from '../support/send.ts';
import { assistant, call, result, tool, user } from './tool-bodies.ts';

const POLICIES = [true, false].map((strict) => ({
  strict,
  allow: new Set<string>(),
  refuse: new Set<string>(),
}));

const toChecked = (sent: unknown, surroundings?: Surroundings): CheckedRequest =>
  new CheckedRequest(
    {
      method: 'POST',
      path: '/v1/messages',
      headers: new Headers(HEADERS),
      text: JSON.stringify(sent),
    },
    surroundings,
  );

/** A simulation that has read what was sent before. */
const knowing = (): Surroundings => {
  const beginnings = new Beginnings(0);
  return { readBody: (text) => beginnings.read(text) };
};

const anyBody = fc.oneof(
  conversation(),
  mutatedConversation().map((mutated) => mutated.body),
) as fc.Arbitrary<{ messages?: unknown }>;

test('judges a conversation that goes on as it judges each request by itself', () => {
  let goneOn = 0;
  fc.assert(
    fc.property(
      anyBody,
      fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 5 }),
      fc.constantFrom(...POLICIES),
      (sent, lengths, policy) => {
        const surroundings = knowing();
        const messages: readonly unknown[] = Array.isArray(sent.messages) ? sent.messages : [];
        const begun = lengths.map((length) => ({ ...sent, messages: messages.slice(0, length) }));
        for (const each of [...begun, sent]) {
          const [alone, knowingly] = [toChecked(each), toChecked(each, surroundings)];
          expect(judge(knowingly, policy)).toEqual(judge(alone, policy));
          expect(inputTokens(knowingly)).toBe(inputTokens(alone));
          expect(knowingly.entries).toEqual(alone.entries);
          if (knowingly.sent?.previous) goneOn += 1;
        }
      },
    ),
    { numRuns: 120 },
  );
  expect(goneOn).toBeGreaterThan(40);
});

const asked = [user('Look.'), assistant([call('a')]), user([result('a')])];

test.each<[string, unknown[], string]>([
  ['a call without its result', [assistant([call('b')]), user('On.')], 'tool-result-missing'],
  [
    'a result of an earlier call',
    [assistant([call('b')]), user([result('b'), result('a')])],
    'tool-result-unexpected',
  ],
  ['an id given out twice', [assistant([call('a')]), user([result('a')])], 'tool-use-id-repeated'],
  ['a message out of shape', [assistant([call('b')]), user([{ type: 'said' }])], 'tag-unknown'],
  ['what the last turn lacks', [user([result('a')])], 'tool-result-repeated'],
])('refuses %s behind messages that were in order', (_name, added, rule) => {
  const surroundings = knowing();
  const fields = { tools: [tool('look')] };
  for (const _time of [1, 2]) {
    const known = judge(
      toChecked(body({ ...fields, messages: asked }), surroundings),
      POLICIES[0]!,
    );
    expect(known.violations).toEqual([]);
  }
  const sent = body({ ...fields, messages: [...asked, ...added] });
  const request = toChecked(sent, surroundings);
  const { violations } = judge(request, POLICIES[0]!);
  expect(request.sent!.previous).toBeDefined();
  expect(violations).toEqual(judge(toChecked(sent), POLICIES[0]!).violations);
  expect(violations.map((violation) => violation.rule)).toContain(rule);
});
