/** The clock of the machine, on the timers that a test runner puts in its place. */
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../fakes/index.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000 }));
afterEach(() => void vi.useRealTimers());

const LONGEST_TIMER_MS = 2 ** 31 - 1;

test.each([
  [1, 1],
  [250, 250],
  [LONGEST_TIMER_MS, LONGEST_TIMER_MS],
  // A timer that is told to wait longer fires at once.
  [2 ** 40, LONGEST_TIMER_MS],
])('a sleep of %d ms ends after %d', async (ms, passed) => {
  const { signal } = new AbortController();
  let isOver = false;
  const slept = systemClock.sleep(ms, signal).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(passed - 1);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await slept;
  expect(systemClock.now()).toBe(1_000 + passed);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('an abort ends a sleep with its reason, and leaves no timer behind', async () => {
  const controller = new AbortController();
  const slept = systemClock.sleep(1_000, controller.signal);
  const reason = new Error('enough');
  controller.abort(reason);
  await expect(slept).rejects.toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  await expect(systemClock.sleep(1_000, controller.signal)).rejects.toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
});
