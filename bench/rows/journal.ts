/** A journal that goes on for long. */
import { setImmediate } from 'node:timers/promises';
import { fakeAnthropic } from '../../fakes/index.ts';
import type { Row } from '../row.ts';
import { params } from '../pieces/looking.ts';

const EXCHANGES = 10_000;
const LIMIT = 1000;
/** By then the limit is reached, and what is compiled is. */
const EARLY = 4000;
const ANSWER = 'There is nothing to be seen.';

/** Bytes in use, once all that is garbage is gone. */
async function heldBytes(): Promise<number> {
  await setImmediate();
  globalThis.gc!();
  return process.memoryUsage().heapUsed;
}

export const row: Row<'growth'> = {
  work: `${EXCHANGES.toLocaleString('en')} exchanges in one journal of at most ${LIMIT.toLocaleString('en')}: memory in use`,
  floor: `the same after ${EARLY.toLocaleString('en')} exchanges`,
  goals: { growth: { unit: '×', atMost: 1.01 } },
  async measure() {
    const script = Array.from({ length: EXCHANGES }, () => ANSWER);
    const client = fakeAnthropic(script, { journalLimit: LIMIT });
    let before = 0;
    for (let i = 1; i <= EXCHANGES; i++) {
      await client.messages.create(params);
      if (i === EARLY) before = await heldBytes();
    }
    return { growth: { value: (await heldBytes()) / before } };
  },
};
