/** A command that goes on until it is stopped, from where it has said how to reach it. */
import { onTestFinished } from 'vitest';
import { ensaio, type Captured } from './capture.ts';

export interface Ongoing {
  /** Empty when it printed none. */
  readonly url: string;
  /** What it printed first; of one that ended with a mistake, what that was. */
  readonly printed: string;
  /** Asks it to end, and what it ended with. */
  stop(): Promise<Captured>;
}

/** Runs `ensaio` with these arguments in the folder `cwd`, at the most until the end of the test. */
export async function ongoing(argv: readonly string[], cwd: string): Promise<Ongoing> {
  let stop = (): void => undefined;
  const { promise: greeted, resolve: greet } = Promise.withResolvers<string>();
  const ended = ensaio(argv, cwd, {
    onStop: (callback) => {
      stop = callback;
      return () => undefined;
    },
    onWrite: greet,
  });
  const end = (): Promise<Captured> => {
    stop();
    return ended;
  };
  onTestFinished(async () => void (await end()));
  const printed = await Promise.race([greeted, ended.then(({ stderr }) => stderr)]);
  return { url: /ANTHROPIC_BASE_URL=(\S+)/.exec(printed)?.[1] ?? '', printed, stop: end };
}
