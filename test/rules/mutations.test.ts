/** Valid conversations are accepted; each named mutation is refused by the rule that goes with it. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { conversation } from '../../testing/arbitraries/conversation.ts';
import { mutatedConversation, mutations } from '../../testing/arbitraries/mutations.ts';
import { send } from '../support/send.ts';

test('accepts every valid conversation, in both versions', async () => {
  await fc.assert(
    fc.asyncProperty(
      conversation(),
      fc.constantFrom('2023-06-01', '2026-10-21'),
      async (valid, version) => {
        const simulation = simulate(['Fine.']);
        const answer = await send(simulation, valid, { headers: { 'anthropic-version': version } });
        expect(simulation.violations).toEqual([]);
        expect(answer.status).toBe(200);
      },
    ),
    { numRuns: 300 },
  );
});

test('refuses each mutation with the rule that is named with it', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(mutatedConversation(), async ({ name, rule, body }) => {
      seen.add(name);
      const simulation = simulate(['Never said.']);
      const answer = await send(simulation, body);
      expect([name, simulation.violations[0]?.rule]).toEqual([name, rule]);
      expect(answer.status).toBe(400);
      expect(answer.body.error).toEqual({
        type: 'invalid_request_error',
        message: simulation.violations[0]!.message,
      });
      expect(simulation.pending).toHaveLength(1);
    }),
    { numRuns: 1000 },
  );
  expect([...seen].sort()).toEqual(mutations.map(({ name }) => name).sort());
});

test('shrinks a broken conversation to its smallest form', () => {
  const result = fc.check(
    fc.property(mutatedConversation(), ({ rule }) => rule !== 'tool-result-missing'),
    { numRuns: 2000, seed: 1 },
  );
  expect(result.counterexample?.[0].body.messages.length).toBeLessThanOrEqual(3);
});
