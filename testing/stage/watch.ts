/** Moves the clock of a run when nothing else can happen, and says when nothing can happen at all. */
import { nextTurn, realPause, systemClock } from '../../src/simulation/clock.ts';
import type { Stage } from './stage.ts';

/** How often the event loop turns before it counts as quiet. Work over a loopback socket needs three or four. */
const QUIET_TURNS = 10;

/** How often time is moved on: a run that is never done with it is called off. */
const MOST_STEPS = 10_000;

/**
 * How long something outside of the run may take to go on, in pauses of a real millisecond: while the machine is busy with
 * something else they are longer, and fewer.
 */
const PATIENCE = 1000;

/** The same for what shows nowhere, such as compressing a file, before it counts as what never happens. */
const DOUBT = 100;

/** What is under way in the process besides turns of the event loop, by kind. */
function countResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    if (kind !== 'Immediate') counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

export interface Watched {
  readonly stage: Stage;
  /** Grows with everything that happens in the run, besides sleeping. */
  pulse(): number;
  isOver(): boolean;
  /** Whether it has asked for more than there is, over and over. */
  isEndless(): boolean;
  /** Whether a tool is at work that is not the kit's: nobody can see what it does. Default: none is. */
  isWorking?(): boolean;
  /** Whether the run waits for something that is meant never to happen, besides turns of the model. Default: it does not. */
  isHeld?(): boolean;
  /** Whether a request that the simulation lets wait has a socket in this process. Default: none has. */
  readonly hasSockets?: boolean;
  /** Real milliseconds that the run may take. */
  readonly timeLimitMs: number;
  /** Calls the run off; `isCut` when it is for real time alone, which is another in each run. */
  callOff(reason: unknown, isCut: boolean): void;
}

/** Watches a run until it is over or called off. */
export async function watch({
  stage,
  pulse,
  isOver,
  isEndless,
  isWorking = () => false,
  isHeld = () => false,
  hasSockets = false,
  timeLimitMs,
  callOff,
}: Watched): Promise<void> {
  const { clock } = stage;
  const startedAt = systemClock.now();
  let [quiet, paused, steps, seen] = [0, 0, 0, -1];
  const before = countResources();

  /** How many of a kind are no reason to wait: they were there before, or it is the simulation that lets them wait. */
  const idle = (kind: string): number =>
    (before.get(kind) ?? 0) + (hasSockets && kind === 'TCPSocketWrap' ? clock.held : 0);

  /** Whether something outside may still come to the run: a file, a socket, another timer. */
  const isBusy = (): boolean => [...countResources()].some(([kind, count]) => count > idle(kind));

  /** How many pauses the run may stand still before its own time goes on, or ends. */
  const patience = (dueIn: number): number => {
    if (isWorking() || isBusy()) return PATIENCE;
    return dueIn === Infinity && !clock.isStuck && !isHeld() ? DOUBT : 0;
  };

  /** An error that nobody caught is why it goes on no more. */
  const stop = (reason: string, isCut = false): void =>
    callOff(stage.strays[0] ?? new Error(reason), isCut);

  for (;;) {
    await nextTurn();
    if (isOver()) return;
    if (isEndless()) return stop('it asks again and again, and never ends');
    if (systemClock.now() - startedAt > timeLimitMs) {
      return stop(`it did not answer within ${timeLimitMs / 1000} seconds`, true);
    }
    const beats = clock.beats + pulse();
    if (beats !== seen) {
      [seen, quiet, paused] = [beats, 0, 0];
      continue;
    }
    quiet += 1;
    if (quiet < QUIET_TURNS) continue;
    if (stage.tellQuiet()) {
      quiet = 0;
      continue;
    }
    const dueIn = clock.nextDueIn;
    const isTimer = dueIn === Infinity || !clock.isSimulationNext;
    // Beside what is done outside, time passes as it does there.
    if (isTimer && paused < Math.min(patience(dueIn), dueIn)) {
      paused += 1;
      await realPause();
    } else if (dueIn === Infinity) {
      return stop('it waits for something that never happens');
    } else if (steps++ === MOST_STEPS) return stop('it waits again and again, and never ends');
    else clock.step();
  }
}
