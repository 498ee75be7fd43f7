/** A failure that is kept as a scenario fails until the loop is mended, and then passes. */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool } from '../../src/loop/index.ts';
import { loadScenarios, reportLoop, runScenario, type App } from '../../testing/index.ts';
import { ensaio } from '../cli/capture.ts';
import { badLoops, families, goodLoop, zoo } from '../zoo/index.ts';
import { tempFolder } from './temp-folder.ts';

const LOOPS = fileURLToPath(new URL('../zoo/index.ts', import.meta.url));

/** Checks a loop that is broken, and returns the file that was written. */
async function keep(name: string, folder: string, seed = 1): Promise<string> {
  const app = badLoops[name]!;
  const { options } = zoo.find(({ mistake }) => mistake === name)!;
  const { failure } = await reportLoop(app, {
    seed,
    regressions: folder,
    door: 'fakeMessages',
    ...options,
  });
  expect(failure!.text).toContain(`As a scenario, in ${failure!.file}:`);
  return failure!.file!;
}

async function codesOf(file: string, app: App): Promise<string[]> {
  const [scenario] = await loadScenarios(file);
  const { problems } = await runScenario(scenario!, app);
  return problems.map(({ code, id }) => id ?? code);
}

test.each(Object.values(families).map(([first]) => first!.mistake))(
  'that of a loop that %s fails, and passes once it is mended',
  async (name) => {
    const folder = await tempFolder({});
    const file = await keep(name, folder);
    const [id] = await codesOf(file, badLoops[name]!);
    expect(id).toBeDefined();
    expect(await codesOf(file, goodLoop)).toEqual([]);
  },
);

test('ensaio run fails with the file, until the app is mended', async () => {
  const cwd = await tempFolder({
    'bad.ts': `import { badLoops } from ${JSON.stringify(LOOPS)};\nexport default badLoops['takes a pause for the end'];\n`,
    'mended.ts': `export { goodLoop as default } from ${JSON.stringify(LOOPS)};\n`,
  });
  const file = await keep('takes a pause for the end', join(cwd, 'scenarios/regressions'));
  expect(file).toMatch(/scenarios\/regressions\/paused-turn-resumed-[0-9a-z]{6}\.yaml$/);
  const before = await ensaio(['run', file, '--app', 'bad.ts'], cwd);
  expect(before.code).toBe(1);
  expect(before.stdout).toContain('paused-turn-resumed: the app took the paused turn for the end');
  const after = await ensaio(['run', file, '--app', 'mended.ts'], cwd);
  expect({ code: after.code, stderr: after.stderr }).toEqual({ code: 0, stderr: '' });
  expect((await ensaio(['lint', file], cwd)).code).toBe(0);
});

test('a failure that is found again is not written twice, and no other file is lost', async () => {
  const folder = await tempFolder({});
  const file = await keep('leaves a timer behind', folder);
  expect(await keep('leaves a timer behind', folder)).toBe(file);
  expect(await readdir(folder)).toHaveLength(1);
  await writeFile(file, 'name: mine\n');
  const other = await keep('leaves a timer behind', folder);
  expect(other).toBe(file.replace('.yaml', '-2.yaml'));
  expect(await readFile(file, 'utf8')).toBe('name: mine\n');
});

test('what the tools of the user did is written with them', async () => {
  const look = defineTool({
    name: 'look',
    description: 'Looks.',
    inputSchema: z.strictObject({ at: z.string() }),
    effect: 'read',
    run: ({ at }) => ({ seen: at.length }),
  });
  const folder = await tempFolder({});
  const { failure } = await reportLoop(badLoops['sends each result in a message of its own']!, {
    seed: 1,
    door: 'fakeMessages',
    tools: [look],
    regressions: folder,
  });
  const [tool] = failure!.scenario.tools as unknown as { name: string; answers: unknown[] }[];
  expect(tool).toMatchObject({ name: 'look', description: 'Looks.', effect: 'read' });
  expect(tool!.answers[0]).toHaveProperty('result.seen');
  expect(
    await codesOf(failure!.file!, badLoops['sends each result in a message of its own']!),
  ).toContain('results-in-one-message');
  expect(await codesOf(failure!.file!, goodLoop)).toEqual([]);
});
