// Every scenario that comes with the kit, recorded and replayed: the same is said.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bundledApp } from '../../cli/bundled-app.ts';
import { formatProblems, loadScenarios } from '../../testing/index.ts';
import { started } from '../server/started.ts';
import { recordAndReplay, saidIn, type Upstream } from './replay.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scenarios = await loadScenarios('scenarios', { cwd: root });

const UPSTREAMS: Readonly<Record<string, Upstream>> = {
  'the simulation': async ({ fetch }) => fetch,
  'a server': async (simulation) => (await started(simulation)).url,
};

describe.each(Object.entries(UPSTREAMS))('before %s', (_name, upstream) => {
  test.each(scenarios)('$name: is recorded and replayed', async (scenario) => {
    const app = bundledApp(undefined);
    const { original, results } = await recordAndReplay(scenario, app, { upstream });
    expect(results.map(({ problems }) => formatProblems(problems)).join('')).toBe('');
    expect(saidIn(results.flatMap(({ transcripts }) => transcripts))).toEqual(
      saidIn(original.transcripts),
    );
  });
});

test('there are scenarios of every theme', () => {
  expect(scenarios.length).toBeGreaterThan(20);
});
