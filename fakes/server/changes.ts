/** Tells whoever listens which runs have changed, as server-sent events. */
import type { Wait } from '../../src/simulation/answer.ts';

const encoder = new TextEncoder();

function changeEvent(runs: Iterable<string>): Uint8Array {
  return encoder.encode(`event: change\ndata: ${JSON.stringify({ runs: [...runs] })}\n\n`);
}

export class Changes {
  readonly #listeners = new Set<(runs: readonly string[]) => void>();

  /** Something happened in these runs: a request, its end, a reset. No run means that the scripts changed. */
  tell(...runs: readonly string[]): void {
    for (const listener of this.#listeners) listener(runs);
  }

  /**
   * The changes from when it is first read, `first` in front, until `end`. What a slow reader has not taken is joined
   * into one event, so nothing piles up.
   */
  *stream(first: () => Iterable<string>, end: AbortSignal): Generator<Uint8Array | Wait, void> {
    const changed = new Set(first());
    let isDue = true;
    let wake: () => void = () => undefined;
    const wakeUp = (): void => wake();
    const listener = (runs: readonly string[]): void => {
      for (const run of runs) changed.add(run);
      isDue = true;
      wake();
    };
    this.#listeners.add(listener);
    end.addEventListener('abort', wakeUp, { once: true });
    try {
      while (!end.aborted) {
        if (isDue) {
          isDue = false;
          const event = changeEvent(changed);
          changed.clear();
          yield event;
        } else {
          yield {
            until: () =>
              new Promise<void>((resolve) => {
                wake = resolve;
              }),
          };
        }
      }
    } finally {
      this.#listeners.delete(listener);
      end.removeEventListener('abort', wakeUp);
    }
  }
}
