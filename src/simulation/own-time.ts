/** Time of a clock's own, which nobody else reads. */
import { letWork } from './clock.ts';
import { endless, notMilliseconds } from './clock-errors.ts';
import type { Motion } from './motion.ts';
import { Sleepers } from './sleepers.ts';

export class OwnTime implements Motion {
  readonly hint =
    'What it waits for is not on this clock. Give the clock to the simulation, abort a turn that is meant to hang, pass `timers: vi` when it waits on timers of its own, such as the backoff of the SDK, or raise `idleTurns` when it waits on something real and slow.';
  readonly #sleepers = new Sleepers();
  readonly #maxSteps: number;
  #now: number;

  constructor(startsAt: number, maxSteps: number) {
    this.#now = startsAt;
    this.#maxSteps = maxSteps;
  }

  now(): number {
    return this.#now;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (Number.isNaN(ms)) throw notMilliseconds('sleep', ms);
    return this.#sleepers.sleep(this.#now + Math.max(0, ms), signal);
  }

  get pending(): number {
    return this.#sleepers.size;
  }

  get canStep(): boolean {
    // Who sleeps for ever wakes only by an abort.
    return this.#sleepers.nextDueAt < Infinity;
  }

  step(): void {
    this.#now = this.#sleepers.nextDueAt;
    this.#sleepers.wakeNext();
  }

  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    await letWork();
    for (let steps = 0; this.canStep && this.#sleepers.nextDueAt <= until; steps++) {
      if (steps === this.#maxSteps) throw endless('advance', steps);
      this.step();
      await letWork();
    }
    this.#now = until;
  }
}
