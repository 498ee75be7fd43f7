/** Garbage collection on demand, for tests of what is held and what is not. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** Collects all that nothing refers to, after what is under way has had its turn. */
export async function collectGarbage(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    // What was referred to weakly in a turn lives until its end.
    await setImmediate();
    gc();
  }
}
