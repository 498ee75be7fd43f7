/** The time of a test runner, which all global timers keep while they are faked. */
import { letWork, systemClock, type Clock } from './clock.ts';
import type { Motion } from './motion.ts';

/** The fake timers of a test runner, as Vitest's `vi` and Jest's `jest` have them. */
export interface FakeTimers {
  advanceTimersByTimeAsync(ms: number): Promise<unknown>;
  advanceTimersToNextTimerAsync(): Promise<unknown>;
  getTimerCount(): number;
}

export class RunnerTime implements Motion {
  readonly hint =
    'No timer is set that would wake it. Call `useFakeTimers()` before the work begins, abort a turn that is meant to hang, or raise `idleTurns` when it waits on something real and slow.';
  readonly now: Clock['now'] = systemClock.now;
  readonly sleep: Clock['sleep'] = systemClock.sleep;
  readonly #timers: FakeTimers;

  constructor(timers: FakeTimers) {
    this.#timers = timers;
  }

  get pending(): number {
    return this.#timers.getTimerCount();
  }

  get canStep(): boolean {
    return this.pending > 0;
  }

  step(): Promise<unknown> {
    return this.#timers.advanceTimersToNextTimerAsync();
  }

  async pass(ms: number): Promise<void> {
    await letWork();
    await this.#timers.advanceTimersByTimeAsync(ms);
    await letWork();
  }
}
