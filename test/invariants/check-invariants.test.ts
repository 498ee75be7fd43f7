/** What a good loop keeps, judged on saved conversations and on transcripts. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkInvariants } from '../../fakes/index.ts';
import { invariants } from '../../src/invariants/registry.ts';
import { conversation } from '../../testing/arbitraries/conversation.ts';
import { mutatedConversation } from '../../testing/arbitraries/mutations.ts';

const call = { type: 'tool_use', id: 'toolu_a', name: 'look', input: {} };
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

test('leaves the calls of the last assistant message open: their answer is still to come', () => {
  expect(
    checkInvariants([
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [call] },
    ]),
  ).toEqual([]);
});

test('keeps the ids, each with a sentence, a reason and a source', () => {
  expect(invariants.map(({ family, id }) => `${family}: ${id}`)).toMatchInlineSnapshot(`
    [
      "pairing: one-result-per-call",
      "pairing: matching-ids",
      "pairing: no-result-without-call",
      "pairing: unique-ids",
      "pairing: results-first",
      "pairing: results-in-one-message",
      "pairing: results-in-order",
      "history: history-grows",
      "history: history-unchanged",
      "history: thinking-unchanged",
      "history: paused-turn-resumed",
      "history: thread-keeps-tools-and-system",
      "history: streamed-alike",
      "stopping: nothing-after-refusal",
      "stopping: nothing-on-cut-input",
      "stopping: ends-within-limit",
      "stopping: says-when-unfinished",
      "runs: one-run-per-call",
      "runs: valid-input-only",
      "runs: writes-in-order",
      "failures: unknown-tool-answered",
      "failures: failures-answered",
      "failures: failures-say-why",
      "failures: failures-hide-stack",
      "failures: failures-hide-secrets",
      "failures: no-unhandled-rejection",
      "results: done-was-run",
      "results: results-not-swapped",
      "results: results-not-lost",
      "abort: abort-stops-requests",
      "abort: abort-stops-tools",
      "abort: started-not-denied",
      "limits: few-cache-marks",
      "caching: cached-prompt-kept",
    ]
  `);
  for (const { id, summary, reason, source } of invariants) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(summary).toMatch(/^[A-Z].*\.$/);
    expect(reason).toMatch(/^[A-Z].*\.$/);
    expect(source).not.toBe('');
  }
});

test('finds the same in a request body, with the reply to it, and in the messages alone', () => {
  const messages = [
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content: [call] },
    { role: 'user', content: [text] },
  ];
  const found = [
    {
      invariant: 'one-result-per-call',
      place: { message: 2 },
      message: 'the call toolu_a has no result',
    },
  ];
  const reply = { role: 'assistant', content: [text], stop_reason: 'end_turn' };
  expect(checkInvariants(messages)).toEqual(found);
  expect(checkInvariants({ messages })).toEqual(found);
  expect(checkInvariants({ messages, system: 'Be brief.', tools: [], reply })).toEqual(found);
  expect(checkInvariants({ messages: messages.slice(0, 1), reply: messages[1] })).toEqual([]);
});
