/** `ensaio check` and `ensaio merge`: what they print, what they write, how they end. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { ensaio } from './capture.ts';

const LOOP = JSON.stringify(fileURLToPath(new URL('../../src/loop/index.ts', import.meta.url)));
const LOOPS = JSON.stringify(fileURLToPath(new URL('../zoo/index.ts', import.meta.url)));

/** A folder with the good loop and bad ones as apps. */
function folder(): Promise<string> {
  const bad = (name: string): string =>
    `import { badLoops } from ${LOOPS};\nexport default badLoops['${name}'];\n`;
  return tempFolder({
    'good.ts': `export { goodLoop as default } from ${LOOPS};\n`,
    'pause.ts': bad('takes a pause for the end'),
    'rude.ts': bad('sends each result in a message of its own'),
    'idle.ts': `import { runToolLoop } from ${LOOP};
export default ({ client, input }) =>
  runToolLoop(client, {
    model: 'claude-opus-5',
    max_tokens: 1024,
    tools: [],
    messages: [{ role: 'user', content: input }],
  });
`,
    'chat.txt': '{ "messages": [] }',
    'tools.yaml':
      '- name: look\n  description: Looks.\n  input_schema: { type: object }\n  answers: [{ result: seen }]\n',
  });
}

const CHATS = JSON.stringify(fileURLToPath(new URL('../testing/chats.ts', import.meta.url)));
const TESTING = JSON.stringify(fileURLToPath(new URL('../../testing/index.ts', import.meta.url)));

const FAST = ['--door', 'fakeMessages', '--seed', '7'];

async function json(cwd: string, file: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(cwd, file), 'utf8')) as Record<string, unknown>;
}

test('a good loop ends with 0, and what it was put through is told', async () => {
  const cwd = await folder();
  const argv = ['check', '--app', 'good.ts', '--runs', '40', ...FAST];
  const { code, stdout, stderr } = await ensaio(argv, cwd);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatchInlineSnapshot(`
    "  runs      40
      requests  71
      turns     96
      calls     102, side by side in 26 turns, up to 6 at once
      tools     33 runs
      call      repeated 9
      conduct   delay 20, error 5, result 4, throws 1
      fault     final-error 2, retried-error 16
      input     empty 1, extra 1, hostile 6, huge 5, missing 3, out-of-range 13, unknown 9, valid 55, wrong-length 1, wrong-pattern 2, wrong-type 2, wrong-value 4
      turn      answer 30, calls 32, empty 2, max_tokens 1, pause 8, refusal 3, stop_sequence 2

    40 runs: nothing broke, with seed 7
    "
  `);
  expect(await ensaio(argv, cwd)).toEqual({ code, stdout, stderr });
});

test('a loop that leaves its tools alone passes, and is told that no tool ever ran', async () => {
  const cwd = await folder();
  const check = (app: string, ...argv: string[]): ReturnType<typeof ensaio> =>
    ensaio(['check', '--app', app, '--runs', '30', ...FAST, ...argv], cwd);
  const told =
    '\n\nNo tool ever ran, though the model called some: use the `tools` of the context, and give your own as `tools`, or by --tools.\n\n';
  const idle = await check('idle.ts', '--out', 'idle.json');
  expect(idle.code).toBe(0);
  expect(idle.stdout).toContain(`${told}30 runs: nothing broke, with seed 7\n`);
  expect((await ensaio(['merge', 'idle.json'], cwd)).stdout).toContain(told);
  const good = await check('good.ts', '--out', 'good.json');
  expect(good.stdout).toMatch(/^ {2}tools +[1-9]\d* runs$/m);
  expect(good.stdout).not.toContain('No tool ever ran');
  const both = await ensaio(['merge', 'idle.json', 'good.json'], cwd);
  expect(both.stdout).not.toContain('No tool ever ran');
});

