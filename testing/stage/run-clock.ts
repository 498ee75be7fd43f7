/** The time of one run: nobody waits on it, and what it counts is the same in every run. */
import { systemClock } from '../../src/simulation/clock.ts';
import type { SkippingClock } from '../../src/simulation/skipping-clock.ts';
import { Sleepers } from '../../src/simulation/sleepers.ts';
import { untilAborted } from '../../src/simulation/until-aborted.ts';

/**
 * A clock that somebody else moves on, when nothing can happen otherwise. `now()` goes on in real time as well, so that
 * waits on other timers show between two requests.
 */
export class RunClock implements SkippingClock {
  /** What the simulation and nobody else waits for. */
  readonly #simulated = new Sleepers();
  readonly #timers = new Sleepers();
  #skippedMs = 0;
  #beats = 0;
  #stuck = 0;

  get skippedMs(): number {
    return this.#skippedMs;
  }

  /** Grows whenever somebody goes to sleep, or need not sleep any more. */
  get beats(): number {
    return this.#beats;
  }

  /** Milliseconds until the next one wakes; `Infinity` when nobody will. */
  get nextDueIn(): number {
    return Math.min(this.#simulated.nextDueAt, this.#timers.nextDueAt) - this.#skippedMs;
  }

  /** Whether the simulation wakes next, and no timer of the app. */
  get isSimulationNext(): boolean {
    return this.#simulated.nextDueAt <= this.#timers.nextDueAt;
  }

  /** How many requests the simulation lets wait. */
  get held(): number {
    return this.#simulated.size + this.#stuck;
  }

  /** Whether the simulation is waited for and never goes on: a turn that does not come, a stream that fell silent. */
  get isStuck(): boolean {
    return this.#stuck > 0;
  }

  now(): number {
    return systemClock.now() + this.#skippedMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.#beats += 1;
    return this.#simulated.sleep(this.#skippedMs + Math.max(0, ms), signal);
  }

  async never(signal?: AbortSignal): Promise<never> {
    this.#beats += 1;
    this.#stuck += 1;
    try {
      return await untilAborted(new Promise<never>(() => undefined), signal);
    } finally {
      this.#beats += 1;
      this.#stuck -= 1;
    }
  }

  /** Calls back when `ms` have passed; what comes back calls it off. */
  after(ms: number, callback: () => void): () => void {
    this.#beats += 1;
    const remove = this.#timers.add(this.#skippedMs + ms, callback);
    return () => {
      this.#beats += 1;
      remove();
    };
  }

  /** Sleeps as a timer does, that nobody has to stop. */
  pause(ms: number, signal?: AbortSignal): Promise<void> {
    this.#beats += 1;
    return this.#timers.sleep(this.#skippedMs + ms, signal);
  }

  /** Moves on to whoever wakes next. */
  step(): void {
    this.#beats += 1;
    const sleepers = this.isSimulationNext ? this.#simulated : this.#timers;
    this.#skippedMs = Math.max(this.#skippedMs, sleepers.nextDueAt);
    sleepers.wakeNext();
  }
}
