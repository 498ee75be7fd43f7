// `ensaio run` in this process: what it prints, and the code it ends with.
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { ensaio } from './capture.ts';

const SCENARIO = `\
name: hello
input: Say hello.
turns:
  - reply: Hello.
expect:
  answer: Hello.
`;

const APP = `\
export default async ({ client, input }) => client.messages.create({
  model: 'claude-haiku-5-5',
  max_tokens: 100,
  messages: [{ role: 'user', content: input }],
});
`;

const SHIPPED = fileURLToPath(new URL('../../scenarios', import.meta.url));

test('runs the scenarios that come with the package against the loop that comes with it', async () => {
  const { code, stdout, stderr } = await ensaio(['run'], '/');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [, all, passed] = /\n(\d+) scenarios: (\d+) passed \(0 ms\)\n$/.exec(stdout)!;
  expect(passed).toBe(all);
  expect(Number(all)).toBeGreaterThan(15);
});

test('tells of each scenario what happened in it', async () => {
  const { code, stdout, stderr } = await ensaio(['run', `${SHIPPED}/lesson`], '/');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatchInlineSnapshot(`
    "✓ one tool, one round
      turn 1: get_order {"number":"A-1001"}
      answer: It is on its way, and should be with you on 20 October 2026.
      user: text
      assistant: text | tool_use(toolu_01)
      user: tool_result(toolu_01) -> {"status":"shipped","expected":"2026-10-20"}
      assistant: text

    ✓ an invalid input, told to the model, then corrected
      turn 1: get_order {"number":"1002"}
      turn 2: get_order {"number":"A-1002"}
      answer: Yes, A-1002 has been handed over.
      user: text
      assistant: tool_use(toolu_02)
      user: tool_result(toolu_02, is_error) -> Invalid input. number: must match pattern "^A-\\d{4}$", recei
      assistant: tool_use(toolu_03)
      user: tool_result(toolu_03) -> {"status":"delivered","expected":null}
      assistant: text

    ✓ two calls in one reply
      turn 1: get_order {"number":"A-1001"}
      turn 1: get_order {"number":"A-1002"}
      answer: The first is on its way, the second has been handed over.
      user: text
      assistant: tool_use(toolu_04a) | tool_use(toolu_04b)
      user: tool_result(toolu_04a) -> {"status":"shipped","expected":"2026-10-20"} | tool_result(toolu_04b) -> {"status":"delivered","expected":null}
      assistant: text

    3 scenarios: 3 passed (0 ms)
    "
  `);
});

test('runs files against an app', async () => {
  const cwd = await tempFolder({ 'a.yaml': SCENARIO, 'app.mjs': APP });
  const { code, stdout } = await ensaio(['run', 'a.yaml', '--app', 'app.mjs'], cwd);
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "✓ hello
      answer: Hello.
      user: text
      assistant: text

    1 scenario: 1 passed (0 ms)
    "
  `);
});

test('shows what failed, goes on, and ends with 1', async () => {
  const cwd = await tempFolder({
    'a.yaml': SCENARIO.replace('answer: Hello.', 'answer: { matches: ^Bye }'),
    'b.yaml': SCENARIO.replace('name: hello', 'name: hello again'),
    'app.mjs': APP,
  });
  const { code, stdout } = await ensaio(['run', '*.yaml', '--app', './app.mjs'], cwd);
  expect(code).toBe(1);
  expect(stdout).toMatchInlineSnapshot(`
    "✗ hello
      answer: Hello.

      a.yaml:6:11 answer-differs the answer differs.
          answer: { matches: ^Bye }
                  ^^^^^^^^^^^^^^^^^
        expected: a text that matches /^Bye/
        received: "Hello."
        so far:
          user: text
          assistant: text

    ✓ hello again
      answer: Hello.
      user: text
      assistant: text

    2 scenarios: 1 passed, 1 failed (0 ms)
    "
  `);
});

test('shows where in the app an error came from', async () => {
  const cwd = await tempFolder({
    'a.yaml': SCENARIO,
    'app.mjs':
      'const ask = () => { throw new Error("no idea"); };\nexport default async () => ask();',
  });
  const { code, stdout } = await ensaio(['run', 'a.yaml', '--app', 'app.mjs'], cwd);
  expect(code).toBe(1);
  expect(stdout).toContain('app-failed the app failed: Error: no idea');
  expect(stdout).toMatch(
    /The app threw\n {4}at ask .*app\.mjs:1:\d+\)?\n {4}at .*app\.mjs:2:\d+\)?\n\n/,
  );
});

test('shows several conversations one after another, and an answer that is no text', async () => {
  const cwd = await tempFolder({
    'a.yaml': 'name: twice\ninput: [Hi, Ho]\nturns: [{ reply: one }, { reply: two }]',
    'app.mjs': `\
export default async ({ client, input }) => {
  const answers = [];
  for (const content of input) {
    const messages = [{ role: 'user', content }];
    answers.push(await client.messages.create({ model: 'claude-haiku-5-5', max_tokens: 9, messages }));
  }
  return { count: answers.length };
};
`,
  });
  const { code, stdout } = await ensaio(['run', 'a.yaml', '--app', 'app.mjs'], cwd);
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "✓ twice
      answer: { count: 2 }
      conversation 1
        user: text
        assistant: text
      conversation 2
        user: text
        assistant: text

    1 scenario: 1 passed (0 ms)
    "
  `);
});

