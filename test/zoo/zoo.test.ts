/** Every loop of the zoo is caught, by what is named there, soon, and by a script that is small. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { zooRows } from '../../scripts/zoo-doc.ts';
import { invariants } from '../../src/invariants/registry.ts';
import { checkLoop, reportLoop } from '../../testing/index.ts';
import reported from '../rules/reported-faults.json' with { type: 'json' };
import { sdkBreaks } from '../invariants/sdk-breaks.ts';
import { reports } from '../collection/reports.ts';
import { RUNS, SEEDS, sightingOf } from './campaign.ts';
import { goodLoops, kitLoop, runnerBreaks } from './good-loops.ts';
import { goodLoop, zoo } from './index.ts';
import { appOf, ToolLoop } from './loop.ts';

/** With the first it is made small as well, which takes the most time; `npm run zoo` does it with all of them. */
const [SMALL, OTHERS] = [SEEDS.slice(0, 1), SEEDS.slice(1)];

describe.each(zoo)('a loop that $mistake', (bad) => {
  const known: unknown = expect.toBeOneOf([...bad.caughtBy]);

  test.each(SMALL)('is caught with seed %i, by a small script', async (seed) => {
    const { id, turns, calls, isSteady } = (await sightingOf(bad, seed)) ?? {};
    expect({ id, isSteady }).toEqual({ id: known, isSteady: true });
    expect(turns).toBeLessThanOrEqual(bad.size[0]);
    expect(calls).toBeLessThanOrEqual(bad.size[1]);
  });

  test(`is caught with ${OTHERS.length} other seeds, within ${RUNS} runs`, async () => {
    const ids: unknown[] = [];
    // One after another: the clock of a run is that of the process.
    // oxlint-disable-next-line no-await-in-loop
    for (const seed of OTHERS) ids.push((await sightingOf(bad, seed, { maxShrinks: 0 }))?.id);
    expect(ids).toEqual(OTHERS.map(() => known));
  });
});

test('the good loop passes with what it takes to see the mistakes', async () => {
  const settings = new Map(
    zoo.map(({ options = {} }) => [JSON.stringify(options), options] as const),
  );
  for (const options of settings.values()) {
    const app = appOf(ToolLoop, options.limit);
    // oxlint-disable-next-line no-await-in-loop
    await checkLoop(app, { door: 'fakeMessages', runs: 20, seed: 1, ...options });
  }
});

test.each(goodLoops)('$name passes', async ({ app, options }) => {
  await checkLoop(app, { seed: 1, runs: 50, ...options });
});

test('the good loop says what the loop of the kit says, but for the words of failures', async () => {
  const said = async (loop: typeof kitLoop): Promise<string[]> => {
    const all: string[] = [];
    await reportLoop(
      async (context) => {
        const ended = await loop(context).catch(() => undefined);
        all.push(JSON.stringify(context.simulation.journal.map(({ messages }) => messages)));
        return ended;
      },
      { seed: 3, runs: 100, door: 'fakeMessages' },
    );
    return all.map((text) =>
      text.replaceAll(/"content":"(?:[^"\\]|\\.)*","is_error":true/g, '"is_error":true'),
    );
  };
  expect(await said(goodLoop)).toEqual(await said(kitLoop));
});

test('mistakes have names, words and sources of their own', () => {
  expect(new Set(zoo.map(({ id }) => id)).size).toBe(zoo.length);
  expect(new Set(zoo.map(({ mistake }) => mistake)).size).toBe(zoo.length);
  const known = new Set([...reported, ...reports].map(({ id }) => id));
  const told = zoo.flatMap(({ source }) => source.match(/C\d{3}/g) ?? []);
  expect(told.filter((id) => !known.has(id))).toEqual([]);
});

test('every invariant catches a loop', () => {
  const caught = new Set(zoo.flatMap(({ caughtBy }) => caughtBy));
  const lacking = invariants.map(({ id }) => id).filter((id) => !caught.has(id));
  expect(lacking).toEqual([]);
});

test('what is not judged of the tool runner is what it is known to break', () => {
  const known = sdkBreaks.map(({ invariant }) => invariant);
  expect(known).toEqual(expect.arrayContaining([...runnerBreaks]));
});

test('docs/zoo.md has every mistake and what catches it (npm run zoo)', () => {
  const page = readFileSync(new URL('../../docs/zoo.md', import.meta.url), 'utf8');
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| … '))
    .map((line) => line.split(' | ').slice(0, 3).join(' | '));
  expect(rows).toEqual(zooRows().map((cells) => `| ${cells.join(' | ')}`));
});
