/** Timers of a run go by its clock and in its order; timers of everyone else are as they were. */
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { ownTimers } from '../../../testing/stage/own-timers.ts';
import { onStage, Stage } from '../../../testing/stage/stage.ts';
import { watch } from '../../../testing/stage/watch.ts';

afterEach(() => {
  vi.useRealTimers();
});

interface Watched {
  readonly stage: Stage;
  readonly ended: string | undefined;
}

/** Runs work on a stage of its own until it settles or is called off. */
async function run(work: () => Promise<unknown>): Promise<Watched> {
  const giveBack = ownTimers();
  const stage = new Stage();
  let isOver = false;
  let ended: string | undefined;
  try {
    await onStage(stage, async () => {
      const { promise: calledOff, resolve } = Promise.withResolvers<void>();
      const watching = watch({
        stage,
        pulse: () => 0,
        isOver: () => isOver,
        isEndless: () => false,
        timeLimitMs: 10_000,
        callOff: (reason) => {
          ended = (reason as Error).message;
          resolve();
        },
      });
      await Promise.race([work(), calledOff]);
      isOver = true;
      await watching;
    });
  } finally {
    giveBack();
  }
  return { stage, ended };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('timers fire in the order of their time, however long they are, and take none', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 2 ** 31 - 1 }), { maxLength: 6 }),
      async (times) => {
        const fired: number[] = [];
        const { stage } = await run(() =>
          Promise.all(times.map((ms) => pause(ms).then(() => fired.push(ms)))),
        );
        expect(fired).toEqual(times.toSorted((a, b) => a - b));
        expect(stage.clock.skippedMs).toBe(Math.max(0, ...times));
        expect(stage.leftTimers).toEqual([]);
      },
    ),
    { numRuns: 30 },
  );
});

test('they are cleared, repeated, refreshed and promisified as those of Node', async () => {
  const seen: string[] = [];
  const { stage } = await run(async () => {
    clearTimeout(setTimeout(() => seen.push('cleared'), 5));
    let ticks = 0;
    const interval = setInterval(() => {
      ticks += 1;
      seen.push(`tick ${ticks}`);
      if (ticks === 2) clearInterval(interval);
    }, 10);
    const late = setTimeout((word: string) => seen.push(word), 15, 'refreshed');
    await pause(14);
    late.refresh();
    seen.push(await promisify(setTimeout)(20, 'promised'));
    expect(Number(late)).toBeGreaterThan(0);
  });
  expect(seen).toEqual(['tick 1', 'tick 2', 'refreshed', 'promised']);
  expect(stage.clock.skippedMs).toBe(34);
});

test('a timer that is left is known, unless its owner let it go', async () => {
  const { stage } = await run(async () => {
    setTimeout(() => undefined, 100);
    setTimeout(() => undefined, 200).unref();
    setInterval(() => undefined, 300);
  });
  expect(stage.leftTimers.map(({ ms }) => ms)).toEqual([100, 300]);
});

test('what a timer throws is a stray of its run', async () => {
  const error = new Error('late');
  const { stage } = await run(async () => {
    setTimeout(() => {
      throw error;
    }, 5);
    await pause(10);
  });
  expect(stage.strays).toEqual([error]);
});

test.each<[string, () => Promise<unknown>, string]>([
  [
    'never settles',
    () => new Promise(() => undefined),
    'it waits for something that never happens',
  ],
  [
    'sets a timer again and again',
    () => new Promise(() => void setInterval(() => undefined, 1)),
    'it waits again and again, and never ends',
  ],
])('work that %s is called off', async (_name, work, reason) => {
  expect((await run(work)).ended).toBe(reason);
});

test('what is under way outside is waited for', async () => {
  const { readFile } = await import('node:fs/promises');
  const { setTimeout: realPause } = await import('node:timers/promises');
  const { ended } = await run(async () => {
    await readFile(new URL(import.meta.url));
    await realPause(30);
  });
  expect(ended).toBeUndefined();
});

test('timers of everyone else go on as before, also those that a test has faked', async () => {
  const before = globalThis.setTimeout;
  const giveBack = ownTimers();
  const own = setTimeout(() => undefined, 1);
  expect(own.constructor.name).toBe('Timeout');
  clearTimeout(own);
  giveBack();
  expect(globalThis.setTimeout).toBe(before);
  vi.useFakeTimers();
  const faked = globalThis.setTimeout;
  const leave = ownTimers();
  expect(globalThis.setTimeout).toBe(faked);
  leave();
});
