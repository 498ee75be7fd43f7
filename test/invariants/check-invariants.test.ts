/** What a good loop keeps, judged on saved conversations and on transcripts. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkInvariants } from '../../fakes/index.ts';
import { invariants } from '../../src/invariants/registry.ts';
import { conversation } from '../../testing/arbitraries/conversation.ts';
import { mutatedConversation } from '../../testing/arbitraries/mutations.ts';

const call = { type: 'tool_use', id: 'toolu_a', name: 'look', input: {} };
const result = { type: 'tool_result', tool_use_id: 'toolu_a', content: 'seen' };
const text = { type: 'text', text: 'By the way.' };

test('finds nothing in a valid conversation', () => {
  fc.assert(
    fc.property(conversation(), (body) => {
      expect(checkInvariants(body)).toEqual([]);
      expect(checkInvariants(body.messages)).toEqual([]);
    }),
  );
});

test('finds every broken pairing, whoever would have refused it', () => {
  const pairing = [
    'tool-result-missing',
    'tool-result-unexpected',
    'tool-result-repeated',
    'tool-use-id-repeated',
    'tool-use-misplaced',
    'tool-result-misplaced',
  ];
  fc.assert(
    fc.property(mutatedConversation(), ({ rule, body }) => {
      if (pairing.includes(rule)) expect(checkInvariants(body)).not.toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test.each([
  [
    'a call without result',
    [call],
    [text],
    'one-result-per-call',
    { message: 1 },
    'the call toolu_a has no result',
  ],
  [
    'two results',
    [call],
    [result, result],
    'one-result-per-call',
    { message: 1, block: 1 },
    'the call toolu_a is answered more than once',
  ],
  [
    'a result for nobody',
    [text],
    [result],
    'matching-ids',
    { message: 1, block: 0 },
    'the result for toolu_a answers no call of the turn before it',
  ],
  [
    'an id used twice',
    [call, call],
    [result],
    'matching-ids',
    { message: 0, block: 1 },
    'the call id toolu_a is used twice',
  ],
  [
    'text first',
    [call],
    [text, result],
    'results-first',
    { message: 1, block: 1 },
    'the result for toolu_a stands behind another block',
  ],
])('says where: %s', (_name, said, answered, invariant, place, message) => {
  const messages = [
    { role: 'assistant', content: said },
    { role: 'user', content: answered },
  ];
  expect(checkInvariants(messages)).toEqual([{ invariant, place, message }]);
  expect(checkInvariants(messages, { except: [invariant] })).toEqual([]);
});

test('leaves the calls of the last assistant message open: their answer is still to come', () => {
  expect(
    checkInvariants([
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [call] },
    ]),
  ).toEqual([]);
});

test('keeps ids and sentences that can be printed', () => {
  expect(invariants.map(({ id, summary }) => `${id}: ${summary}`)).toMatchInlineSnapshot(`
    [
      "one-result-per-call: Every \`tool_use\` has exactly one \`tool_result\`, in the user turn right after it.",
      "matching-ids: Every \`tool_result\` names a call of the assistant turn right before it, and call ids are unique.",
      "results-first: In the user turn after calls, all results stand before any text or other block.",
    ]
  `);
});
