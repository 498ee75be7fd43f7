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
    'Besides the check of decision 8: the text of the prompt, the history that is compared with that of the conversation, and the journal.',
  async measure() {
    const bodies = await wholeBodies(TURNS);
    const rounds = await inRounds(async () => ({
      floor: parse(bodies),
      work: await converse(bodies),
    }));
    return { ratio: comparisonOf(rounds).ratio };
  },
};