test('asks the bundled loop with messages, or with JSON', async () => {
  const cwd = await tempFolder({
    'a.yaml': 'name: a\ninput: [{ role: user, content: Hi }]\nturns: [{ reply: ok }]',
    'b.yaml': 'name: b\ninput: { ask: Hi }\nturns: [{ reply: ok }]',
  });
  expect(await ensaio(['run', '.'], cwd)).toMatchObject({ code: 0, stderr: '' });
});

test('tells people what a tool threw, and the model only that it failed', async () => {
  const cwd = await tempFolder({
    'tools.mjs': `\
export const tools = [{
  name: 'look',
  effect: 'read',
  definition: { name: 'look', description: 'Looks.', input_schema: { type: 'object' } },
  parse: async (input) => ({ ok: true, input }),
  run: () => { throw new Error('the secret is 42'); },
}];
`,
    'a.yaml': `\
name: a
input: Look.
tools: tools.mjs
turns:
  - reply: [{ tool_use: { name: look } }]
  - expect: { tool_results: [{ is_error: true, content: { contains: Internal error } }] }
    reply: ok
`,
  });
  const { code, stdout, stderr } = await ensaio(['run', 'a.yaml'], cwd);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /^✓ a\n {2}printed:\n {4}The tool look threw: Error: the secret is 42\n(?: {8}at .*\n)+/,
  );
  expect(stdout).toMatch(/tool_result\(\w+, is_error\) -> Internal error(?!.*42)/);
});

test('calls off an app that waits for what never happens', async () => {
  const cwd = await tempFolder({
    'a.yaml': SCENARIO,
    'app.mjs': 'export default () => new Promise(() => {});',
  });
  const waits: (() => void)[] = [];
  const whenIdle = (callback: () => void): (() => void) => {
    // The first wait is for the module.
    if (waits.push(callback) === 2) queueMicrotask(callback);
    return () => undefined;
  };
  const { code, stdout } = await ensaio(['run', 'a.yaml', '--app', 'app.mjs'], cwd, { whenIdle });
  expect(code).toBe(1);
  expect(stdout).toMatchInlineSnapshot(`
    "✗ hello

      a.yaml:1:7 app-aborted the app was called off: it waits for something that never happens
        name: hello
              ^^^^^

      a.yaml:4:5 turn-unused turn 1 was never asked for.
          - reply: Hello.
            ^^^^^^^^^^^^^

    1 scenario: 0 passed, 1 failed (0 ms)
    "
  `);
});

test('tells of an error that nobody caught while the app was loaded, whether it can be run or not', async () => {
  const cwd = await tempFolder({
    'a.yaml': SCENARIO,
    'app.mjs': APP,
    'broken.mjs': 'throw new Error("no config");',
  });
  const onStray = (callback: (error: unknown) => void): (() => void) => {
    callback(Object.assign(new Error('no pool'), { stack: '' }));
    return () => undefined;
  };
  const ran = await ensaio(['run', 'a.yaml', '--app', 'app.mjs'], cwd, { onStray });
  expect(ran.code).toBe(1);
  expect(ran.stdout).toMatchInlineSnapshot(`
    "✓ hello
      answer: Hello.
      user: text
      assistant: text

    ✗ An error that nobody caught came up while no scenario ran
      Error: no pool

    1 scenario: 1 passed, 1 error left behind (0 ms)
    "
  `);
  const broken = await ensaio(['run', 'a.yaml', '--app', 'broken.mjs'], cwd, { onStray });
  expect(broken).toMatchObject({ code: 2, stdout: '' });
  expect(broken.stderr).toMatchInlineSnapshot(`
    "An error that nobody caught came up while no scenario ran
      Error: no pool

    The app "broken.mjs" failed while it was loaded: Error: no config

    \`node broken.mjs\` shows where.
    "
  `);
});

