/** What `ensaio run` costs, start-up included, on all cores together. */
import { join } from 'node:path';
import { loadScenarios } from '../../testing/index.ts';
import { figureOf, inRounds } from '../measure.ts';
import type { Row } from '../row.ts';
import { root, told } from '../pieces/child.ts';

const WANTED = 60;
const MAIN = join(root, 'dist/cli/main.js');

/** Tells in the end how many seconds of work it was. */
const TELL = `data:text/javascript,process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  process.send((user + system) / 1e6);
})`;

/** The files of the first shipped scenarios that are as many as wanted. */
async function wantedFiles(): Promise<string[]> {
  const first = (await loadScenarios(join(root, 'scenarios'), { cwd: root })).slice(0, WANTED);
  return [...new Set(first.map(({ file }) => join(root, file)))];
}

export const row: Row<'spent'> = {
  work: `${WANTED} shipped scenarios, \`ensaio run\``,
  goals: { spent: { unit: 's of CPU in all', atMost: 2 } },
  async measure() {
    const files = await wantedFiles();
    const spent = await inRounds(() => told('--import', TELL, MAIN, 'run', ...files), 15);
    return { spent: figureOf(spent as number[]) };
  },
};
