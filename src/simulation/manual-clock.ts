/** A clock that a test moves: whatever waits on it waits only as long as the test wants. */
import { checkOptions, type OptionCheck } from '../check-options.ts';
import { EnsaioError } from '../error.ts';
import { MovedClock, type ManualClock } from './moved-clock.ts';
import { OwnTime } from './own-time.ts';
import { RunnerTime, type FakeTimers } from './runner-time.ts';

export interface ManualClockOptions {
  /** What time it is at first, in milliseconds since 1970 or as a date. Default 2026-11-01 UTC; not with `timers`. */
  readonly startsAt?: number | Date;
  /**
   * Vitest's `vi` or Jest's `jest` while its fake timers are in use: the clock is then theirs, and moves everything
   * that waits on a global timer too, such as the backoff and the timeouts of the SDK. Default: none, and only what the
   * simulation waits for is moved, while timers of the client go on in real time.
   */
  readonly timers?: FakeTimers;
  /**
   * How often `run` looks again, about a millisecond apart in real time, while the work goes on and nothing sleeps,
   * before it says that the work hangs. Default 1,000.
   */
  readonly idleTurns?: number;
  /** How many sleepers one `run` or `advance` wakes before it says that they never end. Default 100,000. */
  readonly maxSteps?: number;
}

const aCount: OptionCheck = [
  (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0,
  'a whole number from 1',
];

const CHECKS: Readonly<Record<keyof ManualClockOptions, OptionCheck>> = {
  startsAt: [
    (value: unknown) =>
      (typeof value === 'number' || value instanceof Date) && Number.isFinite(Number(value)),
    'milliseconds since 1970 or a date',
  ],
  timers: [
    (value: Partial<FakeTimers> | null) =>
      typeof value?.advanceTimersByTimeAsync === 'function' &&
      typeof value.advanceTimersToNextTimerAsync === 'function' &&
      typeof value.getTimerCount === 'function',
    "Vitest's vi or Jest's jest",
  ],
  idleTurns: aCount,
  maxSteps: aCount,
};

/** Any fixed time will do: every run has the same dates. */
const STARTS_AT = Date.UTC(2026, 10, 1);

/**
 * A clock for tests: nothing waits in real time, and everything wakes in order.
 * @example
 * const clock = manualClock();
 * const simulation = simulate(['Hello.'], { clock, latency: 30_000 });
 * const answer = await clock.run(ask(simulation)); // at once, half a minute later on the clock
 * @example
 * vi.useFakeTimers();
 * const clock = manualClock({ timers: vi }); // also moves the timers of the SDK
 * @throws EnsaioError `option-invalid`
 */
export function manualClock(options: ManualClockOptions = {}): ManualClock {
  checkOptions(options, CHECKS);
  const { startsAt, timers, idleTurns = 1_000, maxSteps = 100_000 } = options;
  if (timers && startsAt !== undefined) {
    throw new EnsaioError('option-invalid', 'startsAt has no meaning with `timers`.', {
      hint: 'Set the time of the timers instead: vi.setSystemTime(date) or vi.useFakeTimers({ now: date }).',
    });
  }
  const motion = timers
    ? new RunnerTime(timers)
    : new OwnTime(Number(startsAt ?? STARTS_AT), maxSteps);
  return new MovedClock(motion, { idleTurns, maxSteps });
}
