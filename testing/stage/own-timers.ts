/** The global timers, as long as runs are under way: what a run sets goes by its clock, all else as before. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { getCallSites, promisify } from 'node:util';
import { RunTimer } from './run-timer.ts';
import { stageHere } from './stage.ts';

type Callback = (...args: unknown[]) => unknown;
type Setter = (callback: Callback, ms?: number, ...args: unknown[]) => unknown;
type Clearer = (timer: unknown) => void;
interface Timers {
  setTimeout: Setter;
  setInterval: Setter;
  clearTimeout: Clearer;
  clearInterval: Clearer;
}

const world = globalThis as unknown as Timers;

/**
 * Whether a timer is one that `fetch` sets for itself: there is one for all its connections, and on the clock of a run it
 * would tick there all the time, and for nobody else when the run is over.
 */
function isOfFetch(callback: Callback): boolean {
  // To look at the stack takes longer than all else that is done for a timer.
  if (callback.name !== 'onTick') return false;
  const [, , caller] = getCallSites(3);
  return /[/\\]undici[/\\]/.test(caller?.scriptName ?? '');
}

function setterOf(real: Setter, repeats: boolean): Setter {
  return (callback, ms, ...args) => {
    const stage = stageHere();
    if (!stage || typeof callback !== 'function' || isOfFetch(callback))
      return real(callback, ms, ...args);
    const call = AsyncLocalStorage.bind(() => {
      if (!repeats) stage.timers.delete(timer);
      try {
        callback(...args);
      } catch (error) {
        stage.strays.push(error);
      }
    });
    const timer = new RunTimer(stage.clock, call, ms, repeats);
    stage.timers.add(timer);
    return timer;
  };
}

function clearerOf(real: Clearer): Clearer {
  return (timer) => {
    if (!(timer instanceof RunTimer)) return real(timer);
    timer.close();
    stageHere()?.timers.delete(timer);
  };
}

/** What `promisify` makes of `setTimeout`. */
function sleepOf(set: Setter) {
  return (ms?: number, value?: unknown): Promise<unknown> =>
    new Promise((resolve) => void set(resolve, ms, value));
}

let users = 0;
let before: Timers | undefined;

function install(): void {
  const { setTimeout, setInterval, clearTimeout, clearInterval } = world;
  before = { setTimeout, setInterval, clearTimeout, clearInterval };
  const ownTimeout = setterOf(setTimeout, false);
  Object.defineProperty(ownTimeout, promisify.custom, { value: sleepOf(ownTimeout) });
  Object.assign(world, {
    setTimeout: ownTimeout,
    setInterval: setterOf(setInterval, true),
    clearTimeout: clearerOf(clearTimeout),
    clearInterval: clearerOf(clearInterval),
  });
}

/**
 * Gives runs their own timers until the function it returns is called. Timers that a test runner has faked are left to
 * it.
 */
export function ownTimers(): () => void {
  if (users === 0 && !('clock' in world.setTimeout)) install();
  users += 1;
  return () => {
    users -= 1;
    if (users > 0 || !before) return;
    Object.assign(world, before);
    before = undefined;
  };
}
