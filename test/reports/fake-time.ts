/** Time that passes when a test says so. */
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { doorsInProcess as doors, type DoorInProcess as Door } from '../doors/doors.ts';

/** The doors whose time can be stepped: nothing of the system stands between client and simulation. */
export const timedDoors: readonly Door[] = doors.filter(({ name }) =>
  ['fakeAnthropic', 'fakeMessages', 'msw'].includes(name),
);

/** Those of them with the SDK. */
export const timedSdkDoors: readonly Door[] = timedDoors.filter(
  ({ name }) => name !== 'fakeMessages',
);

/**
 * Fake timers for every test of a file, beginning at 0, and none of them left over. `setImmediate` stays real: MSW moves
 * on with it. Chance stands still, so that the SDK's backoff has no jitter: 500, 1000, 2000 ms, at most 8000.
 */
export function useFakeTime(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 });
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(async () => {
    // Undici, in front of MSW, keeps a connection for some seconds, and lets go of it by itself.
    await vi.advanceTimersByTimeAsync(20_000);
    const left = vi.getTimerCount();
    vi.useRealTimers();
    vi.restoreAllMocks();
    expect(left).toBe(0);
  });
}

/** Lets everything that does not wait for time come to rest. */
export async function rest(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await new Promise(setImmediate);
}

/** Passes so many milliseconds, in steps of which each is lived through to its end. */
export async function pass(ms: number, step: number = ms): Promise<void> {
  await rest();
  for (let passed = 0; passed < ms; passed += step) {
    await vi.advanceTimersByTimeAsync(Math.min(step, ms - passed));
    await rest();
  }
}

/** What became of a promise so far. */
export function watch<Value>(promise: Promise<Value>): {
  readonly state: 'pending' | 'resolved' | 'rejected';
  readonly value: Value | undefined;
  readonly error: unknown;
} {
  const watched: { state: 'pending' | 'resolved' | 'rejected'; value?: Value; error?: unknown } = {
    state: 'pending',
  };
  promise.then(
    (value) => Object.assign(watched, { state: 'resolved', value }),
    (error: unknown) => Object.assign(watched, { state: 'rejected', error }),
  );
  return watched as ReturnType<typeof watch<Value>>;
}
