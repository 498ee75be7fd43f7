// `ensaio run --watch`: what makes it run again, with folders and runs that the test moves by hand.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { main } from '../../cli/ensaio.ts';
import type { IO } from '../../cli/io.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { FLAGS, MAIN } from './ensaio-process.ts';

vi.setConfig({ testTimeout: 60_000 });

interface Run {
  readonly argv: readonly string[];
  /** Tells of a file that it reads. */
  readonly read: (file: string) => void;
  readonly end: () => void;
  isStopped: boolean;
}

/** Lets everything that waits for nothing but promises go on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

class Stage {
  readonly runs: Run[] = [];
  readonly folders = new Map<string, (name: string, isListed: boolean) => void>();
  said = '';
  press: (key: string) => void = () => undefined;
  stop: () => void = () => undefined;
  #timer: (() => void) | undefined;
  readonly ended: Promise<number>;

  constructor(argv: readonly string[], { hasKeys = false, endsAtOnce = true } = {}) {
    const io: IO = {
      stdout: { write: () => undefined },
      stderr: { write: (text) => (this.said += text) },
      cwd: '/repo',
      after: (ms, callback) => {
        expect(ms).toBe(100);
        this.#timer = callback;
        return () => (this.#timer = undefined);
      },
      onStop: (callback) => {
        this.stop = callback;
        return () => undefined;
      },
      ...(hasKeys
        ? {
            onKey: (callback) => {
              this.press = callback;
              return () => undefined;
            },
          }
        : {}),
      watching: {
        watchFolder: (folder, callback) => {
          this.folders.set(folder, callback);
          return () => this.folders.delete(folder);
        },
        startRun: (given, read) => {
          const { promise: ended, resolve: end } = Promise.withResolvers<void>();
          const run: Run = { argv: given, read, end, isStopped: false };
          this.runs.push(run);
          const stop = (): void => {
            run.isStopped = true;
            if (endsAtOnce) end();
          };
          return { ended, stop };
        },
      },
    };
    this.ended = main(argv, io);
  }

  /** A file is written; `isListed` when it was not there before. */
  change(folder: string, name: string, isListed = false): void {
    this.folders.get(folder)?.(name, isListed);
  }

  /** A moment passes in which nothing changes. */
  async quiet(): Promise<void> {
    const callback = this.#timer;
    this.#timer = undefined;
    callback?.();
    await settle();
  }

  get isWaiting(): boolean {
    return this.#timer !== undefined;
  }
}

/** A stage whose first run is over, having read a scenario, what it includes, an app and a library. */
async function begun(argv: readonly string[], options = {}): Promise<Stage> {
  const stage = new Stage(argv, options);
  await expect.poll(() => stage.runs.length).toBe(1);
  const [run] = stage.runs;
  for (const file of ['/repo/a/one.yaml', '/repo/shared/tools.yaml', '/repo/app.mjs'])
    run!.read(file);
  run!.read('/repo/node_modules/library/index.js');
  run!.end();
  await settle();
  return stage;
}

test('runs the same command without --watch, and says that it waits', async () => {
  const stage = await begun(['run', 'a', '--app', 'app.mjs', '--watch', '--bail']);
  expect(stage.runs.map(({ argv }) => argv)).toEqual([['run', 'a', '--app', 'app.mjs', '--bail']]);
  expect(stage.said).toBe('\nWaiting for changes; Ctrl-C ends it.\n');
  expect([...stage.folders.keys()]).toEqual(['/repo', '/repo/a', '/repo/shared']);
});

test('runs again when something changes that was read, once for many changes, and says which', async () => {
  const stage = await begun(['run', 'a', '--watch']);
  stage.change('/repo/shared', 'tools.yaml');
  stage.change('/repo', 'app.mjs');
  stage.change('/repo/shared', 'tools.yaml', true);
  expect(stage.runs).toHaveLength(1);
  await stage.quiet();
  expect(stage.runs).toHaveLength(2);
  expect(stage.said).toBe(
    '\nWaiting for changes; Ctrl-C ends it.\n\nChanged: app.mjs, shared/tools.yaml\n',
  );
  await stage.quiet();
  expect(stage.runs).toHaveLength(2);
});