test('reports a mistake in a file by line, column and caret, and ends with 2', async () => {
  const cwd = await tempFolder({ 'a.yaml': SCENARIO.replace('reply:', 'repply:') });
  const { code, stdout, stderr } = await ensaio(['run', 'a.yaml'], cwd);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatchInlineSnapshot(`
    "1 problem in 1 file:

    a.yaml:4:5 unknown-key unknown key "repply"; did you mean "reply"?
        - repply: Hello.
          ^^^^^^
    "
  `);
});

test('ends with 2 when no file matches', async () => {
  const cwd = await tempFolder({});
  const { code, stderr } = await ensaio(['run', 'nowhere/*.yaml'], cwd);
  expect(code).toBe(2);
  expect(stderr.replace(cwd, '<cwd>')).toMatchInlineSnapshot(`
    "No file matches "nowhere/*.yaml".

    Looked in <cwd>.
    "
  `);
});

test('ends with 2 when there is something wrong with the app', async () => {
  const cwd = await tempFolder({
    'a.yaml': SCENARIO,
    'none.mjs': 'export const app = () => {};',
    'object.mjs': 'export default { app: 1 };',
    'broken.mjs': 'throw new Error("no config");',
    'rude.mjs': 'throw null;',
    'folder/app.mjs': '',
  });
  const said: string[] = [];
  for (const app of ['missing.mjs', 'folder', 'none.mjs', 'object.mjs', 'broken.mjs', 'rude.mjs']) {
    const { code, stdout, stderr } = await ensaio(['run', 'a.yaml', '--app', app], cwd);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    said.push(stderr.replaceAll(cwd, '<cwd>'));
  }
  expect(said.join('---\n')).toMatchInlineSnapshot(`
    "There is no app "missing.mjs".

    Looked for the file <cwd>/missing.mjs.
    ---
    There is no app "folder".

    Looked for the file <cwd>/folder.
    ---
    The default export of the app "none.mjs" must be a function, and it has none.

    An app is \`export default async ({ client, input, tools, signal, simulation }) => { … }\`.
    ---
    The default export of the app "object.mjs" must be a function, and it is { app: 1 }.

    An app is \`export default async ({ client, input, tools, signal, simulation }) => { … }\`.
    ---
    The app "broken.mjs" failed while it was loaded: Error: no config

    \`node broken.mjs\` shows where.
    ---
    The app "rude.mjs" failed while it was loaded: null

    \`node rude.mjs\` shows where.
    "
  `);
});

test('ends with 2 when the command itself is wrong', async () => {
  const said: string[] = [];
  for (const argv of [['run', '--ap', 'x'], ['run', '--app'], ['rnu'], ['--wat']]) {
    const { code, stdout, stderr } = await ensaio(argv, '/');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    said.push(stderr);
  }
  expect(said.join('---\n')).toMatchInlineSnapshot(`
    "error: unknown option '--ap'
    (Did you mean --app?)
    ---
    error: option '--app <module>' argument missing
    ---
    error: unknown command 'rnu'
    (Did you mean run?)
    ---
    error: unknown option '--wat'
    "
  `);
  const bare = await ensaio([], '/');
  expect(bare.code).toBe(2);
  expect(bare.stderr).toContain('Usage: ensaio');
});