test('a bad loop ends with 1, its failure is told whole and kept as a scenario', async () => {
  const cwd = await folder();
  const argv = ['check', '--app', 'pause.ts', ...FAST, '--regressions'];
  const { code, stdout } = await ensaio(argv, cwd);
  expect(code).toBe(1);
  expect(stdout).toContain('The loop is broken. paused-turn-resumed: ');
  expect(stdout).toMatch(/\d+ runs: paused-turn-resumed broke, with seed 7\n$/);
  const [file, ...others] = await readdir(join(cwd, 'scenarios/regressions'));
  expect(others).toEqual([]);
  const kept = `scenarios/regressions/${file}`;
  expect((await ensaio(['run', kept, '--app', 'pause.ts'], cwd)).code).toBe(1);
  expect((await ensaio(['run', kept, '--app', 'good.ts'], cwd)).code).toBe(0);
});

test('an app of sessionApp is rehearsed as a conversation, and plays what is kept of it', async () => {
  const app = (session: string): string =>
    `import { badChats, chat } from ${CHATS};\nimport { sessionApp } from ${TESTING};\nexport default sessionApp(${session});\n`;
  const cwd = await tempFolder({
    'chat.ts': app('chat()'),
    'bad.ts': app("badChats['goes on with other words after a pause']"),
  });
  const good = await ensaio(['check', '--app', 'chat.ts', '--runs', '30', ...FAST], cwd);
  expect(good.code).toBe(0);
  expect(good.stdout).toMatch(/^ {2}command +compact \d+, interrupt \d+, resume \d+, retry \d+/m);
  const bad = await ensaio(['check', '--app', 'bad.ts', ...FAST, '--regressions', 'kept'], cwd);
  expect(bad.code).toBe(1);
  expect(bad.stdout).toContain('The conversation is broken. paused-turn-resumed: ');
  const [file] = await readdir(join(cwd, 'kept'));
  const played = (name: string): ReturnType<typeof ensaio> =>
    ensaio(['run', `kept/${file}`, '--app', name], cwd);
  expect([(await played('bad.ts')).code, (await played('chat.ts')).code]).toEqual([1, 0]);
});

test('a conversation is steered by the commands that are named, and by no more of them', async () => {
  const cwd = await tempFolder({
    'chat.ts': `import { chat } from ${CHATS};\nimport { sessionApp } from ${TESTING};\nexport default sessionApp(chat());\n`,
  });
  const check = (...argv: string[]): ReturnType<typeof ensaio> =>
    ensaio(['check', '--app', 'chat.ts', '--runs', '40', ...FAST, ...argv], cwd);
  const few = await check('--commands', 'send', 'retry', '--max-commands', '2');
  expect(few.code).toBe(0);
  const [, commands] = /^ {2}command +(.*)$/m.exec(few.stdout)!;
  expect(commands).toMatch(/^retry \d+, send \d+$/);
  const counts = commands!.match(/\d+/g)!.map(Number);
  expect(counts[0]! + counts[1]!).toBeLessThanOrEqual(80);
  expect((await check('--commands', 'sing')).stderr).toMatchInlineSnapshot(`
    "commands: there is no kind "sing".

    The kinds are send, interrupt, retry, resume, compact.
    "
  `);
  expect((await check('--max-commands', 'x')).stderr).toMatchInlineSnapshot(`
    "maxCommands is a whole number from 1, received x.
    "
  `);
});

test('the parts of many machines are merged into what one would have found', async () => {
  const cwd = await folder();
  const check = (app: string, shard: string, out: string): Promise<unknown> =>
    ensaio(['check', '--app', app, '--runs', '40', ...FAST, '--shard', shard, '--out', out], cwd);
  for (const part of [1, 2, 3]) await check('good.ts', `${part}/3`, `part-${part}.json`);
  await check('good.ts', '1/1', 'whole.json');
  const merged = await ensaio(['merge', 'part-*.json', '--out', 'merged.json'], cwd);
  expect(merged.code).toBe(0);
  expect(merged.stdout).toContain('40 runs: nothing broke, in 3 parts\n');
  expect(await json(cwd, 'merged.json')).toEqual(await json(cwd, 'whole.json'));
});

