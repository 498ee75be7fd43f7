/** A journal with a limit: what is dropped is dropped everywhere, and still counted. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type EnsaioError,
  manualClock,
  overloaded,
  pauseTurn,
  respond,
  simulate,
  text,
  thinking,
  toolUse,
  type Simulation,
  type TurnInput,
} from '../../fakes/index.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { body, HEADERS, send } from '../support/send.ts';

const BETA = { headers: { 'anthropic-beta': 'message-threads-2026-08-12' } };

/** What `assertDone` counts. */
function counts(simulation: Simulation): unknown {
  try {
    simulation.assertDone();
    return 'done';
  } catch (error) {
    return (error as EnsaioError).details;
  }
}

/** Requests of each kind of outcome. */
const KINDS = {
  answered: () => body({ messages: [{ role: 'user', content: 'Hello.' }] }),
  failed: () => body({ messages: [{ role: 'user', content: 'fail' }] }),
  refused: () => body({ max_tokens: -1 }),
  unexpected: () => body({ messages: [{ role: 'user', content: 'past' }] }),
} satisfies Record<string, () => unknown>;

function turnFor(content: unknown): TurnInput {
  if (content === 'fail') return overloaded();
  // What a function gets wrong is unexpected too.
  return content === 'past' ? (null as unknown as TurnInput) : 'Hello.';
}

const script = Array.from({ length: 60 }, () =>
  respond((_request, { messages }) => turnFor(messages[0]!.content)),
);

test('holds the newest, and what was wrong with the others still counts', async () => {
  const kind = fc.constantFrom(...Object.values(KINDS));
  await fc.assert(
    fc.asyncProperty(
      fc.array(kind, { maxLength: 40 }),
      fc.integer({ min: 1, max: 10 }),
      async (requests, journalLimit) => {
        const clock = manualClock();
        const whole = simulate(script, { clock });
        const limited = simulate(script, { clock, journalLimit });
        for (const request of requests) {
          const [a, b] = [await send(whole, request()), await send(limited, request())];
          expect(b).toEqual(a);
          expect(limited.journal.length).toBeLessThanOrEqual(journalLimit);
        }
        const held = whole.journal.slice(-journalLimit);
        expect(limited.journal).toEqual(held);
        expect(limited.dropped.exchanges).toBe(whole.journal.length - held.length);
        expect(counts(limited)).toEqual(counts(whole));
        const inTranscripts = limited.transcripts.flatMap(({ exchanges }) => exchanges);
        expect(new Set(inTranscripts)).toEqual(new Set(held));
      },
    ),
    { numRuns: 60 },
  );
});

test('reports what it no longer holds', async () => {
  const simulation = simulate([], { journalLimit: 1 });
  for (const fields of [{ max_tokens: -1 }, { messages: [] }, {}, {}, { max_tokens: -3 }]) {
    await send(simulation, body(fields));
  }
  expect(simulation.dropped).toEqual({
    exchanges: 4,
    unexpected: 2,
    refused: { 'number-range': 1, 'messages-empty': 1 },
  });
  expect(() => simulation.assertDone()).toThrowErrorMatchingInlineSnapshot(`
    [EnsaioError: [ensaio] The simulation is not done.

    Requests without a turn (2):
      2 that the journal no longer holds

    Refused by the API (3):
      2 that the journal no longer holds: number-range (1), messages-empty (1)
      journal[4]: number-range
        400 invalid_request_error: max_tokens: must be greater than or equal to 0]
  `);
  simulation.reset();
  expect(simulation.dropped.exchanges).toBe(0);
  simulation.assertDone();
});

test('does not count a refusal that nobody is to blame for', async () => {
  const simulation = simulate(['a', 'b'], { threads: 'lose', journalLimit: 1 });
  const first = await send(simulation, body({ thread: { type: 'create' } }), BETA);
  const thread = { type: 'continue', previous_message_id: first.body.id as unknown };
  expect((await send(simulation, body({ thread }), BETA)).status).toBe(404);
  await send(simulation, body());
  expect(simulation.dropped).toEqual({ exchanges: 2, unexpected: 0, refused: {} });
  simulation.assertDone();
});

