/** What is known of a thread goes along with it, and comes to the same as reading all of it. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulate, text, toolUse, type SimulationOptions } from '../../fakes/index.ts';
import { body, send, type Sent } from '../support/send.ts';

const BETA = { headers: { 'anthropic-beta': 'message-threads-2026-08-12' } };
const tools = [{ name: 'look', input_schema: { type: 'object' } }];

type Messages = readonly unknown[];

const results = ({ body: { content } }: Sent, said: string): Messages => [
  {
    role: 'user',
    content: [
      ...content
        .filter(({ type }: { type: string }) => type === 'tool_use')
        .map(({ id }: { id: string }) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: said,
        })),
      { type: 'text', text: said },
    ],
  },
];

/** Has a conversation on a thread, or in whole; gives back the answers. */
async function converse(
  says: readonly string[],
  isThread: boolean,
  options: SimulationOptions = {},
): Promise<Sent[]> {
  const turns = says.map((said) => [text(`Well: ${said}.`), toolUse('look', { at: said })]);
  const simulation = simulate(turns, options);
  const answers: Sent[] = [];
  let messages: Messages = [{ role: 'user', content: 'Begin.' }];
  let whole = messages;
  for (const said of says) {
    const previous = answers.at(-1);
    const thread = previous
      ? { thread: { type: 'continue', previous_message_id: previous.body.id } }
      : { system: 'S', tools, thread: { type: 'create' } };
    const sent = isThread
      ? body({ messages, ...thread })
      : body({ system: 'S', tools, messages: whole });
    const answer = await send(simulation, sent, BETA);
    answers.push(answer);
    messages = results(answer, said);
    whole = [...whole, { role: 'assistant', content: answer.body.content }, ...messages];
  }
  return answers;
}

const said = fc.array(
  fc.string({ unit: 'grapheme', minLength: 1 }).filter((s) => s.trim() !== ''),
  {
    minLength: 1,
    maxLength: 6,
  },
);

const countsByCode = (read: string): number => Math.ceil(read.length / 4);

test('counts the tokens of a thread as those of the whole conversation', async () => {
  await fc.assert(
    fc.asyncProperty(said, async (says) => {
      const usageOf = (answers: Sent[]) =>
        answers.map(({ status, body: { usage } }) => [status, usage]);
      const onThread = usageOf(await converse(says, true));
      expect(onThread).toEqual(usageOf(await converse(says, false)));
      // Somebody else's counter is handed the whole text.
      expect(onThread).toEqual(usageOf(await converse(says, true, { tokens: countsByCode })));
    }),
    { numRuns: 30 },
  );
});

test('knows the calls of a thread at any length: an id of the first turn is not given out again', async () => {
  const call = (id: string) => [toolUse('look', {}, { id })];
  const simulation = simulate([call('toolu_a'), call('toolu_b'), call('toolu_c'), call('toolu_a')]);
  let answer = await send(simulation, body({ tools, thread: { type: 'create' } }), BETA);
  for (const status of [200, 200, 418]) {
    const thread = { type: 'continue', previous_message_id: answer.body.id };
    answer = await send(simulation, body({ messages: results(answer, 'x'), thread }), BETA);
    expect(answer.status).toBe(status);
  }
  expect(answer.body.error.message).toContain('the call id toolu_a was used before');
});

test('refuses the result of a call that an earlier turn of the thread made', async () => {
  const simulation = simulate([[toolUse('look', {}, { id: 'toolu_a' })], 'Seen.', 'never']);
  const first = await send(simulation, body({ tools, thread: { type: 'create' } }), BETA);
  const on = (previous: Sent) => ({
    messages: results(first, 'x'),
    thread: { type: 'continue', previous_message_id: previous.body.id },
  });
  const second = await send(simulation, body(on(first)), BETA);
  const third = await send(simulation, body(on(second)), BETA);
  expect([second.status, third.status]).toEqual([200, 400]);
  expect(simulation.violations.map(({ rule, path }) => [rule, path])).toEqual([
    ['tool-result-unexpected', 'messages.4.content.0'],
  ]);
});

test('goes on with a thread whose first replies the journal has let go of', async () => {
  const simulation = simulate(['One.', 'Two.', 'Three.', 'Four.'], { journalLimit: 1 });
  let answer = await send(simulation, body({ thread: { type: 'create' } }), BETA);
  const usages = [answer.body.usage.input_tokens];
  for (let turn = 0; turn < 3; turn++) {
    const thread = { type: 'continue', previous_message_id: answer.body.id };
    answer = await send(simulation, body({ thread }), BETA);
    usages.push(answer.body.usage.input_tokens);
  }
  expect(usages).toEqual(usages.toSorted((a, b) => a - b));
  expect(simulation.journal).toHaveLength(1);
});

test('two threads that go on from one reply know nothing of each other', async () => {
  const call = [toolUse('look', {}, { id: 'toolu_a' })];
  const simulation = simulate(['Root.', call, 'Seen.', 'Another.', call, 'End.'], {
    strict: false,
  });
  const on = async (previous: Sent, messages: Messages = [{ role: 'user', content: 'On.' }]) => {
    const thread = { type: 'continue', previous_message_id: previous.body.id };
    const answer = await send(simulation, body({ messages, thread }), BETA);
    expect(answer.status).toBe(200);
    return answer;
  };
  const root = await send(simulation, body({ tools, thread: { type: 'create' } }), BETA);
  const first = await on(root);
  await on(first, results(first, 'x'));
  const second = await on(await on(root));
  expect(second.body.content[0].id).toBe('toolu_a');
  await on(second, results(second, 'x'));
  expect(simulation.notes.map(({ rule }) => rule)).toEqual(['thread-already-continued']);
});