test('of each thing that broke the smallest script is kept', async () => {
  const cwd = await folder();
  const apps = ['pause.ts', 'rude.ts', 'pause.ts', 'good.ts'];
  for (const [index, app] of apps.entries()) {
    const seed = ['--door', 'fakeMessages', '--seed', String(index)];
    await ensaio(['check', '--app', app, ...seed, '--out', `${index}.json`], cwd);
  }
  const { code, stdout } = await ensaio(['merge', '*.json', '--out', 'all.json'], cwd);
  expect(code).toBe(1);
  expect(stdout).toMatch(/ runs: paused-turn-resumed, results-in-one-message broke, in 4 parts\n$/);
  const { failures } = (await json(cwd, 'all.json')) as { failures: { id: string }[] };
  expect(failures.map(({ id }) => id)).toEqual(['paused-turn-resumed', 'results-in-one-message']);
});

test('a failure is played again by its seed and path, with the tools of the app', async () => {
  const cwd = await folder();
  const tools = ['--tools', 'tools.yaml'];
  const first = ['check', '--app', 'rude.ts', ...FAST, ...tools, '--out', 'a.json'];
  expect((await ensaio(first, cwd)).code).toBe(1);
  const { failures } = (await json(cwd, 'a.json')) as {
    failures: { path: string; yaml: string }[];
  };
  expect(failures[0]!.yaml).toContain('name: look');
  const again = await ensaio([...first, '--path', failures[0]!.path], cwd);
  expect(again.stdout).toContain('1 run: results-in-one-message broke, with seed 7\n');
});

test('the seed may come from the environment', async () => {
  const cwd = await folder();
  const argv = ['check', '--app', 'good.ts', '--runs', '2', '--door', 'fakeMessages'];
  const { stdout } = await ensaio(argv, cwd, { env: { ENSAIO_SEED: '12' } });
  expect(stdout).toMatch(/, with seed 12\n$/);
});

test('a terminal is shown how far it is, and nothing of it is left', async () => {
  const cwd = await folder();
  let bar = '';
  const stderr = { isTTY: true, write: (text: string) => (bar += text) };
  const argv = ['check', '--app', 'good.ts', '--runs', '30', ...FAST];
  expect((await ensaio(argv, cwd, { stderr })).code).toBe(0);
  expect(bar).toContain('\r\u001B[K███████████████░░░░░░░░░░░░░░░ of 30 runs');
  expect(bar.endsWith('\r\u001B[K')).toBe(true);
});

test.each([
  [['check'], "error: required option '--app <module>' not specified\n"],
  [
    ['check', '--app', 'good.ts', '--runs', 'many'],
    'runs is a whole number from 1, received "many".\n',
  ],
  [
    ['check', '--app', 'good.ts', '--max-commands', '2'],
    'maxCommands is for an app of `sessionApp`.\n\nAny other app is a loop, which nobody steers.\n',
  ],
  [
    ['check', '--app', 'good.ts', '--final-tools', 'done', 'notes'],
    'finalTools: there is no tool "done".\n\nThe tools are look, move, get_order, note.\n',
  ],
  [['check', '--app', 'good.ts', '--shard', '2'], '--shard is like 2/8, received "2".\n'],
  [
    ['check', '--app', 'good.ts', '--shard', '9/8'],
    'shard is an index from 1 to count, received {"index":9,"count":8}.\n',
  ],
  [
    ['check', '--app', 'good.ts', '--tools', 'none.yaml'],
    expect.stringContaining('"none.yaml" is not a file that holds tools.'),
  ],
  [
    ['check', '--app', 'good.ts', '--except', 'unique-id'],
    'except: there is no "unique-id".\n\nDid you mean "unique-ids"?\n',
  ],
  [
    ['merge', 'tools.yaml'],
    expect.stringMatching(
      /^tools\.yaml is no result of a check: .*\n\n`ensaio check --out result.json` writes one\.\n$/,
    ),
  ],
  [
    ['merge', 'chat.txt'],
    'chat.txt is no result of a check: at version, expected 1.\n\n`ensaio check --out result.json` writes one.\n',
  ],
  [['merge', 'none/*.json'], expect.stringContaining('No file matches "none/*.json".')],
])('ends with 2 for %j', async (argv, message) => {
  const { code, stdout, stderr } = await ensaio(argv, await folder());
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toEqual(message);
});
