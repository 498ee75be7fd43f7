// A clock on which nobody waits: order and count of what was slept through.
import { expect, test } from 'vitest';
import { nextTurn } from '../../src/simulation/clock.ts';
import { skippingClock } from '../../src/simulation/skipping-clock.ts';

test('wakes sleepers in the order of their time, and counts it', async () => {
  const clock = skippingClock();
  const woken: string[] = [];
  const sleep = async (name: string, ms: number): Promise<void> => {
    await clock.sleep(ms);
    woken.push(`${name} at ${clock.skippedMs}`);
  };
  await Promise.all([sleep('late', 60_000), sleep('early', 5), sleep('too', 5)]);
  expect(woken).toEqual(['early at 5', 'too at 5', 'late at 60000']);
  expect(clock.skippedMs).toBe(60_000);
});

test('lets whoever wakes sleep again before the next one has its turn', async () => {
  const clock = skippingClock();
  const woken: string[] = [];
  const twice = (async () => {
    for (const nth of [1, 2]) {
      await clock.sleep(10);
      woken.push(`twice, ${nth}`);
    }
  })();
  await Promise.all([twice, clock.sleep(25).then(() => woken.push('once'))]);
  expect(woken).toEqual(['twice, 1', 'twice, 2', 'once']);
  expect(clock.skippedMs).toBe(25);
});

test('lets whoever wakes work as long as a few turns before the next one has its turn', async () => {
  const clock = skippingClock();
  const woken: string[] = [];
  const working = (async () => {
    for (const nth of [1, 2]) {
      await clock.sleep(10);
      woken.push(`working, ${nth}`);
      for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    }
  })();
  await Promise.all([working, clock.sleep(25).then(() => woken.push('once'))]);
  expect(woken).toEqual(['working, 1', 'working, 2', 'once']);
});

test('goes on after a while in which nobody slept', async () => {
  const clock = skippingClock();
  for (const slept of [10, 20, 30]) {
    await clock.sleep(10);
    expect(clock.skippedMs).toBe(slept);
    for (let turn = 0; turn < 30; turn += 1) await nextTurn();
  }
});

test('has skipped nothing when the only one is aborted', async () => {
  const clock = skippingClock();
  const controller = new AbortController();
  const aborted = clock.sleep(5_000, controller.signal);
  controller.abort(new Error('enough'));
  await expect(aborted).rejects.toThrow('enough');
  for (let turn = 0; turn < 30; turn += 1) await nextTurn();
  expect(clock.skippedMs).toBe(0);
});

test('leaves out whoever is aborted', async () => {
  const clock = skippingClock();
  const controller = new AbortController();
  const aborted = clock.sleep(5_000, controller.signal);
  controller.abort(new Error('enough'));
  await expect(aborted).rejects.toThrow('enough');
  await clock.sleep(10);
  expect(clock.skippedMs).toBe(10);
  await expect(clock.sleep(1, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  await nextTurn();
  expect(clock.skippedMs).toBe(10);
});

test('shows what was slept through in the time of day', async () => {
  const clock = skippingClock();
  const before = clock.now();
  await clock.sleep(3_600_000);
  expect(clock.now() - before).toBeGreaterThanOrEqual(3_600_000);
});
