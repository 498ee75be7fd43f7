/** Plays the whole zoo and every good loop, and writes `docs/zoo.md`. Takes some minutes. `npm run zoo`. */
import { writeFileSync } from 'node:fs';
import { reportLoop } from '../testing/index.ts';
import { SEEDS, sightingOf, type Sighting } from '../test/zoo/campaign.ts';
import { goodLoops } from '../test/zoo/good-loops.ts';
import type { BadLoop } from '../test/zoo/bad-loop.ts';
import { zoo } from '../test/zoo/index.ts';
import { zooDocument, type Passed } from './zoo-doc.ts';

/** How often a good loop has to pass. */
const MANY = 10_000;
/** A busy machine is no failure. */
const PATIENT = { timeLimitMs: 60_000 };

/** Whether it was found as the zoo says: by what it names, and as small. */
function isAsTold({ caughtBy, size }: BadLoop, sighting: Sighting | undefined): boolean {
  const { id = '', turns = Infinity, calls = Infinity } = sighting ?? {};
  return caughtBy.includes(id) && turns <= size[0] && calls <= size[1];
}

const sightings = new Map<string, (Sighting | undefined)[]>();
for (const bad of zoo) {
  const all: (Sighting | undefined)[] = [];
  for (const seed of SEEDS) all.push(await sightingOf(bad, seed));
  sightings.set(bad.id, all);
  const others = SEEDS.filter((_, index) => !isAsTold(bad, all[index]));
  if (others.length > 0) process.exitCode = 1;
  const verdict = others.length === 0 ? 'caught' : `not as it says with seeds ${others.join(', ')}`;
  process.stdout.write(`${bad.id}: ${verdict}\n`);
}

const passed: Passed[] = [];
for (const { name, app, options } of goodLoops) {
  const { statistics, failure } = await reportLoop(app, {
    seed: 1,
    runs: MANY,
    ...PATIENT,
    ...options,
  });
  const { runs, requests, calls } = statistics;
  passed.push({ name, options, runs, requests, calls, broke: failure?.id });
  if (failure) process.exitCode = 1;
  process.stdout.write(`${name}: ${failure?.text ?? `${runs} runs`}\n`);
}

writeFileSync(new URL('../docs/zoo.md', import.meta.url), zooDocument(sightings, passed));
