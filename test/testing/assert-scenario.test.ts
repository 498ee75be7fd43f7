/** A result as an error: what it says, what it carries, and where its stack points. */
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { EnsaioError } from '../../fakes/index.ts';
import { assertScenario, runScenario, type App } from '../../testing/index.ts';
import { load } from './load.ts';

const ASK = {
  model: 'claude-haiku-5-5',
  max_tokens: 64,
  messages: [{ role: 'user' as const, content: 'Hi.' }],
};
const TWO_TURNS = 'name: two turns\ninput: hello\nturns:\n  - reply: one\n  - reply: two\n';

async function failureOf(text: string, app: App): Promise<EnsaioError> {
  const result = await runScenario(await load(text), app);
  try {
    assertScenario(result, { cwd: '/repo' });
  } catch (error) {
    if (error instanceof EnsaioError) return error;
  }
  throw new Error('It did not fail as it should.');
}

test('does nothing when the scenario passed', async () => {
  const app: App = ({ client }) => client.messages.create(ASK);
  const result = await runScenario(await load('name: x\ninput: y\nturns: [{ reply: ok }]'), app);
  expect(assertScenario(result)).toBe(undefined);
});

test('shows what the app threw, where it had got to, and the conversation until then', async () => {
  const boom = new TypeError('boom');
  const error = await failureOf(TWO_TURNS, async ({ client }) => {
    await client.messages.create(ASK);
    throw boom;
  });
  expect(error).toMatchObject({
    code: 'scenario-failed',
    cause: boom,
    details: { problems: [{ code: 'app-failed' }, { code: 'turn-unused' }] },
  });
  expect(error.stack).toMatchInlineSnapshot(`
    "EnsaioError: [ensaio] two turns: 2 problems

    a.yaml:4:5 app-failed the app failed after turn 1: TypeError: boom
        - reply: one
          ^^^^^^^^^^

    a.yaml:5:5 turn-unused turn 2 was never asked for.
        - reply: two
          ^^^^^^^^^^

    user: text
    assistant: text
        at turns[0] (/repo/a.yaml:4:5)
        at turns[1] (/repo/a.yaml:5:5)"
  `);
});

test('numbers the conversations when there are several', async () => {
  const error = await failureOf(TWO_TURNS, async ({ client }) => {
    await client.messages.create(ASK);
    await client.messages.create({ ...ASK, messages: [{ role: 'user', content: 'Bye.' }] });
    throw new TypeError('boom');
  });
  expect(error.message.split('\n\n').at(-1)).toBe(
    [
      'conversation 1',
      '  user: text',
      '  assistant: text',
      'conversation 2',
      '  user: text',
      '  assistant: text',
    ].join('\n'),
  );
});

test('shows a difference with the conversation up to it, and once', async () => {
  const text = 'name: an answer\ninput: hello\nturns: [{ reply: ok }]\nexpect: { answer: other }\n';
  const error = await failureOf(text, ({ client }) => client.messages.create(ASK));
  expect(error.cause).toBe(undefined);
  expect(error.stack).toMatchInlineSnapshot(`
    "EnsaioError: [ensaio] an answer: 1 problem

    a.yaml:4:19 answer-differs the answer differs.
      expect: { answer: other }
                        ^^^^^
      expected: "other"
      received: "ok"
      so far:
        user: text
        assistant: text
        at expect.answer (/repo/a.yaml:4:19)"
  `);
});

test('is printed with its code, and without saying everything twice', async () => {
  const error = await failureOf(TWO_TURNS, () => Promise.resolve('ok'));
  expect(inspect(error).replace(error.stack!, '<stack>')).toBe(
    "<stack> {\n  code: 'scenario-failed'\n}",
  );
});
