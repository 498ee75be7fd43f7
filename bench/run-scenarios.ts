/** What `ensaio run` costs, start-up included: 60 scenarios over the client door stay under two seconds of work. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadScenarios } from '../testing/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// What people install; `npm run build` writes it.
const MAIN = join(root, 'dist/cli/main.js');

const WANTED = 60;
const ROUNDS = 7;

/** Tells in the end how many milliseconds of work it was, on all cores. */
const TELL = `data:text/javascript,process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  process.send((user + system) / 1000);
})`;

interface Cost {
  readonly workMs: number;
  readonly elapsedMs: number;
}

async function costOf(...argv: readonly string[]): Promise<Cost> {
  const args = ['--import', TELL, MAIN, ...argv];
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [[workMs], [code]] = (await Promise.all([once(child, 'message'), once(child, 'exit')])) as [
    [number],
    [number | null],
  ];
  if (code !== 0) throw new Error(`ensaio ${argv.join(' ')} ended with ${code}`);
  return { workMs, elapsedMs: performance.now() - start };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** The files of the first shipped scenarios that are as many as wanted. */
async function wantedFiles(): Promise<{ files: string[]; count: number }> {
  const first = (await loadScenarios(join(root, 'scenarios'), { cwd: root })).slice(0, WANTED);
  const files = [...new Set(first.map(({ file }) => join(root, file)))];
  return { files, count: (await loadScenarios(files)).length };
}

const { files, count } = await wantedFiles();
const CASES = [
  ['start-up alone', '--version'],
  [`${count}, client`, 'run', ...files],
  [`${count}, client, one at a time`, 'run', ...files, '--concurrency', '1'],
  [`${count}, all doors`, 'run', ...files, '--door', 'all'],
] as const;

console.log('scenarios                  work ms   elapsed ms');
for (const [name, ...argv] of CASES) {
  const rounds: Cost[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await costOf(...argv));
  const work = median(rounds.map(({ workMs }) => workMs)).toFixed(0);
  const elapsed = median(rounds.map(({ elapsedMs }) => elapsedMs)).toFixed(0);
  console.log(`${name.padEnd(26)} ${work.padEnd(9)} ${elapsed}`);
}
