/** The only place where time passes: everything that waits or asks the hour does it through a clock. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Never resolves; rejects with the signal's reason when it is aborted. Default: no clock counts who waits so. */
  never?(signal?: AbortSignal): Promise<never>;
}

/** The longest wait a timer can be set to, about 24.8 days; it fires at once when told to wait longer. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** The machine's own clock, or the one that a test runner's fake timers put in its place. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal!.reason as Error);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        },
        Math.min(ms, LONGEST_WAIT_MS),
      );
      signal?.addEventListener('abort', stop, { once: true });
    }),
};

type Defer = (resolve: () => void, ms?: number) => unknown;

/** Undefined where there is none, and for one that was faked before this file was read: it would never fire. */
function real(timer: Defer | undefined): Defer | undefined {
  return timer && !('clock' in timer) ? timer : undefined;
}

// Taken now: fake timers that are set up later do not hold these up. Browsers have no setImmediate.
const immediate = real(globalThis.setImmediate as Defer | undefined);
const timeout = real(globalThis.setTimeout);

function throughChannel(resolve: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    port1.close();
    resolve();
  });
  port1.start();
  port2.postMessage(undefined);
}

const defer =
  immediate ?? (typeof MessageChannel === 'undefined' ? globalThis.setTimeout : throughChannel);

/** Lets the event loop turn once, so that whatever can go on does; fake timers do not hold it up. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    defer(resolve);
  });
}

/**
 * How often the event loop turns before the next sleeper wakes. Work in the process needs one turn to get to where it
 * waits next, work over a loopback socket three or four.
 */
const TURNS = 10;

/** Lets whatever was woken do its work, or as much of it as is needed to be `done`. */
export async function letWork(done: () => boolean = () => false): Promise<void> {
  for (let turn = 0; turn < TURNS && !done(); turn++) await nextTurn();
}

/** Lets a millisecond of real time pass, which no fake timer counts. */
export function realPause(): Promise<void> {
  return timeout ? new Promise((resolve) => timeout(resolve, 1)) : nextTurn();
}
