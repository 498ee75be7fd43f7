/** A clock that stands still until it is moved, by so much or until some work is done. */
import type { EnsaioError } from '../error.ts';
import { letWork, realPause, type Clock } from './clock.ts';
import { endless, notMilliseconds, stuck } from './clock-errors.ts';
import type { Motion } from './motion.ts';

/** A clock that stands still until it is moved. */
export interface ManualClock extends Clock {
  /** How many sleep; with `timers`, how many of those are set. */
  readonly pending: number;
  /**
   * Moves on by `ms`, from sleeper to sleeper in order of time; what each one wakes does its work before the next wakes.
   * `advance(0)` wakes what is due and lets everything else do its work.
   * @throws EnsaioError `option-invalid` for what is no time, `clock-stuck` after `maxSteps`
   */
  advance(ms: number): Promise<void>;
  /**
   * Moves on from sleeper to sleeper until `work` settles, and gives its outcome: nobody has to know how long it takes.
   * @example const answer = await clock.run(client.messages.create(params));
   * @throws EnsaioError `clock-stuck` when the work waits for nothing that this clock moves, or never ends
   */
  run<T>(work: PromiseLike<T> | (() => PromiseLike<T>)): Promise<T>;
}

interface Limits {
  readonly idleTurns: number;
  readonly maxSteps: number;
}

export class MovedClock implements ManualClock {
  readonly #motion: Motion;
  readonly #limits: Limits;
  /** Ends when the move before the next one has ended. */
  #moved: Promise<unknown> = Promise.resolve();
  /** How many moves are asked for by name: `run` leaves them the time. */
  #advances = 0;

  constructor(motion: Motion, limits: Limits) {
    this.#motion = motion;
    this.#limits = limits;
  }

  now(): number {
    return this.#motion.now();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#motion.sleep(ms, signal);
  }

  get pending(): number {
    return this.#motion.pending;
  }

  async advance(ms: number): Promise<void> {
    if (!Number.isFinite(ms) || ms < 0) throw notMilliseconds('advance', ms);
    this.#advances += 1;
    await this.#alone(() => this.#motion.pass(ms)).finally(() => (this.#advances -= 1));
  }

  async run<T>(work: PromiseLike<T> | (() => PromiseLike<T>)): Promise<T> {
    const { idleTurns, maxSteps } = this.#limits;
    const startedAt = this.now();
    let settled = false;
    const settle = (): void => {
      settled = true;
    };
    const outcome = (async () => (typeof work === 'function' ? work() : work))();
    outcome.then(settle, settle);
    let idle = 0;
    let steps = 0;
    const goOn = async (): Promise<boolean> => {
      await letWork(() => settled);
      if (settled) return false;
      if (this.#advances > 0) return true;
      if (this.#motion.canStep) {
        if (steps++ === maxSteps) throw endless('run', maxSteps);
        idle = 0;
        await this.#motion.step();
      } else {
        if (idle++ === idleTurns) throw this.#hanging(this.now() - startedAt);
        await realPause();
      }
      return true;
    };
    for (let goesOn = true; goesOn;) goesOn = await this.#alone(goOn);
    return outcome;
  }

  /** One move at a time, so that each sleeper has its turn also when two moves are under way. */
  async #alone<Result>(move: () => Promise<Result>): Promise<Result> {
    const moved = this.#moved.then(move);
    this.#moved = moved.catch(() => undefined);
    return moved;
  }

  #hanging(passedMs: number): EnsaioError {
    const { idleTurns } = this.#limits;
    return stuck(
      `run: the work has not settled, and nothing sleeps: ${passedMs} ms have passed on the clock, then ${idleTurns} turns in which nobody asked it to wait.`,
      this.#motion.hint,
      { idleTurns, passedMs },
    );
  }
}