test('does not run for what was not read, but for scenarios that come or go', async () => {
  const stage = await begun(['run', 'a', '--watch']);
  stage.change('/repo', 'notes.md', true);
  stage.change('/repo/a', 'written-by-the-app.yaml');
  expect(stage.isWaiting).toBe(false);
  stage.change('/repo/a', 'two.yaml', true);
  await stage.quiet();
  expect(stage.runs).toHaveLength(2);
  expect(stage.said).toMatch(/Changed: a\/two\.yaml\n$/);
});

test('ends a run that is under way, and waits for its end before the next begins', async () => {
  const stage = await begun(['run', 'a', '--watch'], { endsAtOnce: false });
  stage.change('/repo', 'app.mjs');
  await stage.quiet();
  const [, second] = stage.runs;
  stage.change('/repo/a', 'one.yaml');
  await stage.quiet();
  expect(second!.isStopped).toBe(true);
  // Something else changes before it has ended.
  stage.change('/repo', 'app.mjs');
  await stage.quiet();
  expect(stage.runs).toHaveLength(2);
  second!.end();
  await settle();
  expect(stage.runs).toHaveLength(3);
  expect(stage.said).toMatch(/Changed: a\/one\.yaml, app\.mjs\n$/);
});

test.each([
  ['q', (stage: Stage) => stage.press('q')],
  ['Ctrl-C', (stage: Stage) => stage.press('\u0003')],
  ['a signal', (stage: Stage) => stage.stop()],
])('ends well by %s, with the run that is under way and all that it watched', async (_, leave) => {
  const stage = await begun(['run', 'a', '--watch'], { hasKeys: true });
  expect(stage.said).toContain('q ends it');
  stage.press('x');
  stage.change('/repo', 'app.mjs');
  await stage.quiet();
  leave(stage);
  expect(await stage.ended).toBe(0);
  expect(stage.runs.at(-1)!.isStopped).toBe(true);
  expect(stage.folders.size).toBe(0);
  await stage.quiet();
  expect(stage.runs).toHaveLength(2);
});

test.each([
  ['x/*.yaml', '/repo/x'],
  ['x/**/y-{a,b}.yaml', '/repo/x'],
  ['*.yaml', '/repo'],
  ['x', '/repo/x'],
  ['!x/a.yaml', '/repo'],
])('watches the folder that %s starts from', async (pattern, folder) => {
  const stage = new Stage(['run', pattern, '--watch']);
  await expect.poll(() => stage.runs.length).toBe(1);
  expect([...stage.folders.keys()]).toEqual([...new Set(['/repo', folder])]);
});

test('ends with 2 at once when the command itself is wrong', async () => {
  const stage = new Stage(['run', '--watch', '--door', 'window']);
  expect(await stage.ended).toBe(2);
  expect(stage.runs).toEqual([]);
});

test('as a process: runs anew when a module of the app changes, until it is told to stop', async () => {
  const cwd = await tempFolder({
    'a.yaml': 'name: hello\ninput: x\nturns: [{ reply: y }]\n',
    'app.mjs': `\
import { word } from './word.mjs';
export default async ({ client }) => {
  await client.messages.create({ model: 'claude-haiku-5-5', max_tokens: 9, messages: [{ role: 'user', content: word }] });
  return word;
};
`,
    'word.mjs': "export const word = 'first';\n",
  });
  const args = [...FLAGS, MAIN, 'run', 'a.yaml', '--app', 'app.mjs', '--watch'];
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const waits = (times: number): Promise<void> =>
    expect.poll(() => said.stderr.split('Waiting for changes').length - 1).toBe(times);
  await waits(1);
  // In one step: a file that is written is empty for a moment.
  await writeFile(join(cwd, 'word.new'), "export const word = 'second';\n");
  await rename(join(cwd, 'word.new'), join(cwd, 'word.mjs'));
  await waits(2);
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);
  expect(said.stderr).toContain('\nChanged: word.mjs\n');
  expect(said.stdout.match(/answer: .*/g)).toEqual(['answer: first', 'answer: second']);
});