test('prints help and version', async () => {
  const help = await ensaio(['--help'], '/');
  expect({ code: help.code, stderr: help.stderr }).toEqual({ code: 0, stderr: '' });
  expect(help.stdout).toMatchInlineSnapshot(`
    "Usage: ensaio [options] [command]

    Rehearses code that talks to Claude: a scripted model behind a simulated
    Messages API.

    Options:
      -V, --version               print the version
      -h, --help                  print this help

    Commands:
      run [options] [globs...]    run scenarios against an app
      serve [options] [globs...]  serve scenarios as a simulated API, for clients in
                                  any language
      lint [globs...]             check scenarios without running them
      init [folder]               write a first scenario, an app and a test into a
                                  repository
      rules [id]                  list what the simulated API refuses, or explain
                                  one rule
      audit [options] <files...>  judge conversations out of a log: JSON or JSON
                                  Lines
      show [options] <files...>   show conversations out of a log, or as the server
                                  and the journal tell them
      record [options]            pass requests on to an API and write them as
                                  scenarios
      import [options] <file>     make scenarios of conversations that were saved
      check [options]             rehearse an app on generated scripts, and show the
                                  smallest that breaks it
      merge [options] <files...>  merge the results of checks that ran on several
                                  machines
    "
  `);
  const helpOfRun = await ensaio(['run', '--help'], '/');
  expect(helpOfRun.code).toBe(0);
  expect(helpOfRun.stdout).toMatchInlineSnapshot(`
    "Usage: ensaio run [options] [globs...]

    run scenarios against an app

    Arguments:
      globs                  files, folders or patterns; without any, the scenarios
                             that come with ensaio

    Options:
      --app <module>         a module whose default export is the app; without it,
                             the loop that comes with ensaio
      --door <name>          how the app reaches the API: client, msw, server, or
                             all (default: "client")
      --grep <text>          only scenarios whose name has this text, or matches
                             /this/
      --tags <list>          only scenarios with one of these tags; !tag leaves out
      --bail [count]         leave the rest after so many failures; 1 if no number
                             is given
      --concurrency <count>  how many scenarios run at a time (default: "4")
      --timeout <seconds>    call a scenario off after so long (default: "60")
      --reporter <name>      pretty, json, junit, html or github; the last by itself
                             on GitHub
      --output <file>        what the reporter says goes there, and the terminal is
                             for people
      --transcript           show the conversations of what passes, too
      --watch                run again when a file changes
      --html <file>          write a page with every conversation, too
      -h, --help             print this help
    "
  `);
  const version = await ensaio(['--version'], '/');
  expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+/) });
});

test('colours only for a terminal that wants it, or when told to', async () => {
  const cwd = await tempFolder({ 'a.yaml': SCENARIO, 'app.mjs': APP });
  const argv = ['run', 'a.yaml', '--app', 'app.mjs'];
  const plain = await ensaio(argv, cwd);
  const coloured = await ensaio(argv, cwd, { isTTY: true });
  const declined = await ensaio(argv, cwd, { isTTY: true, env: { NO_COLOR: '1' } });
  const forced = await ensaio(argv, cwd, { env: { FORCE_COLOR: '1' } });
  const neither = await ensaio(argv, cwd, { env: { FORCE_COLOR: '0', NO_COLOR: '' } });
  expect(coloured.stdout).toContain('\u001B[32m✓\u001B[39m');
  expect(stripVTControlCharacters(coloured.stdout)).toBe(plain.stdout);
  expect(declined.stdout).toBe(plain.stdout);
  expect(forced.stdout).toBe(coloured.stdout);
  expect(neither.stdout).toBe(plain.stdout);
});

test('leaves out what is to be skipped, and says why', async () => {
  const cwd = await tempFolder({
    'a.yaml': `${SCENARIO}skip: waits for a fix\n`,
    'b.yaml': SCENARIO.replace('name: hello', 'name: hello again'),
    'app.mjs': APP,
  });
  const { code, stdout } = await ensaio(['run', '*.yaml', '--app', 'app.mjs'], cwd);
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "✓ hello again
      answer: Hello.
      user: text
      assistant: text

    - hello (skipped: waits for a fix)

    2 scenarios: 1 passed, 1 skipped (0 ms)
    "
  `);
});

test('runs only what is to be run alone, and says why', async () => {
  const cwd = await tempFolder({
    'a.yaml': SCENARIO,
    'b.yaml': `${SCENARIO.replace('name: hello', 'name: hello again')}only: looking into it\n`,
    'app.mjs': APP,
  });
  const { code, stdout } = await ensaio(['run', '*.yaml', '--app', 'app.mjs'], cwd);
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "✓ hello again
      answer: Hello.
      user: text
      assistant: text

    - hello (skipped: only "hello again" is run: looking into it)

    2 scenarios: 1 passed, 1 skipped (0 ms)
    "
  `);
});
