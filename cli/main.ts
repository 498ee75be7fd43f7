#!/usr/bin/env node
/** Where the `ensaio` command starts: the process on one side, `main` on the other. */
import { writeSync } from 'node:fs';
import { main } from './ensaio.ts';
import { EXIT } from './exit-code.ts';

const { stdout, stderr, env, versions } = process;

/** As `engines` in package.json. */
const OLDEST = [22, 12] as const;

const [major = 0, minor = 0] = versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  writeSync(
    stderr.fd,
    `ensaio needs Node ${OLDEST.join('.')} or newer, and this is ${versions.node}.\n`,
  );
  process.exit(EXIT.wrong);
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

// Node ends by itself when an app module waits for what never happens, and an app may end it.
process.exitCode = EXIT.wrong;
let isOver = false;
process.on('exit', () => {
  if (isOver) return;
  process.exitCode = EXIT.wrong;
  writeSync(
    stderr.fd,
    'The process ended before the run was over: does the app call process.exit()?\n',
  );
});

const code = await main(process.argv.slice(2), {
  stdout,
  stderr,
  cwd: process.cwd(),
  env,
  whenIdle: (callback) => {
    // Node looks for what is left to do only once unless something is: the immediate makes it look again.
    const wake = (): void => void setImmediate(callback);
    process.once('beforeExit', wake);
    return () => process.off('beforeExit', wake);
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
  onStray: (callback) => {
    process.on('uncaughtException', callback);
    return () => process.off('uncaughtException', callback);
  },
});
isOver = true;
// An app may have left a server or a timer behind. What was written is out when this is.
stdout.write('', () => process.exit(code));
