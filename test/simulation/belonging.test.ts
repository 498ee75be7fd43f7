/** A request belongs to the conversation that its history is of. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  delayed,
  manualClock,
  overloaded,
  respond,
  simulate,
  toolUse,
  type Simulation,
  type TurnInput,
} from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';

const user = (content: unknown): object => ({ role: 'user', content });
const assistant = (content: unknown): object => ({ role: 'assistant', content });

/** What each request of a run belongs to. */
const lengths = ({ transcripts }: Simulation): number[] =>
  transcripts.map(({ exchanges }) => exchanges.length);

test('of two that began alike and failed, the later one is asked again', async () => {
  const clock = manualClock();
  const late = delayed(overloaded(), 10);
  const simulation = simulate([late, late, 'a', 'b'], { clock });
  await clock.run(Promise.all([send(simulation, body()), send(simulation, body())]));
  await send(simulation, body());
  expect(lengths(simulation)).toEqual([1, 2]);
});

test('who says that it tries again does so after a reply as well', async () => {
  const simulation = simulate(['a', 'b', 'c']);
  const retry = { headers: { 'x-stainless-retry-count': '1' } };
  await send(simulation, body());
  await send(simulation, body(), retry);
  await send(simulation, body(), { headers: { 'x-stainless-retry-count': '0' } });
  expect(lengths(simulation)).toEqual([2, 1]);
});

test('conversations that go on in turns stay apart, however alike they began', async () => {
  const opening = fc.record({ word: fc.constantFrom('a', 'b'), system: fc.constantFrom('S', 'T') });
  await fc.assert(
    fc.asyncProperty(
      fc.array(opening, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat({ max: 3 }), { maxLength: 10 }),
      async (openings, order) => {
        const turns = Array.from({ length: 20 }, () =>
          respond((_request, { exchange }) => `Reply ${exchange}.`),
        );
        const simulation = simulate(turns);
        const talks = openings.map(({ word, system }) => ({ system, messages: [user(word)] }));
        const owners: number[] = [];
        const ask = async (number: number): Promise<void> => {
          const { system, messages } = talks[number]!;
          const { body: answer } = await send(simulation, body({ system, messages }));
          messages.push(assistant(answer.content), user('On.'));
          owners.push(number);
        };
        for (const number of [...talks.keys(), ...order.map((at) => at % talks.length)]) {
          // oxlint-disable-next-line no-await-in-loop -- One after another.
          await ask(number);
        }
        const told = simulation.transcripts.map(({ exchanges }) =>
          exchanges.map(({ index }) => index),
        );
        expect(told).toEqual(
          talks.map((_talk, number) =>
            [...owners.keys()].filter((index) => owners[index] === number),
          ),
        );
      },
    ),
    { numRuns: 40 },
  );
});

/** Conversations in which the same is said, one request after another; then the last one. */
async function lengthsAfter(
  turns: readonly TurnInput[],
  requests: readonly Readonly<Record<string, unknown>>[],
): Promise<number[]> {
  const tools = [{ name: 'look', input_schema: { type: 'object' } }];
  const simulation = simulate(turns);
  for (const request of requests) {
    // oxlint-disable-next-line no-await-in-loop -- One after another.
    await send(simulation, body({ tools, ...request }));
  }
  return lengths(simulation);
}

const hello = user('Hello.');
const [a, b] = [assistant('a'), assistant('b')];
const calling = assistant([toolUse('look', {}, { id: 'c' })]);
const callingTwo = assistant(['c', 'd'].map((id) => toolUse('look', {}, { id })));
const resultOf = (...ids: string[]): object =>
  user(ids.map((id) => ({ type: 'tool_result', tool_use_id: id })));
const result = resultOf('c');

test.each<[string, readonly TurnInput[], readonly Readonly<Record<string, unknown>>[], number[]]>([
  [
    'of two that it goes on from, to the one that is as far',
    ['a', 'b', 'a', 'c'],
    [
      { messages: [hello] },
      { messages: [hello, a, user('More.')] },
      { messages: [hello] },
      { messages: [hello, a, user('More.'), b, user('On.')] },
    ],
    [3, 1],
  ],
  [
    'of two whose beginning it has, to the one that shares more',
    ['a', 'b', 'x', 'c'],
    [
      { messages: [hello] },
      { messages: [hello, a, user('More.')] },
      { messages: [hello] },
      { messages: [hello, a, user('More.'), assistant('b, but otherwise'), user('On.')] },
    ],
    [3, 1],
  ],
  [
    'with the same system prompt before one with another',
    ['a', 'a', 'b'],
    [
      { system: 'S', messages: [hello] },
      { system: 'T', messages: [hello] },
      { system: 'S', messages: [hello, a, user('On.')] },
    ],
    [2, 1],
  ],
  [
    'with another system prompt when it goes on from that',
    ['a', 'b'],
    [
      { system: 'S', messages: [hello] },
      { system: 'T', messages: [hello, a, user('On.')] },
    ],
    [2],
  ],
  [
    'with another system prompt when it hands back its call',
    [[toolUse('look', {}, { id: 'c' })], 'b'],
    [
      { system: 'S', messages: [hello] },
      { system: 'T', messages: [user('In short:'), calling, result] },
    ],
    [2],
  ],
  [
    'to the one that made one of its calls, however long ago',
    [[toolUse('look', {}, { id: 'c' }), toolUse('look', {}, { id: 'd' })], 'a', 'b', 'x'],
    [
      { messages: [hello] },
      { messages: [hello, callingTwo, resultOf('c', 'd')] },
      { messages: [user('Bye.')] },
      { messages: [user('In short:'), calling, result] },
    ],
    [3, 1],
  ],
  [
    'to none with another system prompt of which it only has the beginning',
    ['a', 'b'],
    [
      { system: 'S', messages: [hello] },
      { system: 'T', messages: [hello, assistant('otherwise'), user('On.')] },
    ],
    [1, 1],
  ],
  [
    'to none that it shares nothing with',
    ['a', 'b'],
    [{ messages: [hello] }, { messages: [user('Bye.'), a, user('On.')] }],
    [1, 1],
  ],
  [
    'to the one that it asks again although it was answered',
    ['a', 'b', 'c'],
    [
      { messages: [hello] },
      { messages: [hello, a, user('On.')] },
      { messages: [hello, a, user('On.')] },
    ],
    [3],
  ],
  [
    'to the failed one that it asks again, a result and all',
    [[toolUse('look', {}, { id: 'c' })], overloaded(), 'b'],
    [
      { messages: [hello] },
      { messages: [hello, calling, result] },
      { messages: [hello, calling, result] },
    ],
    [3],
  ],
])('a request belongs %s', async (_where, turns, requests, expected) => {
  expect(await lengthsAfter(turns, requests)).toEqual(expected);
});
