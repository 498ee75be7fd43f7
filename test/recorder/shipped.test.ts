// Every scenario that comes with the kit, recorded and replayed: the same is said.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loopApp } from '../../testing/apps/loop.ts';
import { formatProblems, type Scenario } from '../../testing/index.ts';
import { collection, fileOf, root } from '../collection/collection.ts';
import { started } from '../server/started.ts';
import { recordAndReplay, saidIn, type Replay, type Upstream } from './replay.ts';

interface Exception {
  readonly why: string;
  readonly files: readonly string[];
  /** What is seen of it. */
  readonly message: RegExp;
}

/** What a recording cannot hold, for it stands between the app and the API. */
const EXCEPTIONS: readonly Exception[] = [
  {
    why: 'no turn is asked for: the app stops before, or only counts tokens',
    files: ['api-rules/counted-slice.yaml', 'api-rules/tool-twice.yaml'],
    message: /Nothing is written to "recorded.yaml"/,
  },
  {
    why: 'what is sent is no JSON that anybody could write down',
    files: ['api-rules/half-emoji.yaml'],
    message: /Nothing is written to "recorded.yaml"/,
  },
  {
    why: 'the app ends by a limit of its own, and nothing is heard of it',
    files: ['tool-runner/last-turn.yaml'],
    message: /request-unexpected/,
  },
];

const app = loopApp();

const page = readFileSync(join(root, 'docs/recording.md'), 'utf8');

const exceptionTo = (scenario: Scenario): Exception | undefined =>
  EXCEPTIONS.find(({ files }) => files.includes(fileOf(scenario)));

const byTheme = Map.groupBy(
  collection.filter((scenario) => !exceptionTo(scenario)),
  (scenario) => dirname(fileOf(scenario)),
);

const problemsIn = ({ results }: Replay): string =>
  results.map(({ problems }) => formatProblems(problems)).join('');

interface Before {
  readonly name: string;
  readonly upstream: Upstream;
  readonly themes: readonly string[];
}

const BEFORE: readonly Before[] = [
  { name: 'the simulation', upstream: async ({ fetch }) => fetch, themes: [...byTheme.keys()] },
  {
    name: 'a server',
    upstream: async (simulation) => (await started(simulation)).url,
    // Those in which the connection matters.
    themes: ['faults', 'lesson', 'streams'],
  },
];

describe.each(BEFORE)('before $name, what was recorded says the same', ({ upstream, themes }) => {
  test.each(themes)('%s', async (theme) => {
    const scenarios = byTheme.get(theme)!;
    await Promise.all(
      scenarios.map(async (scenario) => {
        const replay = await recordAndReplay(scenario, app, { upstream, input: 'request' });
        const { results, original } = replay;
        expect(problemsIn(replay), scenario.name).toBe('');
        expect(saidIn(results.flatMap(({ transcripts }) => transcripts)), scenario.name).toEqual(
          saidIn(original.transcripts),
        );
      }),
    );
  });
});

test.each(EXCEPTIONS)('not when $why', async ({ files, message }) => {
  const scenarios = collection.filter((scenario) => files.includes(fileOf(scenario)));
  expect(scenarios).toHaveLength(files.length);
  for (const file of files) expect(page).toContain(`(../scenarios/${file})`);
  for (const scenario of scenarios) {
    const seen = recordAndReplay(scenario, app, { input: 'request' }).then(problemsIn, String);
    expect(await seen).toMatch(message);
  }
});
