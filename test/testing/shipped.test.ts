// The scenarios that come with the package: named by reports, short, and nothing for a careless loop.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runScenario } from '../../testing/index.ts';
import { printScenario } from '../../src/scenario/print-scenario.ts';
import { collection as scenarios, fileOf, root } from '../collection/collection.ts';
import { parseScenario } from '../scenario/parse.ts';
import { careless } from './careless.ts';

test('there are at least sixty, each in a file of its own', () => {
  const files = new Set(scenarios.map(({ file }) => file));
  expect(files.size).toBeGreaterThanOrEqual(60);
});

test.each(scenarios)('$name: says what it guards, and has the tag of its folder', (scenario) => {
  expect(scenario.description).toMatch(/\.$/);
  expect(scenario.tags).toContain(fileOf(scenario).split('/')[0]);
});

test('shows at least ten reported faults in under ten lines each', () => {
  const short = new Set<string>();
  for (const { file, description } of scenarios) {
    const lines = readFileSync(join(root, file), 'utf8').trimEnd().split('\n');
    const ids = [...(description ?? '').matchAll(/C\d{3}/g)].map(([id]) => id);
    for (const id of ids) {
      // The line that names the schema says nothing of the fault.
      if (lines.length - 1 < 10) short.add(id);
    }
  }
  expect(short.size).toBeGreaterThanOrEqual(10);
});

test.each(scenarios)('$name: is printed and read again', ({ written }) => {
  expect(parseScenario(printScenario(written)).written).toEqual(written);
});

test('a careless loop passes none of them', async () => {
  const passed: string[] = [];
  for (const scenario of scenarios) {
    const run = await runScenario(scenario, careless);
    if (run.passed) passed.push(scenario.name);
  }
  expect(passed).toEqual([]);
});
