/** A conversation that gets long, of which only what is new is sent. */
import { simulate } from '../../fakes/index.ts';
import { comparisonOf, inRounds, spentUs, type Round } from '../measure.ts';
import type { Row } from '../row.ts';
import { ask, scriptOf, threadBody, THREADS } from '../pieces/turns.ts';

const TURNS = 505;
/** A single turn is too short to be timed by itself. */
const AROUND = 5;
const EARLY = 20;
const LATE = 500;

/** What turns around the 20th and the 500th of one conversation cost, each. */
async function converse(): Promise<Round> {
  const simulation = simulate(scriptOf(TURNS));
  const spent: number[] = [0];
  const start = process.cpuUsage();
  let previous: string | undefined;
  for (let turn = 0; turn < TURNS; turn++) {
    const { id } = await ask(simulation, threadBody(turn, previous), THREADS);
    previous = id;
    spent.push(spentUs(start));
  }
  const around = (turn: number): number => spent[turn + AROUND]! - spent[turn - AROUND]!;
  return { work: around(LATE), floor: around(EARLY) };
}

export const row: Row<'ratio'> = {
  work: `a ${LATE}-turn conversation with message threads: turn ${LATE}`,
  floor: `turn ${EARLY} of it`,
  goals: { ratio: { unit: '×', atMost: 1.3 } },
  async measure() {
    // The first ones are compiled while they run.
    await inRounds(converse, 5);
    return { ratio: comparisonOf(await inRounds(converse)).ratio };
  },
};
