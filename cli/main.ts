#!/usr/bin/env node
/** Where the `ensaio` command starts: the process on one side, `main` on the other. */
import { writeSync } from 'node:fs';
import { main } from './ensaio.ts';
import { EXIT } from './exit-code.ts';
import { processIO } from './process-io.ts';

/** As `engines` in package.json. */
const OLDEST = [22, 12] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  const words = `ensaio needs Node ${OLDEST.join('.')} or newer, and this is ${process.versions.node}.\n`;
  writeSync(process.stderr.fd, words);
  process.exit(EXIT.wrong);
}

// Node ends by itself when an app module waits for what never happens, and an app may end it.
process.exitCode = EXIT.wrong;
let isOver = false;
process.on('exit', () => {
  if (isOver) return;
  process.exitCode = EXIT.wrong;
  writeSync(
    process.stderr.fd,
    'The process ended before the run was over: does the app call process.exit()?\n',
  );
});

const code = await main(process.argv.slice(2), processIO);
isOver = true;
// An app may have left a server or a timer behind. What was written is out when this is.
process.stdout.write('', () => process.exit(code));
