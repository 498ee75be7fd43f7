/** The command as a process. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Captured } from './capture.ts';

export const MAIN: string = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

/** Node as it was before it ran TypeScript by itself needs to be told. */
export const FLAGS: readonly string[] = ['--experimental-strip-types', '--no-warnings'];

/** Runs `ensaio` with these arguments in the folder `cwd`; `flags` go to Node. */
export function ensaioProcess(
  argv: readonly string[],
  cwd: string,
  flags: readonly string[] = [],
): Promise<Captured> {
  const args = [...FLAGS, ...flags, MAIN, ...argv];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}
