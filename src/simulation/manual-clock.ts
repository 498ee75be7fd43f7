/** A clock that a test moves: whatever waits on it waits only as long as the test wants. */
import { EnsaioError } from '../error.ts';
import { show } from '../show.ts';
import { checkOptions, type OptionCheck } from '../check-options.ts';
import { letWork, realPause, systemClock, type Clock } from './clock.ts';
import { Sleepers } from './sleepers.ts';

/** The fake timers of a test runner, as Vitest's `vi` and Jest's `jest` have them. */
export interface FakeTimers {
  advanceTimersByTimeAsync(ms: number): Promise<unknown>;
  advanceTimersToNextTimerAsync(): Promise<unknown>;
  getTimerCount(): number;
}

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

/** What a clock is moved by: sleepers of its own, or the timers of a test runner. */
interface Motion extends Clock {
  readonly pending: number;
  /** What to do about work that waits for something else. */
  readonly hint: string;
  /** Whether somebody wakes when time goes on. */
  readonly canStep: boolean;
  /** Moves on to the next sleeper and wakes it. */
  step(): unknown;
  /** Moves on by `ms`, with a turn for whatever each sleeper wakes. */
  pass(ms: number): Promise<void>;
}

function stuck(what: string, hint: string, details: Record<string, number>): EnsaioError {
  return new EnsaioError('clock-stuck', what, { hint, details });
}

function endless(name: string, maxSteps: number): EnsaioError {
  return stuck(
    `${name}: ${maxSteps} sleepers were woken, and there are still more.`,
    'Something on the clock never ends, such as an interval or a retry without a limit: end it, or raise `maxSteps`.',
    { maxSteps },
  );
}

/** Time of its own, which nobody else reads. */
class OwnTime implements Motion {
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

/** The time of a test runner, which all global timers keep while they are faked. */
class RunnerTime implements Motion {
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

interface Limits {
  readonly idleTurns: number;
  readonly maxSteps: number;
}

class MovedClock implements ManualClock {
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

function notMilliseconds(name: string, received: unknown): EnsaioError {
  return new EnsaioError(
    'option-invalid',
    `${name} takes milliseconds from 0, received ${show(received)}.`,
    { details: { received } },
  );
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
