/** Rejections that nobody handled. */

/** What was left unhandled while `run` was at work and a moment after. Vitest hears nothing of it. */
export async function unhandledIn(run: () => Promise<unknown>): Promise<unknown[]> {
  const others = process.listeners('unhandledRejection');
  const unhandled: unknown[] = [];
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => void unhandled.push(reason));
  try {
    await run();
    // Node tells of them behind the microtasks of the turn in which they were left.
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    return unhandled;
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const other of others) process.on('unhandledRejection', other);
  }
}
