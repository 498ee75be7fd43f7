/** What `--watch` needs of the process: runs in processes of their own, what they read, and folders that are watched. */
import { fork } from 'node:child_process';
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ChildRun, Stop } from './io.ts';

/** Set by Node itself for what runs under `node --watch`: it makes a process tell of each module that it loads. */
const TELL_MODULES = 'WATCH_REPORT_DEPENDENCIES';

/** Whether somebody wants to know what this process reads. */
export const isWatched: boolean =
  process.env[TELL_MODULES] !== undefined && process.send !== undefined;

/** Tells of a file as Node tells of a module. */
export function tellRead(file: string): void {
  const message: WatchMessage = { 'watch:require': [file] };
  if (process.connected) process.send?.(message);
}

/** What Node tells then. */
interface WatchMessage {
  /** URLs; those of Node's own modules are names. */
  readonly 'watch:import'?: readonly string[];
  readonly 'watch:require'?: readonly (string | null)[];
}

function filesIn({
  'watch:import': urls = [],
  'watch:require': paths = [],
}: WatchMessage): string[] {
  const imported = urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
  return [...imported, ...paths.filter((path) => path !== null)];
}

/** How long a run may take to end before it is ended. */
const GRACE_MS = 1000;

export function startRun(argv: readonly string[], onRead: (file: string) => void): ChildRun {
  const child = fork(process.argv[1]!, argv, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [TELL_MODULES]: '1' },
  });
  child.on('message', (message) => {
    for (const file of filesIn(Object(message) as WatchMessage)) onRead(file);
  });
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  // Not at its exit: what it has read last may be told after that.
  child.once('close', () => resolve());
  return {
    ended,
    stop() {
      child.kill();
      const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      void ended.then(() => clearTimeout(timer));
    },
  };
}

export function watchFolder(
  folder: string,
  callback: (name: string, isListed: boolean) => void,
): Stop {
  try {
    const watcher = watch(folder, (event, name) => {
      if (name !== null) callback(name, event === 'rename');
    });
    // A folder that goes away has nothing more to tell.
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
}
