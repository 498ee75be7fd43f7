/** A conversation that gets long, sent whole each time. */
import { simulate } from '../../fakes/index.ts';
import { comparisonOf, inRounds, spentUs } from '../measure.ts';
import type { Row } from '../row.ts';
import { ask, scriptOf, wholeBodies } from '../pieces/turns.ts';

const TURNS = 500;

function parse(bodies: readonly string[]): number {
  const start = process.cpuUsage();
  for (const body of bodies) JSON.parse(body);
  return spentUs(start);
}

async function converse(bodies: readonly string[]): Promise<number> {
  const simulation = simulate(scriptOf(TURNS));
  const start = process.cpuUsage();
  for (const body of bodies) await ask(simulation, body);
  return spentUs(start);
}

export const row: Row<'ratio'> = {
  work: `a ${TURNS}-turn conversation, full history each time, strict`,
  floor: '`JSON.parse` of the same bodies',
  goals: { ratio: { unit: '×', atMost: 3 } },
  limits:
    'What was sent before is known by its text and not read again (decision 23); each request’s text is still compared with that of the one before.',
  async measure() {
    const bodies = await wholeBodies(TURNS);
    const rounds = await inRounds(async () => ({
      floor: parse(bodies),
      work: await converse(bodies),
    }));
    return { ratio: comparisonOf(rounds).ratio };
  },
};
