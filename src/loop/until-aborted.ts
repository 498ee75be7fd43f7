/** Abort ends the loop at once, even while a tool that knows nothing of signals is still at work. */

/**
 * Waits for work, or rejects with the signal's reason the moment it aborts.
 *
 * The work is not started under an aborted signal. What it does after an abort, a rejection included,
 * is nobody's concern any more, and no listener stays on the signal.
 */
export async function untilAborted<Value>(
  signal: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    // It listens before the work starts, so an abort is seen here before the work can react to it.
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}
