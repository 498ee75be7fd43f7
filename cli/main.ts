#!/usr/bin/env node
/** Where the `ensaio` command starts: the process on one side, `main` on the other. */
import { main } from './ensaio.ts';
import { EXIT } from './exit-code.ts';

const { stdout, stderr, env } = process;

// Node ends by itself when an app module waits for what never happens.
process.exitCode = EXIT.wrong;

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
});
// An app may have left a server or a timer behind. What was written is out when this is.
stdout.write('', () => process.exit(code));
