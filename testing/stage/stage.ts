/** Where a run takes place: a clock of its own, the timers set on it, and the errors that nobody caught. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { RunClock } from './run-clock.ts';
import type { RunTimer } from './run-timer.ts';

export class Stage {
  readonly clock: RunClock = new RunClock();
  /** The errors of promises that nobody waited for, and of callbacks. */
  readonly strays: unknown[] = [];
  readonly timers: Set<RunTimer> = new Set();
  #waiting: { readonly go: () => void; readonly isTime: () => boolean }[] = [];

  /** The timers that would keep a process from ending. */
  get leftTimers(): readonly RunTimer[] {
    return [...this.timers].filter(({ isLeft }) => isLeft);
  }

  /** Resolves when nothing goes on by itself any more, before time moves on, and `isTime` says so too. */
  quiet(isTime: () => boolean = () => true): Promise<void> {
    return new Promise((go) => this.#waiting.push({ go, isTime }));
  }

  /** Tells those who wait for it that it is quiet; whether there was anyone. */
  tellQuiet(): boolean {
    const told = this.#waiting.filter(({ isTime }) => isTime());
    this.#waiting = this.#waiting.filter((each) => !told.includes(each));
    for (const { go } of told) go();
    return told.length > 0;
  }
}

const current = new AsyncLocalStorage<Stage>();
const open = new Set<Stage>();

/** The stage that the running code belongs to; of errors whose origin is lost, the only one there is. */
export function stageHere(): Stage | undefined {
  return current.getStore();
}

/** The open stage that an error belongs to which nobody caught. */
export function stageOfStray(): Stage | undefined {
  const stage = current.getStore();
  if (stage && open.has(stage)) return stage;
  return open.size === 1 ? [...open][0] : undefined;
}

/** Runs `work` on a stage; everything that it starts belongs there. */
export async function onStage<Result>(stage: Stage, work: () => Promise<Result>): Promise<Result> {
  open.add(stage);
  try {
    return await current.run(stage, work);
  } finally {
    open.delete(stage);
  }
}
