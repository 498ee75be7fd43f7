// The apps that come with the kit: what they are asked, and what they send.
import { expect, test } from 'vitest';
import { loopApp } from '../../testing/apps/loop.ts';
import { questionOf } from '../../testing/apps/question.ts';
import { toolRunnerApp } from '../../testing/apps/tool-runner.ts';
import { formatProblems, runScenario, type App, type ScenarioResult } from '../../testing/index.ts';
import { load } from './load.ts';

const user = (content: string): object => ({ role: 'user', content });

test.each([
  ['a text', 'Hello.', [user('Hello.')]],
  ['messages', [user('Hello.')], [user('Hello.')]],
  ['any other value', { order: 7 }, [user('{"order":7}')]],
  ['no value', null, [user('null')]],
  ['a body with a text', { messages: 'Hello.' }, [user('Hello.')]],
  ['a body with messages', { messages: [user('Hello.')], max_tokens: 5 }, [user('Hello.')]],
])('reads %s', (_, input, messages) => {
  expect(questionOf(input).messages).toEqual(messages);
});

test('keeps what is the API’s apart from what is the app’s', () => {
  const input = {
    messages: 'Hello.',
    system: 'Be brief.',
    tools: [{ name: 'a' }],
    betas: ['b'],
    then: ['And?'],
    max_turns: 2,
    count_tokens: true,
  };
  expect(questionOf(input)).toEqual({
    params: { model: 'claude-haiku-5-5', max_tokens: 1024, system: 'Be brief.' },
    messages: [user('Hello.')],
    tools: [{ name: 'a' }],
    betas: ['b'],
    followUps: ['And?'],
    maxTurns: 2,
    countTokens: true,
  });
});

const SCENARIO = `\
name: x
input:
  messages: Look.
  betas: [context-management-2025-06-27]
  count_tokens: true
  then: [Again.]
tools:
  - { name: look, description: Looks., input_schema: { type: object }, answers: [{ result: { at: [1] } }] }
turns:
  - reply: [{ tool_use: { name: look } }]
  - reply: Seen.
  - { expect: { messages: 5, user: Again. }, reply: Seen again. }
`;

const APPS: Readonly<Record<string, (options: { stream: boolean }) => App>> = {
  loopApp,
  toolRunnerApp,
};

async function run(app: App, scenario = SCENARIO): Promise<ScenarioResult> {
  const result = await runScenario(await load(scenario), app);
  expect(formatProblems(result.problems)).toBe('');
  return result;
}

test.each(
  Object.keys(APPS).flatMap((name) => [
    [name, true],
    [name, false],
  ]) as [string, boolean][],
)('%s asks, counts and goes on, stream: %s', async (name, stream) => {
  const { simulation, toolCalls } = await run(APPS[name]!({ stream }));
  const requests = simulation.journal.map(({ request }) => request);
  expect(requests.map(({ path }) => path)).toEqual([
    '/v1/messages/count_tokens',
    ...Array.from({ length: 3 }, () => '/v1/messages'),
  ]);
  expect(requests.slice(1).map(({ body }) => body.stream ?? false)).toEqual([
    stream,
    stream,
    stream,
  ]);
  const betas = requests.slice(1).map(({ headers }) => headers['anthropic-beta']);
  for (const each of betas) expect(each).toContain('context-management-2025-06-27');
  expect(toolCalls[0]?.result?.['content']).toBe('{"at":[1]}');
});

test('the tool runner keeps its conversation on a thread', async () => {
  const { simulation } = await run(toolRunnerApp());
  expect(simulation.journal.slice(1).map(({ request }) => request.body.thread?.type)).toEqual([
    'create',
    'continue',
    'create',
  ]);
});

test('the loop tells of what a tool throws', async () => {
  const thrown: unknown[] = [];
  const app = loopApp({ onToolError: (error) => thrown.push(error) });
  const broken: App = (context) =>
    app({
      ...context,
      tools: context.tools.map((tool) => ({
        ...tool,
        run: () => {
          throw new Error('disk gone');
        },
      })),
    });
  await run(broken);
  expect(thrown).toEqual([new Error('disk gone')]);
});
