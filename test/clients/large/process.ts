/** Runs programs: those that install a client, and the client itself. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { KEY } from '../rehearse.ts';

const start = promisify(execFile);

/** Where everything is put that an install or a build makes. */
export const BUILT: string = join(import.meta.dirname, 'node_modules', '.cache', 'built');

/** How a problem reads when a program is missing. */
export const NOT_THERE = 'is not there';

/** How a problem begins when what a program needs cannot be fetched. */
export const NOT_FETCHED = 'cannot be fetched';

/** A command with its arguments. */
export type Command = readonly [program: string, ...args: string[]];

/** Runs what installs a client, one after another. Returns why it could not, in a line, or undefined. */
export async function install(
  cwd: string,
  commands: readonly Command[],
): Promise<string | undefined> {
  mkdirSync(BUILT, { recursive: true });
  for (const [program, ...args] of commands) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await start(program, args, { cwd, maxBuffer: Infinity });
    } catch (error) {
      const { code, stderr } = error as { code: unknown; stderr?: string };
      const why = code === 'ENOENT' ? NOT_THERE : `failed: ${stderr?.trim().split('\n').at(-1)}`;
      return `${program} ${why} (${[program, ...args].join(' ')})`;
    }
  }
  return undefined;
}

/** Runs a client in a folder, with an environment that holds nothing but what points it at the server. */
export async function playAloud(
  [program, ...args]: Command,
  url: string,
  home: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ stdout: string; stderr: string }> {
  const { PATH = '', JAVA_HOME } = process.env;
  const playing = start(program, args, {
    cwd: home,
    env: {
      PATH,
      HOME: home,
      ...(JAVA_HOME === undefined ? {} : { JAVA_HOME }),
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: KEY,
      ...env,
    },
    timeout: 100_000,
    maxBuffer: Infinity,
  });
  playing.child.stdin?.end();
  return playing;
}

/** As `playAloud`; only what it says counts. */
export async function play(
  ...[command, url, home, env]: Parameters<typeof playAloud>
): Promise<string> {
  return (await playAloud(command, url, home, env)).stdout;
}
