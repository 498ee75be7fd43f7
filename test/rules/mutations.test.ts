/** Valid conversations are accepted; each named mutation is refused by the rule that goes with it. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { message, simulate, type ScriptBlock, type Simulation } from '../../fakes/index.ts';
import { conversation, type Body, type Message } from '../../testing/arbitraries/conversation.ts';
import { mutatedConversation, mutations } from '../../testing/arbitraries/mutations.ts';
import { send } from '../support/send.ts';

interface Way {
  version: string;
  /** Where the conversation is handed to a thread: the number of an assistant message. Whole requests without. */
  split?: number;
}

const way: fc.Arbitrary<Way> = fc.record(
  { version: fc.constantFrom('2023-06-01', '2026-10-21'), split: fc.nat() },
  { requiredKeys: ['version'] },
);

/**
 * Whether a message can be the reply of a thread: the API could have said it, and it has no text that says nothing, which
 * is refused where it is sent and not where a thread holds it.
 */
function isReply({ role, content }: Message): boolean {
  const ids = content.flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []));
  const isSaid = content.every(({ type, text }) => type !== 'text' || String(text).trim() !== '');
  return role === 'assistant' && isSaid && new Set(ids).size === ids.length;
}

/** The index of an assistant message that a thread can be split at; -1 when there is none. */
function splitAt({ messages }: Partial<Body>, split: number): number {
  const replies = (messages ?? []).flatMap((said, index) => (isReply(said) ? [index] : []));
  return replies.length === 0 ? -1 : replies[split % replies.length]!;
}

/** Sends a conversation whole, or as a thread whose first reply is one of its assistant messages. */
async function ask(body: Body, { version, split }: Way): Promise<Simulation> {
  const headers = {
    'anthropic-version': version,
    ...(split === undefined ? {} : { 'anthropic-beta': 'message-threads-2026-08-12' }),
  };
  const at = split === undefined ? -1 : splitAt(body, split);
  if (at <= 0) {
    const simulation = simulate(['Fine.']);
    await send(simulation, body, { headers });
    return simulation;
  }
  const { messages, tools, ...rest } = body;
  const simulation = simulate([
    message(messages[at]!.content as unknown as ScriptBlock[]),
    'Fine.',
  ]);
  const first = { ...rest, tools, messages: messages.slice(0, at), thread: { type: 'create' } };
  const { status, body: reply } = await send(simulation, first, { headers });
  if (status !== 200) return simulation;
  const thread = { type: 'continue', previous_message_id: reply.id as string };
  await send(simulation, { ...rest, messages: messages.slice(at + 1), thread }, { headers });
  return simulation;
}

test('accepts every valid conversation, in both versions, threaded and not', async () => {
  await fc.assert(
    fc.asyncProperty(conversation(), way, async (valid, chosen) => {
      const simulation = await ask(valid, chosen);
      expect(simulation.violations).toEqual([]);
      simulation.assertDone();
    }),
    { numRuns: 400 },
  );
});

test('refuses each mutation with the rule that is named with it, threaded and not', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(mutatedConversation(), way, async ({ name, rule, body }, chosen) => {
      seen.add(name);
      const simulation = await ask(body, chosen);
      expect([name, simulation.violations[0]?.rule]).toEqual([name, rule]);
      const { response } = simulation.journal.at(-1)!;
      expect(response).toMatchObject({
        status: 400,
        body: {
          error: { type: 'invalid_request_error', message: simulation.violations[0]!.message },
        },
      });
      expect(simulation.pending.length).toBeGreaterThan(0);
    }),
    { numRuns: 1500 },
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
