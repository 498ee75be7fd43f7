/** `docs/scenarios.md` has every key of the language, and what it shows is right. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scenarioJsonSchema } from '../../src/scenario/json-schema.ts';
import { formatProblems, lintScenarios } from '../../testing/index.ts';
import { tempFolder } from '../testing/temp-folder.ts';

const page = readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8');

/** Every key of a mapping in the language, but those that are the API's own. */
function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (typeof value !== 'object' || value === null) return [];
  const { properties } = value as { readonly properties?: object };
  const inside = Object.values(value).flatMap(keysIn);
  return properties ? [...Object.keys(properties), ...inside] : inside;
}

/** Fields of a whole message, and of a block that is written as the API has it. */
const OF_THE_API =
  'role stop_sequence stop_details container context_management diagnostics input_transformations data'.split(
    ' ',
  );

test('tells of every key', () => {
  const keys = new Set(keysIn(scenarioJsonSchema()));
  const told = new Set([...page.matchAll(/[`\s{[(]([$a-z_]+)(?=[`:,\s)])/g)].map(([, key]) => key));
  const missing = [...keys].filter((key) => !told.has(key) && !OF_THE_API.includes(key));
  expect(missing).toEqual([]);
  expect(keys.size).toBeGreaterThan(80);
});

const examples = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, yaml]) => yaml!);

test.each(examples)('shows a scenario that lint has nothing to say about: %s', async (yaml) => {
  const cwd = await tempFolder({ 'a.yaml': yaml });
  const { problems } = await lintScenarios('a.yaml', { cwd });
  expect(formatProblems(problems)).toBe('');
});

test('shows several of them', () => {
  expect(examples).toHaveLength(6);
});

const [withNode = ''] = [...page.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code!);
const inSource = (path: string): string => new URL(`../../${path}`, import.meta.url).href;

test('shows how node:test runs scenarios, and what a failure looks like there', async () => {
  const cwd = await tempFolder({
    'scenarios/a.yaml': `\
- { name: passes, input: hello, turns: [{ reply: ok }] }
- { name: waits, skip: not today, input: hello, turns: [{ reply: ok }] }
- { name: fails, input: hello, turns: [{ reply: ok }], expect: { answer: other } }
`,
    'app.js': `import { bundledApp } from '${inSource('cli/bundled-app.ts')}';\nexport const app = bundledApp();`,
    'package.json': '{ "type": "module" }',
    'a.test.js': withNode.replace('ensaio/testing', inSource('testing/index.ts')),
  });
  const { status, stdout } = spawnSync(process.execPath, ['--test', 'a.test.js'], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], NO_COLOR: '1' },
  });
  expect(status).toBe(1);
  expect(stdout.replaceAll(cwd, '<folder>').replaceAll(/\([\d.]+ms\)|ms [\d.]+/g, '…'))
    .toMatchInlineSnapshot(`
    "✔ passes …
    ✖ fails …
    ﹣ waits … # not today
    ℹ tests 3
    ℹ suites 0
    ℹ pass 1
    ℹ fail 1
    ℹ cancelled 0
    ℹ skipped 1
    ℹ todo 0
    ℹ duration_…

    ✖ failing tests:

    test at a.test.js:7:3
    ✖ fails …
      Error [EnsaioError]: [ensaio] fails: 1 problem
      
      scenarios/a.yaml:3:74 answer-differs the answer differs.
        - { name: fails, input: hello, turns: [{ reply: ok }], expect: { answer: other } }
                                                                                 ^^^^^
        expected: "other"
        received: "ok"
        so far:
          user: text
          assistant: text
          at expect.answer (<folder>/scenarios/a.yaml:3:74) {
        code: 'scenario-failed'
      }
    "
  `);
});
