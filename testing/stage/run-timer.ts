/** A timer on the clock of a run, in the shape of Node's. */
import type { RunClock } from './run-clock.ts';

/** What Node's timers take for a moment: anything else is one millisecond. */
function toMs(ms: unknown): number {
  const number = Number(ms);
  return number >= 1 && number < 2 ** 31 ? number : 1;
}

let made = 0;

export class RunTimer implements NodeJS.Timeout {
  readonly #clock: RunClock;
  readonly #ms: number;
  readonly #fire: () => void;
  readonly #id: number = ++made;
  #stop: (() => void) | undefined;
  #holds = true;

  /** One that `repeats` is set again before each time it fires. */
  constructor(clock: RunClock, fire: () => void, ms: unknown, repeats: boolean) {
    this.#clock = clock;
    this.#ms = toMs(ms);
    this.#fire = () => {
      this.#stop = undefined;
      if (repeats) this.#set();
      fire();
    };
    this.#set();
  }

  /** Whether it is still to fire, and its owner did not say that nobody need wait for it. */
  get isLeft(): boolean {
    return this.#holds && this.#stop !== undefined;
  }

  /** What was asked for, in milliseconds. */
  get ms(): number {
    return this.#ms;
  }

  #set(): void {
    this.#stop = this.#clock.after(this.#ms, this.#fire);
  }

  close(): this {
    this.#stop?.();
    this.#stop = undefined;
    return this;
  }

  refresh(): this {
    this.#stop?.();
    this.#set();
    return this;
  }

  ref(): this {
    this.#holds = true;
    return this;
  }

  unref(): this {
    this.#holds = false;
    return this;
  }

  hasRef(): boolean {
    return this.#holds;
  }

  _onTimeout(): void {
    this.#fire();
  }

  [Symbol.toPrimitive](): number {
    return this.#id;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
