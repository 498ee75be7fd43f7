/** The process that the command runs in, as the command needs it. */
import { writeSync } from 'node:fs';
import type { IO, Output, OutputName, Stop } from './io.ts';
import { isWatched, startRun, tellRead, watchFolder } from './process-watching.ts';

const { stdin, stdout, stderr, env } = process;

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** What waits for the process to run out of things to do. */
const idlers = new Set<() => void>();

process.on('beforeExit', () => {
  const waiting = [...idlers];
  if (waiting.length === 0) return;
  // Node looks for what is left to do only once unless something is: the immediate makes it look again.
  setImmediate(() => {
    for (const callback of waiting) if (idlers.delete(callback)) callback();
  });
});

type Write = NodeJS.WriteStream['write'];

/** Puts a callback in the place of writing, as it is called by anybody but the command. */
function divert(
  stream: NodeJS.WriteStream,
  output: OutputName,
  callback: (text: string, output: OutputName) => void,
): Stop {
  const own = stream.write;
  stream.write = ((
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | ((error?: Error | null) => void),
    done?: (error?: Error | null) => void,
  ) => {
    callback(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString(), output);
    const written = typeof encoding === 'function' ? encoding : done;
    if (written) process.nextTick(written);
    return true;
  }) as Write;
  return () => void (stream.write = own);
}

/** The output that the command itself writes to, also while that of others is diverted. */
function outputOf(stream: NodeJS.WriteStream): Output {
  const write = stream.write.bind(stream);
  return {
    write: (text) => write(text),
    isTTY: stream.isTTY,
    get columns() {
      return stream.columns;
    },
  };
}

/** Keys one by one, as they are pressed. */
function onKey(callback: (key: string) => void): Stop {
  const listen = (data: Buffer): void => callback(data.toString());
  stdin.setRawMode(true).on('data', listen);
  return () => {
    stdin.setRawMode(false).off('data', listen).pause();
  };
}

/** Calls back on these events of the process. */
function on(event: string, callback: (...values: never[]) => void): Stop {
  process.on(event, callback as () => void);
  return () => process.off(event, callback as () => void);
}

export const processIO: IO = {
  stdout: outputOf(stdout),
  stderr: outputOf(stderr),
  cwd: process.cwd(),
  env,
  now: () => performance.now(),
  whenIdle: (callback) => {
    idlers.add(callback);
    return () => idlers.delete(callback);
  },
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms).unref();
    return () => clearTimeout(timer);
  },
  onStop: (callback) => {
    // Once: who asks again does not want to wait.
    for (const signal of STOP_SIGNALS) process.once(signal, callback);
    return () => {
      for (const signal of STOP_SIGNALS) process.off(signal, callback);
    };
  },
  onStray: (callback) => on('uncaughtException', callback),
  onPrint: (callback) => {
    const stops = [divert(stdout, 'stdout', callback), divert(stderr, 'stderr', callback)];
    return () => {
      for (const stop of stops) stop();
    };
  },
  onEarlyExit: (callback) => on('exit', () => void writeSync(stderr.fd, callback())),
  ...(stdin.isTTY ? { onKey } : {}),
  ...(isWatched ? { onRead: tellRead } : {}),
  watching: { watchFolder, startRun },
};
