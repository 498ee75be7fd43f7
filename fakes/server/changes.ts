/** Tells whoever listens which runs have changed, as server-sent events. */

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
   * The changes from now on, `first` in front, until `end`. What a slow reader has not taken is joined into one event,
   * so nothing piles up.
   */
  stream(first: readonly string[], end: AbortSignal): ReadableStream<Uint8Array> {
    const changed = new Set(first);
    let isDue = true;
    let wake: () => void = () => undefined;
    const listener = (runs: readonly string[]): void => {
      for (const run of runs) changed.add(run);
      isDue = true;
      wake();
    };
    const stop = (): void => {
      this.#listeners.delete(listener);
      end.removeEventListener('abort', stop);
      wake();
    };
    this.#listeners.add(listener);
    end.addEventListener('abort', stop, { once: true });
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { promise, resolve } = Promise.withResolvers<void>();
          wake = resolve;
          if (!isDue && !end.aborted) await promise;
          if (end.aborted) return controller.close();
          if (!isDue) return;
          isDue = false;
          controller.enqueue(changeEvent(changed));
          changed.clear();
        },
        cancel: stop,
      },
      { highWaterMark: 0 },
    );
  }
}
