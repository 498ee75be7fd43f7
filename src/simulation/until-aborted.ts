/** Waits for someone else's promise, or for what never comes, without being held up by it after an abort. */
import type { Clock } from './clock.ts';

/** `value`, or the signal's reason if it is aborted first. What `value` comes to after that is nobody's business. */
export async function untilAborted<Value>(
  value: Value | Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return value;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
  try {
    return await Promise.race([value, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Waits for what never comes; rejects with the signal's reason. */
export function forever(clock: Clock, signal: AbortSignal | undefined): Promise<never> {
  return clock.never?.(signal) ?? untilAborted(new Promise<never>(() => undefined), signal);
}
