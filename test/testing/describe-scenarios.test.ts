/** Scenarios under Vitest, as its user sees them: Vitest is started for real, and its whole output looked at. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { tempFolder } from './temp-folder.ts';

const source = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const ORDERS = `\
name: two looks at once
tags: [strange]
input: look twice
tools:
  - name: look
    description: Looks at a place.
    input_schema: { type: object, properties: { at: { type: string } } }
    answers: [{ result: seen }]
turns:
  - reply:
      - tool_use: { id: toolu_a, name: look, input: { at: left } }
      - tool_use: { id: toolu_b, name: look, input: { at: right } }
  - expect:
      tool_results:
        - { tool_use_id: toolu_a, content: seen }
        - { tool_use_id: toolu_b, content: { contains: right } }
    reply: Both seen.
---
name: passes
input: hello
turns: [{ reply: ok }]
---
name: waits for better days
skip: the shop is shut
input: hello
turns: [{ reply: ok }]
---
name: takes long
tags: [slow]
input: hello
turns: [{ reply: ok }]
---
name: throws
input: boom
turns: [{ reply: ok }]
`;

const ONE = `\
name: the one
only: it is new
input: hello
turns: [{ reply: ok }]
`;

const testOf = (globs: string, options: string): string => `\
import { describeScenarios } from ${JSON.stringify(source('testing/vitest.ts'))};
import { app } from '../app.ts';

describeScenarios('${globs}', app, ${options});
`;

const PROJECT = {
  'app.ts': `\
import { bundledApp } from ${JSON.stringify(source('cli/bundled-app.ts'))};

const loop = bundledApp(undefined);

export const app = (context) => {
  if (context.input === 'boom') throw new TypeError('too loud');
  return loop(context);
};
`,
  'vitest.config.mjs': `export default {
  test: { tags: [{ name: 'slow' }], slowTestThreshold: 1e6, testTimeout: 60_000 },
};`,
  'scenarios/orders.yaml': ORDERS,
  'scenarios/wrong.yml': 'name: wrong\ninput: hello\ntruns: []\n',
  'more/one.yaml': ONE,
  'more/other.yaml': ONE.replace('the one', 'another').replace(/^only.*\n/m, ''),
  'test/a.test.ts': testOf('scenarios/*.yaml', '{}'),
  'test/b.test.ts': testOf('.', `{ cwd: 'more', door: 'all' }`),
  'test/c.test.ts': testOf('scenarios/wrong.yml', '{}'),
};

test('each is a test, and a failure points at the line of the YAML', async () => {
  const cwd = await tempFolder(PROJECT);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      source('node_modules/vitest/vitest.mjs'),
      'run',
      '--no-file-parallelism',
      '--no-isolate',
      '--tags-filter',
      '!slow',
    ],
    { cwd, encoding: 'utf8', env: { PATH: process.env['PATH'], NO_COLOR: '1' } },
  );
  const output = stripVTControlCharacters(stdout + stderr)
    .replaceAll(cwd, '<folder>')
    .replace(/v\d+\S*/, '<version>')
    .replaceAll(/\.\.\/\S*\/(?=(?:cli|src|testing)\/)/g, '<ensaio>/')
    .replaceAll(/ \d+ms\b/g, '')
    .replaceAll(/^ +(?:Start at|Duration|Isolate|at least|.*reuses workers).*\n/gm, '')
    .replaceAll(/(<ensaio>\S+:)\d+:\d+/g, '$1…');
  expect(status).toBe(1);
  expect(output).toMatchInlineSnapshot(`
    "
     RUN  <version> <folder>

     ✓ test/b.test.ts (6 tests | 3 skipped)
     ❯ test/c.test.ts (0 test)
     ❯ test/a.test.ts (5 tests | 2 failed | 2 skipped)
       ❯ scenarios (5)
         ❯ scenarios/orders.yaml (5)
           × two looks at once
           ✓ passes
           ↓ waits for better days [the shop is shut]
           ↓ takes long
           × throws

     Test Files  2 failed | 1 passed (3)
          Tests  2 failed | 4 passed | 5 skipped (11)


    ⎯⎯⎯⎯⎯⎯ Failed Suites 1 ⎯⎯⎯⎯⎯⎯⎯

     FAIL  test/c.test.ts [ test/c.test.ts ]
    EnsaioError: [ensaio] 1 problem in 1 file:

    scenarios/wrong.yml:3:1 unknown-key unknown key "truns"; did you mean "turns"?
      truns: []
      ^^^^^
     ❯ truns scenarios/wrong.yml:3:1

    ⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/3]⎯


    ⎯⎯⎯⎯⎯⎯⎯ Failed Tests 2 ⎯⎯⎯⎯⎯⎯⎯

     FAIL  test/a.test.ts > scenarios > scenarios/orders.yaml > two looks at once
    EnsaioError: [ensaio] two looks at once: 1 problem

    scenarios/orders.yaml:16:44 tool-results-differ turn 2: the tool results of its request differ at tool_results[1].content.
              - { tool_use_id: toolu_b, content: { contains: right } }
                                                 ^^^^^^^^^^^^^^^^^^^
      expected: a text that contains "right"
      received: "seen"
      so far:
        user: text
        assistant: tool_use(toolu_a) | tool_use(toolu_b)
        user: tool_result(toolu_a) -> seen | tool_result(toolu_b) -> seen
     ❯ turns[1].expect.tool_results[1].content scenarios/orders.yaml:16:44

    ⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[2/3]⎯

     FAIL  test/a.test.ts > scenarios > scenarios/orders.yaml > throws
    EnsaioError: [ensaio] throws: 2 problems

    scenarios/orders.yaml:33:7 app-failed the app failed: TypeError: too loud
      name: throws
            ^^^^^^

    scenarios/orders.yaml:35:9 turn-unused turn 1 was never asked for.
      turns: [{ reply: ok }]
              ^^^^^^^^^^^^^
     ❯ name scenarios/orders.yaml:33:7
     ❯ turns[0] scenarios/orders.yaml:35:9

    Caused by: TypeError: too loud
     ❯ app app.ts:6:39
     ❯ askApp <ensaio>/testing/run/call-app.ts:…
     ❯ callApp <ensaio>/testing/run/call-app.ts:…
     ❯ ask <ensaio>/testing/run/performance.ts:…
     ❯ Performance.play <ensaio>/testing/run/performance.ts:…
     ❯ perform <ensaio>/testing/run/perform.ts:…
     ❯ play <ensaio>/testing/run/play.ts:…
     ❯ runScenario <ensaio>/testing/run/run-scenario.ts:…
     ❯ run <ensaio>/testing/scenario-tests.ts:…

    ⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[3/3]⎯

    "
  `);
});
