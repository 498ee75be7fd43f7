/** A clock on which nobody waits: what sleeps on it wakes at once and in order, and the time is counted. */
import { letWork, systemClock, type Clock } from './clock.ts';
import { Sleepers } from './sleepers.ts';

export interface SkippingClock extends Clock {
  /** Milliseconds that were slept through. Real time that passed meanwhile is not counted. */
  readonly skippedMs: number;
}

/**
 * A clock for a run that nobody moves by hand. `now()` goes on in real time as well, so that waits on other timers show
 * between two requests; `skippedMs` is the same in every run.
 */
export function skippingClock(): SkippingClock {
  const sleepers = new Sleepers();
  let skippedMs = 0;
  let isMoving = false;

  async function move(): Promise<void> {
    if (isMoving) return;
    isMoving = true;
    while (sleepers.size > 0) {
      // Whoever was woken has its turn first: it may be the next to sleep.
      await letWork();
      if (sleepers.nextDueAt < Infinity) skippedMs = sleepers.nextDueAt;
      sleepers.wakeNext();
    }
    isMoving = false;
  }

  return {
    get skippedMs() {
      return skippedMs;
    },
    now: () => systemClock.now() + skippedMs,
    sleep: (ms, signal) => {
      const slept = sleepers.sleep(skippedMs + ms, signal);
      void move();
      return slept;
    },
  };
}
