/** Chunks as a `ReadableStream` of the web. */
import { toBytes } from './to-bytes.ts';
import type { Chunk } from './wire-form.ts';
import type { Wait } from './answer.ts';

type Controller = ReadableStreamDefaultController<Uint8Array>;

/**
 * Gives out chunks as they are asked for, so that a slow reader slows the answer down. `begin` is told of a reader that
 * leaves, or of a `signal` that is aborted, `onChunk` of each chunk.
 */
export function toReadable(
  begin: (left: AbortSignal) => Generator<Chunk | Wait, void>,
  signal?: AbortSignal,
  onChunk: () => void = () => undefined,
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

  function fail(controller: Controller, error: unknown): void {
    forget();
    chunks.return();
    if (!left.signal.aborted) controller.error(error);
  }

  /** What is there is given out without waiting for anything. */
  function give(controller: Controller): void | Promise<void> {
    try {
      const { value, done } = chunks.next();
      if (done === true) {
        forget();
        controller.close();
      } else if (typeof value === 'object' && 'until' in value) return giveAfter(value, controller);
      else {
        onChunk();
        controller.enqueue(toBytes(value));
      }
    } catch (error) {
      fail(controller, error);
    }
  }

  async function giveAfter(wait: Wait, controller: Controller): Promise<void> {
    try {
      await wait.until();
    } catch (error) {
      return fail(controller, error);
    }
    if (!left.signal.aborted) await give(controller);
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
      pull: give,
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
  return stream as ReadableStream<Uint8Array<ArrayBuffer>>;
}
