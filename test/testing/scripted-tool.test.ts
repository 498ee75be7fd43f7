/** What a tool in YAML does at a call: for whom, how late, and how it ends. */
import { expect, test } from 'vitest';
import type { App } from '../../testing/index.ts';
import { runScenario } from '../../testing/index.ts';
import { load } from './load.ts';
import { goodLoop } from '../zoo/index.ts';

const look = (answers: string): string => `\
name: x
input: Go.
tools:
  - name: look
    description: Looks.
    input_schema: { type: object }
    answers:
${answers}
turns:
  - reply:
      - tool_use: { id: toolu_a, name: look, input: { at: left } }
      - tool_use: { id: toolu_b, name: look, input: { at: right } }
  - { reply: Done. }
expect:
`;

async function problemsOf(yaml: string, app: App = goodLoop): Promise<string[]> {
  const { problems } = await runScenario(await load(yaml), app);
  return problems.map(({ id, code, message }) => `${id ?? code}: ${message}`);
}

test('an answer may be for one call, where the app says which one it is', async () => {
  const answers = '      - { call: toolu_b, result: second }\n      - { result: first }';
  const expected = '  tool_results: [{ content: first }, { content: second }]\n';
  expect(await problemsOf(look(answers) + expected)).toEqual([]);
  const silent: App = async (context) => {
    const tools = context.tools.map((tool) => ({
      ...tool,
      run: (input: unknown) => tool.run(input, {} as never),
    }));
    return goodLoop({ ...context, tools });
  };
  const both = '  tool_results: [{ content: second }, { content: second }]\n';
  expect(await problemsOf(look(answers) + both, silent)).toEqual([]);
});

test('one that takes its time takes it on the clock', async () => {
  const answers =
    '      - { input: { at: left }, delay: 3600000, result: late }\n      - { result: soon }';
  const expected =
    '  tool_results: [{ content: late }, { content: soon }]\n  elapsed_ms: 3600000\n';
  expect(await problemsOf(look(answers) + expected)).toEqual([]);
});

test('one that throws is a bug, of which the model is told nothing', async () => {
  const answers = '      - { throws: password is swordfish }';
  expect(await problemsOf(`${look(answers)}  never: swordfish\n`)).toEqual([]);
});

test('one that hangs ends when the app is called off, which is no fault where it may stop', async () => {
  const hanging = look('      - { hangs: true }');
  expect(await problemsOf(`${hanging}  may_stop: true\n`)).toEqual([]);
  expect(await problemsOf(`${hanging}  client: true\n`)).toEqual([
    'app-aborted: the app was called off after turn 1: it waits for something that never happens',
    'turn-unused: turn 2 was never asked for.',
  ]);
});
