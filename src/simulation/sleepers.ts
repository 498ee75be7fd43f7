/** Whoever sleeps on a clock that does not go by itself. */

interface Sleeper {
  readonly dueAt: number;
  wake(): void;
}

/** Sleepers in the order in which they wake: by due time, then by asking. */
export class Sleepers {
  readonly #all: Sleeper[] = [];

  get size(): number {
    return this.#all.length;
  }

  /** When the first one wakes; never when there is none. */
  get nextDueAt(): number {
    return this.#all[0]?.dueAt ?? Infinity;
  }

  /** Resolves when it is woken; rejects with the signal's reason when it is aborted first. */
  sleep(dueAt: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = (): void => {
        this.#all.splice(this.#all.indexOf(sleeper), 1);
        reject(signal!.reason as Error);
      };
      const sleeper = {
        dueAt,
        wake: (): void => {
          signal?.removeEventListener('abort', stop);
          resolve();
        },
      };
      const before = this.#all.findLastIndex((other) => other.dueAt <= dueAt);
      this.#all.splice(before + 1, 0, sleeper);
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  /** Wakes the first one. */
  wakeNext(): void {
    this.#all.shift()?.wake();
  }
}
