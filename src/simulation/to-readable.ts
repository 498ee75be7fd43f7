/** Chunks as a `ReadableStream` of the web. */
import type { Wait } from './answer.ts';

/** The next chunk once its time has come; undefined at the end. */
async function nextOf(chunks: Iterator<Uint8Array | Wait, void>): Promise<Uint8Array | undefined> {
  for (;;) {
    const { value, done } = chunks.next();
    if (done === true) return undefined;
    if (value instanceof Uint8Array) return value;
    // One wait comes after another.
    // oxlint-disable-next-line no-await-in-loop
    await value.until();
  }
}

/**
 * Gives out chunks as they are asked for, so that a slow reader slows the answer down. `begin` is told of a reader that
 * leaves, or of a `signal` that is aborted.
 */
export function toReadable(
  begin: (left: AbortSignal) => Generator<Uint8Array | Wait, void>,
  signal?: AbortSignal,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  // The reader may leave without the caller's signal; either way whatever waits is woken and nothing is left running.
  const left = new AbortController();
  const chunks = begin(left.signal);
  let abort: (() => void) | undefined;

  function forget(): void {
    if (abort) signal?.removeEventListener('abort', abort);
  }

  function leave(reason?: unknown): void {
    forget();
    left.abort(reason);
    chunks.return();
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (!signal) return;
        abort = () => {
          leave(signal.reason);
          controller.error(signal.reason);
        };
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort, { once: true });
      },
      async pull(controller) {
        try {
          const chunk = await nextOf(chunks);
          if (left.signal.aborted) return;
          if (chunk) return controller.enqueue(chunk);
          forget();
          controller.close();
        } catch (error) {
          forget();
          chunks.return();
          if (!left.signal.aborted) controller.error(error);
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
  return stream as ReadableStream<Uint8Array<ArrayBuffer>>;
}
