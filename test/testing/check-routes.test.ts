/** Requests on the side are answered over and over, are judged, and use up no turn of the script. */
import { describe, expect, test } from 'vitest';
import { toolUse, when, overloaded, respond, type Route } from '../../fakes/index.ts';
import {
  checkLoop,
  loadScenarios,
  reportLoop,
  runScenario,
  type App,
  type CheckLoopOptions,
  type LoopFailure,
} from '../../testing/index.ts';
import { appOf, ToolLoop, type Body, type Call, type Message } from '../zoo/loop.ts';
import { agentLoop, CompactingLoop, HastyLoop, SUM_UP, SummingLoop } from './side-loops.ts';
import { tempFolder } from './temp-folder.ts';

const agent = when({ system: 'the searcher' }, ['Found.']);
const searching = when({ system: 'the searcher' }, [[toolUse('search')], 'Found.']);
const summaries = when({ user: SUM_UP }, 'All was done.');

const BASE = { seed: 1, runs: 60, door: 'fakeMessages' } as const;

async function failureOf(app: App, options: CheckLoopOptions = {}): Promise<LoopFailure> {
  const { failure } = await reportLoop(app, { ...BASE, ...options });
  expect(failure).toBeDefined();
  return failure!;
}

async function codesOf(file: string, app: App): Promise<string[]> {
  const [scenario] = await loadScenarios(file);
  const { problems } = await runScenario(scenario!, app);
  return problems.map(({ code, id }) => id ?? code);
}

interface Row {
  readonly name: string;
  readonly app: App;
  readonly routes: readonly Route[];
  readonly options?: CheckLoopOptions;
}

const rows: readonly Row[] = [
  { name: 'a sub-agent', app: agentLoop(), routes: [agent] },
  { name: 'a sub-agent with calls', app: agentLoop(true), routes: [searching] },
  {
    name: 'a sub-agent by a function',
    app: agentLoop(),
    routes: [when(({ model }) => model.includes('haiku'), [respond(() => 'Found.')])],
  },
  { name: 'summaries in words', app: appOf(SummingLoop), routes: [summaries] },
  {
    name: 'both at once, over the SDK',
    app: agentLoop(true, SummingLoop),
    routes: [searching, summaries],
    options: { door: 'client', models: 'both', runs: 30 },
  },
];

describe.each(rows)('a loop with $name', ({ app, routes, options }) => {
  test('passes where it is answered on the side', async () => {
    const { statistics } = await checkLoop(app, { ...BASE, ...options, routes });
    expect(statistics.requests).toBeGreaterThan(statistics.runs);
  });

  test('is accused without the routes, as it always was', async () => {
    expect((await reportLoop(app, { ...BASE, ...options })).failure).toBeDefined();
  });
});

test('summaries that the API is asked for need no route', async () => {
  let asked = 0;
  const app: App = async (context) => {
    const answer = await appOf(CompactingLoop)(context);
    const { journal } = context.simulation;
    asked += journal.filter(({ request: { body } }) => body.compaction != null).length;
    return answer;
  };
  await checkLoop(app, BASE);
  expect(asked).toBeGreaterThan(10);
});

test('counting the tokens of what is asked on the side takes no turn', async () => {
  const app: App = async (context) => {
    const { client } = context;
    const messages = [{ role: 'user' as const, content: 'Hi' }];
    const compaction = { type: 'summarize' as const };
    const betas = ['compact-2026-09-04' as const];
    await client.beta.messages.countTokens({ model: 'claude-opus-5', messages, compaction, betas });
    return appOf(ToolLoop)(context);
  };
  await checkLoop(app, { ...BASE, door: 'client', runs: 10 });
});

test('an error on the side is a reason to fail, and what is sent again gets the next turn', async () => {
  const routes = [when({ system: 'the searcher' }, [overloaded({ retryAfterMs: 1 }), 'Found.'])];
  await checkLoop(agentLoop(), { ...BASE, door: 'client', runs: 30, routes });
});

test('a loop that stops behind its sub-agent is accused, and stays so in its scenario', async () => {
  const folder = await tempFolder({});
  const app = agentLoop(true, HastyLoop);
  const failure = await failureOf(app, { routes: [searching], regressions: folder });
  expect(failure.id).toBe('says-when-unfinished');
  expect(failure.text).toContain(
    'On the side:\n  {"system":{"contains":"the searcher"}}: search {}; then "Found."',
  );
  expect(failure.scenario.routes).toEqual([
    {
      when: { system: { contains: 'the searcher' } },
      turns: [{ reply: [{ tool_use: { name: 'search', input: {} } }] }, { reply: 'Found.' }],
    },
  ]);
  expect(await codesOf(failure.file!, app)).toEqual(['turn-unused', 'says-when-unfinished']);
  expect(await codesOf(failure.file!, agentLoop(true))).toEqual([]);
});

test('what is refused on the side is refused', async () => {
  class Mute extends ToolLoop {
    override ask(body: Body): Promise<Message> {
      return super.ask({ ...body, messages: [...body.messages, { role: 'user', content: '' }] });
    }
  }
  const app: App = async (context) => {
    await appOf(Mute)({ ...context, input: SUM_UP }).catch(() => undefined);
    return appOf(ToolLoop)(context);
  };
  const failure = await failureOf(app, { routes: [summaries] });
  expect(failure.problems[0]!.code).toBe('request-refused');
});

test('a route that no file can say is left out, and the failure says so', async () => {
  const byModel = when(({ model }) => model.includes('haiku'), ['Found.']);
  const failure = await failureOf(agentLoop(false, HastyLoop), { routes: [summaries, byModel] });
  expect(failure.scenario.routes).toMatchObject([{ when: { user: { contains: SUM_UP } } }]);
  expect(failure.text).toContain(
    '\n\nThe scenario leaves out route 2 of the check, which no file can say: it fails in another way. Give when() a match and turns that are no functions.\n\n',
  );
});

test('a route that nobody asked stands in the scenario for the loop that is mended', async () => {
  class LazyLoop extends ToolLoop {
    override async answerAll(calls: readonly Call[]): ReturnType<ToolLoop['answerAll']> {
      const results = calls.map(({ id }) => ({ tool_use_id: id, content: 'ok' }));
      return results.map((each) => ({ type: 'tool_result' as const, ...each }));
    }
  }
  const folder = await tempFolder({});
  const app = agentLoop(false, LazyLoop);
  const failure = await failureOf(app, { routes: [agent], regressions: folder });
  expect(failure.scenario.routes).toHaveLength(1);
  expect(failure.text).not.toContain('On the side');
  expect(await codesOf(failure.file!, app)).toEqual(['done-was-run']);
  expect(await codesOf(failure.file!, agentLoop())).toEqual([]);
});

test.each([
  [[{}], '[{}]'],
  [[{ type: 'route', match: {}, turns: [] }], '[{"type":"route","match":{},"turns":[]}]'],
  [[{ type: 'route', match: {}, turns: 'x' }], '[{"type":"route","match":{},"turns":"x"}]'],
  [[{ type: 'route', turns: ['x'] }], '[{"type":"route","turns":["x"]}]'],
  ['no', '"no"'],
])('refuses %j for routes', async (routes, shown) => {
  await expect(checkLoop(appOf(ToolLoop), { routes: routes as never })).rejects.toThrow(
    `routes is a list of routes, each of when(match, script) with a turn, received ${shown}.`,
  );
});
