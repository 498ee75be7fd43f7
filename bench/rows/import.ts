/** What it costs to import the kit, in a process that has imported nothing yet. */
import { comparisonOf, inRounds } from '../measure.ts';
import type { Row } from '../row.ts';
import { told } from '../pieces/child.ts';

/** Microseconds of the import alone, without the start of the process. */
async function importing(name: string): Promise<number> {
  const code = `const start = process.cpuUsage();
    await import('${name}');
    const { user, system } = process.cpuUsage(start);
    process.send(user + system);`;
  return (await told('--input-type=module', '--eval', code)) as number;
}

export const row: Row<'ratio'> = {
  work: "`import 'ensaio'` cold",
  floor: "`import '@anthropic-ai/sdk'` cold",
  goals: { ratio: { unit: '×', atMost: 1.3 } },
  limits:
    '29 files that Node finds, reads and compiles. zod, ajv, undici and ICU are no longer loaded on import (decision 22).',
  async measure() {
    const rounds = await inRounds(async () => ({
      floor: await importing('@anthropic-ai/sdk'),
      work: await importing('ensaio'),
    }));
    return { ratio: comparisonOf(rounds).ratio };
  },
};
