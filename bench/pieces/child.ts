/** What a process of its own costs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The package, whose built files are what is run here. */
export const root: string = fileURLToPath(new URL('../..', import.meta.url));

/** Runs Node with these arguments in the folder of the package; resolves to what its `process.send` told last. */
export async function told(...args: readonly string[]): Promise<unknown> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let message: unknown;
  child.on('message', (value) => (message = value));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}`);
  return message;
}
