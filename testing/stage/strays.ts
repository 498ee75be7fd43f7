/** Errors that nobody caught: those of a run are kept with it, all others go where they went before. */
import { stageOfStray } from './stage.ts';

type Listener = (error: unknown, ...rest: unknown[]) => void;

const EVENTS = ['unhandledRejection', 'uncaughtException'] as const;

let users = 0;
let restore: (() => void)[] = [];

function takeOver(event: (typeof EVENTS)[number]): () => void {
  const others = process.listeners(event as 'uncaughtException') as Listener[];
  const own: Listener = (error, ...rest) => {
    const stage = stageOfStray();
    if (stage) stage.strays.push(error);
    else if (others.length > 0) for (const other of others) other.call(process, error, ...rest);
    else throw error;
  };
  process.removeAllListeners(event);
  process.on(event, own);
  return () => {
    process.off(event, own);
    for (const other of others) process.on(event, other);
  };
}

/** Keeps the stray errors of runs with them until the function it returns is called. */
export function ownStrays(): () => void {
  if (users === 0) restore = EVENTS.map(takeOver);
  users += 1;
  return () => {
    users -= 1;
    if (users === 0) for (const each of restore) each();
  };
}