test('keeps what is under way, however old', async () => {
  const { promise: turn, resolve } = Promise.withResolvers<string>();
  const simulation = simulate([respond(() => turn), 'b', 'c', 'd'], { journalLimit: 2 });
  const first = send(simulation, body());
  for (const content of ['B', 'C', 'D']) {
    await send(simulation, body({ messages: [{ role: 'user', content }] }));
  }
  expect(simulation.journal.map(({ index }) => index)).toEqual([0, 3]);
  resolve('a');
  expect((await first).body.content[0].text).toBe('a');
  expect(simulation.journal.map(({ outcome }) => outcome)).toEqual(['answered', 'answered']);
});

test('a conversation goes on while its newest exchange is held', async () => {
  const simulation = simulate(['a', 'b', 'c'], { journalLimit: 1 });
  const messages: unknown[] = [{ role: 'user', content: 'Hello.' }];
  for (const reply of ['a', 'b', 'c']) {
    await send(simulation, body({ messages }));
    messages.push({ role: 'assistant', content: reply }, { role: 'user', content: 'On.' });
  }
  expect(simulation.transcripts).toHaveLength(1);
  expect(simulation.transcripts[0]!.messages).toHaveLength(6);
  expect(simulation.transcripts[0]!.exchanges.map(({ index }) => index)).toEqual([2]);
});

test('a thread goes on while its newest reply is held, and is not found after', async () => {
  const simulation = simulate(['a', 'b', 'x', 'c'], { journalLimit: 1 });
  const proceed = (id: unknown): object =>
    body({ thread: { type: 'continue', previous_message_id: id } });
  const first = await send(simulation, body({ thread: { type: 'create' } }), BETA);
  const second = await send(simulation, proceed(first.body.id), BETA);
  expect(second.body.content[0].text).toBe('b');
  await send(simulation, body());
  const third = await send(simulation, proceed(second.body.id), BETA);
  expect(third.body.error.details.error_code).toBe('thread_not_found');
});

test('a reply must come back unchanged while it is held', async () => {
  const turn = [thinking('Hm.'), thinking('Ah.'), text('So.')];
  const ask = async (journalLimit: number): Promise<number> => {
    const simulation = simulate([turn, 'x', 'y'], { journalLimit });
    const first = await send(simulation, body());
    await send(simulation, body({ messages: [{ role: 'user', content: 'Another.' }] }));
    const [thought, , said] = first.body.content;
    const messages = [
      { role: 'user', content: 'Hello.' },
      { role: 'assistant', content: [thought, said] },
      { role: 'user', content: 'On.' },
    ];
    return (await send(simulation, body({ messages }))).status;
  };
  expect([await ask(2), await ask(1)]).toEqual([400, 200]);
});

/** Requests of every kind, and references to all that the journal says of them. */
async function referencesOf(simulation: Simulation): Promise<WeakRef<object>[]> {
  const thread = { type: 'create' };
  const first = await send(simulation, body({ thread }), BETA);
  const previous_message_id: unknown = first.body.id;
  const call = first.body.content[1].id as string;
  const content = [{ type: 'tool_result', tool_use_id: call, content: 'seen' }];
  const result = { messages: [{ role: 'user', content }] };
  await send(
    simulation,
    body({ thread: { type: 'continue', previous_message_id }, ...result }),
    BETA,
  );
  await send(simulation, body({ max_tokens: -1 }));
  await send(simulation, body({ stream: true }));
  await send(simulation, '{');
  return simulation.journal.flatMap((exchange) => {
    const { request, response, messages } = exchange;
    const parts: unknown[] = [exchange, request, request.body, response, response?.body, messages];
    return [...parts, ...messages].flatMap((part) =>
      typeof part === 'object' && part !== null ? [new WeakRef(part)] : [],
    );
  });
}

test('nothing else holds what was dropped', async () => {
  const turns = [[thinking('Hm.'), toolUse('look')], pauseTurn('Wait.'), 'Streamed.'];
  const simulation = simulate([...turns, 'x', 'y'], { journalLimit: 5 });
  const references = await referencesOf(simulation);
  expect(references.length).toBeGreaterThan(20);
  for (let i = 0; i < 5; i++) {
    await simulation.fetch('https://api.anthropic.com/v1/models', { headers: HEADERS });
  }
  expect(simulation.dropped.exchanges).toBe(5);
  await collectGarbage();
  expect(references.filter((reference) => reference.deref() !== undefined)).toEqual([]);
});
