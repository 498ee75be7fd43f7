/** An app is told to stop at any moment: one that stops passes; those of the zoo that do not are caught there. */
import { expect, test } from 'vitest';
import type { AbortMoment } from '../../src/scenario/abort-schema.ts';
import {
  checkLoop,
  loadScenarios,
  runScenario,
  type App,
  type CheckLoopOptions,
  type ScenarioProblem,
  type ScenarioResult,
} from '../../testing/index.ts';
import { abortKinds } from '../../testing/arbitraries/aborts.ts';
import { goodLoop } from '../zoo/index.ts';
import { tempFolder } from './temp-folder.ts';

test.each<CheckLoopOptions>([
  { door: 'fakeMessages', models: 'both', runs: 60 },
  { door: 'client', models: 'streaming', runs: 20 },
  { door: 'msw', runs: 5 },
  { door: 'server', runs: 5 },
])('a good loop stops at every moment with %o', async (options) => {
  const { statistics } = await checkLoop(goodLoop, { seed: 1, aborts: abortKinds, ...options });
  if (options.runs !== 60) return;
  for (const kind of abortKinds) expect(statistics.kinds[`abort: ${kind}`]).toBeGreaterThan(0);
});

test('nobody is told to stop where it is not asked for', async () => {
  const { statistics } = await checkLoop(goodLoop, {
    seed: 1,
    runs: 50,
    door: 'fakeMessages',
  });
  expect(Object.keys(statistics.kinds).filter((kind) => kind.startsWith('abort'))).toEqual([]);
});

const yaml = (abort: string, more = ''): string => `
name: stopped
input: Go.
${more}
tools:
  - name: look
    description: Looks.
    input_schema: { type: object }
    answers: [{ result: seen }]
turns:
  - reply: [{ tool_use: { id: a, name: look } }, { tool_use: { id: b, name: look } }]
  - reply: Done.
abort: ${abort}
`;

async function run(text: string, app: App): Promise<ScenarioResult> {
  const cwd = await tempFolder({ 'a.yaml': text });
  const [scenario] = await loadScenarios('a.yaml', { cwd });
  return runScenario(scenario!, app);
}

test.each<[abort: AbortMoment, requests: number, ran: number]>([
  ['start', 0, 0],
  [{ turn: 1 }, 1, 0],
  [{ turn: 2 }, 2, 2],
  [{ call: 'a' }, 1, 1],
  [{ call: 'b' }, 1, 2],
  [{ after_call: 'a' }, 1, 1],
])('an app that is told to stop at %o has made %i requests', async (abort, requests, ran) => {
  const told: boolean[] = [];
  const app: App = (context) => {
    const tools = context.tools.map((tool) => ({
      ...tool,
      run: (...given: Parameters<typeof tool.run>) => {
        told.push(context.signal.aborted);
        return tool.run(...given);
      },
    }));
    return goodLoop({ ...context, tools });
  };
  const { problems, simulation, error } = await run(yaml(JSON.stringify(abort)), app);
  expect(problems).toEqual([]);
  expect(error).toMatchObject({ name: 'AbortError' });
  expect(simulation.journal).toHaveLength(requests);
  expect(told).toEqual(Array.from({ length: ran }, () => false));
});

test('in mid-stream it has read as many events as the scenario says', async () => {
  const read: string[] = [];
  const app: App = async ({ client, tools, signal }) => {
    const stream = await client.messages.create(
      {
        model: 'claude-opus-5',
        max_tokens: 1000,
        tools: tools.map(({ definition }) => definition),
        messages: [{ role: 'user', content: 'Go.' }],
        stream: true,
      },
      { signal },
    );
    for await (const { type } of stream) read.push(type);
  };
  const { problems } = await run(yaml('{ turn: 1, events: 2 }', 'stream: true'), app);
  expect(problems).toEqual([]);
  expect(read).toEqual(['message_start', 'content_block_start']);
});

test('a moment that never comes is told, and so is one that there is not', async () => {
  const { problems } = await run(yaml('{ turn: 7 }'), goodLoop);
  expect(problems.map(({ code, path, message }) => ({ code, path, message }))).toEqual([
    {
      code: 'abort-missed',
      path: 'abort',
      message: 'the app was never told to stop: it did not come to where `abort` says.',
    },
  ]);
  const cwd = await tempFolder({ 'a.yaml': yaml('{ events: 2, call: a }') });
  const error = await loadScenarios('a.yaml', { cwd }).catch((thrown: unknown) => thrown);
  const { details } = error as { details: { problems: readonly ScenarioProblem[] } };
  expect(details.problems.map(({ message }) => message)).toEqual([
    '`events` are those of a turn; add the key "turn".',
  ]);
});
