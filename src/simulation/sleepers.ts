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

  /** Adds one that is called when it is woken; what comes back takes it away again. */
  add(dueAt: number, wake: () => void): () => void {
    const sleeper = { dueAt, wake };
    const before = this.#all.findLastIndex((other) => other.dueAt <= dueAt);
    this.#all.splice(before + 1, 0, sleeper);
    return () => {
      const at = this.#all.indexOf(sleeper);
      if (at !== -1) this.#all.splice(at, 1);
    };
  }

  /** Resolves when it is woken; rejects with the signal's reason when it is aborted first. */
  sleep(dueAt: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = (): void => {
        remove();
        reject(signal!.reason as Error);
      };
      const remove = this.add(dueAt, () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      });
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  /** Wakes the first one. */
  wakeNext(): void {
    this.#all.shift()?.wake();
  }
}
