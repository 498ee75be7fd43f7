/** `ensaio init`: what is written into which repository, and that nothing is written over. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { starter, type Setting } from '../../cli/starter.ts';
import { formatProblems, lintScenarios } from '../../testing/index.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { ensaio } from './capture.ts';

const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');
const written = (folder: string): string[] => readdirSync(join(folder, 'scenarios')).sort();

const repositories: [what: string, files: Record<string, string>, app: string, runner: string][] = [
  ['an empty one', {}, 'app.mjs', 'node'],
  ['one of modules', { 'package.json': '{ "type": "module" }' }, 'app.js', 'node'],
  [
    'one in TypeScript with Vitest',
    {
      'package.json': '{ "type": "module", "devDependencies": { "vitest": "^5.0.0" } }',
      'tsconfig.json': '{}',
    },
    'app.ts',
    'vitest',
  ],
  ['one in TypeScript without modules', { 'tsconfig.json': '{}' }, 'app.mts', 'node'],
];

test.each(repositories)('%s gets files of its own kind', async (_, files, app, runner) => {
  const cwd = await tempFolder(files);
  const { code, stderr } = await ensaio(['init'], cwd);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const testFile = app.replace('app', 'scenarios.test');
  expect(written(cwd)).toEqual([app, 'first.yaml', testFile].sort());
  const text = read(cwd, `scenarios/${testFile}`);
  expect(text).toContain(runner === 'vitest' ? 'ensaio/vitest' : 'node:test');
  const { problems } = await lintScenarios('scenarios', { cwd });
  expect(formatProblems(problems)).toBe('');
});

test('tells what it wrote and what comes next', async () => {
  const manifest = '{ "type": "module", "devDependencies": { "vitest": "*", "ensaio": "*" } }';
  const cwd = await tempFolder({ 'package.json': manifest, 'tsconfig.json': '{}' });
  expect((await ensaio(['init'], cwd)).stdout).toMatchInlineSnapshot(`
    "wrote scenarios/first.yaml
    wrote scenarios/app.ts
    wrote scenarios/scenarios.test.ts

    Next:
      npx ensaio run scenarios --app scenarios/app.ts
      npx vitest run scenarios/scenarios.test.ts
    "
  `);
});

test('leaves what is there as it is, and says so', async () => {
  const cwd = await tempFolder({ 'scenarios/app.mjs': 'mine', 'scenarios/first.yaml': 'mine too' });
  expect((await ensaio(['init'], cwd)).stdout).toMatchInlineSnapshot(`
    "scenarios/first.yaml is there, and stays as it is
    scenarios/app.mjs is there, and stays as it is
    wrote scenarios/scenarios.test.mjs

    Next:
      npm install --save-dev ensaio @anthropic-ai/sdk zod
      npx ensaio run scenarios --app scenarios/app.mjs
      node --test scenarios/scenarios.test.mjs
    "
  `);
  expect(read(cwd, 'scenarios/app.mjs')).toBe('mine');
  expect(read(cwd, 'scenarios/first.yaml')).toBe('mine too');
});

test('takes another folder, whose package may be further up', async () => {
  const manifest = '{ "dependencies": { "vitest": "*" }, "type": "module" }';
  const cwd = await tempFolder({ 'package.json': manifest });
  expect((await ensaio(['init', 'packages/shop'], cwd)).stdout).toMatchInlineSnapshot(`
    "wrote scenarios/first.yaml
    wrote scenarios/app.js
    wrote scenarios/scenarios.test.js

    Next:
      cd packages/shop
      npm install --save-dev ensaio @anthropic-ai/sdk zod
      npx ensaio run scenarios --app scenarios/app.js
      npx vitest run scenarios/scenarios.test.js
    "
  `);
  expect(written(join(cwd, 'packages/shop'))).toContain('scenarios.test.js');
});

test('a package.json that is no JSON is told', async () => {
  const cwd = await tempFolder({ 'package.json': '{' });
  const { code, stderr } = await ensaio(['init'], cwd);
  expect({ code, told: stderr.replaceAll(cwd, '<folder>') }).toEqual({
    code: 2,
    told: `\
<folder>/package.json is no JSON: Expected property name or '}' in JSON at position 1 (line 1 column 2)

It tells how the repository runs its tests.
`,
  });
});

test('every kind of repository has a scenario, an app and a test', () => {
  for (const language of ['typescript', 'javascript'] as const) {
    for (const runner of ['vitest', 'node'] as const) {
      for (const isModule of [true, false]) {
        const setting: Setting = { language, runner, isModule };
        const { files, commands } = starter(setting);
        expect(Object.keys(files)).toHaveLength(3);
        for (const command of commands) {
          const [path] = /scenarios\/\S+/.exec(command)!;
          expect(Object.keys(files)).toContain(path);
        }
      }
    }
  }
});
