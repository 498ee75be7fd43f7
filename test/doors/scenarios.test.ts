/** A scenario goes the same way through every door. */
import { fileURLToPath } from 'node:url';
import Anthropic from '@anthropic-ai/sdk';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bundledApp } from '../../cli/bundled-app.ts';
import {
  doorNames,
  loadScenarios,
  runScenario,
  type App,
  type AppContext,
  type ScenarioResult,
} from '../../testing/index.ts';
import { careless } from '../testing/careless.ts';
import { load } from '../testing/load.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scenarios = await loadScenarios('scenarios', { cwd: root });

/** Everything that a run shows, but for the headers, which name the way there. */
function shown(result: ScenarioResult): unknown {
  const { name, passed, problems, answer, transcripts, toolCalls, simulation } = result;
  const journal = simulation.journal.map(({ request, outcome, turn, response, streamEnding }) => {
    const { body, betas } = request;
    const given = response && { ...response, headers: undefined };
    return { body, betas, outcome, turn, streamEnding, given };
  });
  const conversations = transcripts.map(({ heads }) => heads);
  return { name, passed, problems, answer, toolCalls, journal, conversations };
}

const loop = bundledApp(undefined);
const apps: [name: string, app: App][] = [
  ['the loop of the kit', loop],
  ['a careless loop', careless],
];

describe.each(apps)('%s', (_, app) => {
  test('shows the same over every door, in every scenario, all of them at once', async () => {
    const results = await Promise.all(
      scenarios.map((scenario) =>
        Promise.all(doorNames.map((door) => runScenario(scenario, app, { door }))),
      ),
    );
    for (const [client, ...others] of results) {
      for (const other of others) expect(shown(other)).toEqual(shown(client!));
    }
  });
});

const SLOW = `\
name: slow
input: Say hello.
turns:
  - { reply: Hello., delay: 86400000 }
expect: { answer: Hello., elapsed_ms: 86400000 }
`;

const params = {
  model: 'claude-haiku-5-5',
  max_tokens: 64,
  messages: [{ role: 'user' as const, content: 'Hi.' }],
};

describe.each(doorNames)('over %s', (door) => {
  test('a day on the simulated clock takes no time', async () => {
    const { problems } = await runScenario(await load(SLOW), loop, { door });
    expect(problems).toEqual([]);
  });

  test('the app has a real client that knows its simulation, and so have those derived from it', async () => {
    const seen: AppContext[] = [];
    const app: App = (context) => {
      seen.push(context);
      return context.client.withOptions({ maxRetries: 0 }).messages.create(params);
    };
    const { passed, simulation } = await runScenario(await load(SLOW), app, { door });
    expect(passed).toBe(true);
    const [{ client, ...context }] = seen as [AppContext];
    expect(client).toBeInstanceOf(Anthropic);
    expect(context.simulation).toBe(simulation);
    expect(client).toHaveProperty('simulation', simulation);
    expect(client.withOptions({})).toHaveProperty('simulation', simulation);
  });

  test('the version that a scenario names is sent', async () => {
    const scenario = await load(
      'name: x\noptions: { version: "2026-10-21" }\ninput: y\nturns: [{ reply: ok }]',
    );
    const { simulation } = await runScenario(scenario, loop, { door });
    expect(simulation.journal[0]!.request.headers['anthropic-version']).toBe('2026-10-21');
  });
});

test.each(['msw', 'server'] as const)(
  'an app over %s may make a client of its own from the address and the key',
  async (door) => {
    const app: App = ({ client: { baseURL, apiKey } }) =>
      new Anthropic({ baseURL, apiKey }).messages.create(params);
    const { problems } = await runScenario(await load(SLOW), app, { door });
    expect(problems).toEqual([]);
  },
);

test('a server of MSW that listens already is left alone', async () => {
  const server = setupServer(http.all('https://user.test/', () => new Response('mine')));
  server.listen();
  onTestFinished(() => server.close());
  const scenario = await load(SLOW);
  await expect(runScenario(scenario, loop, { door: 'msw' })).rejects
    .toThrowErrorMatchingInlineSnapshot(`
    [EnsaioError: [ensaio] The door msw is taken: a server of MSW listens in this process, and there is room for one.

    Close it while scenarios run, or go through another door: client or server.]
  `);
  expect((await runScenario(scenario, loop, { door: 'server' })).passed).toBe(true);
  expect(await (await fetch('https://user.test/')).text()).toBe('mine');
});

test('a door that there is not is named', async () => {
  const scenario = await load(SLOW);
  await expect(runScenario(scenario, loop, { door: 'window' as 'msw' })).rejects
    .toThrowErrorMatchingInlineSnapshot(`
    [EnsaioError: [ensaio] There is no door "window".

    The doors are client, msw, server, fakeMessages.]
  `);
});
