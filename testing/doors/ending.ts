/** A `fetch` that comes to an end: what an app leaves behind it ends too, and nothing new begins. */

export interface EndingFetch {
  readonly fetch: typeof globalThis.fetch;
  end(): void;
}

/** The same `fetch` until `end()`; from then on it is a broken connection, also in mid-stream. */
export function ending(fetch: typeof globalThis.fetch): EndingFetch {
  const over = new AbortController();
  return {
    fetch: (input, init) => {
      const signal = init?.signal ?? over.signal;
      return fetch(input, { ...init, signal: AbortSignal.any([signal, over.signal]) });
    },
    end: () => over.abort(new TypeError('fetch failed', { cause: 'The run is over.' })),
  };
}
