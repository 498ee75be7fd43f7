// Which scenarios `ensaio run` runs, and what it says to options that mean nothing.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameFilter, tagFilter } from '../../cli/scenario-filters.ts';
import type { Scenario } from '../../testing/index.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { ensaio } from './capture.ts';

const scenario = (name: string, tags: string): string =>
  `- { name: ${name}, tags: [${tags}], input: x, turns: [{ reply: y }] }\n`;

const files = {
  'a.yaml': [
    scenario('a Stream breaks off', 'streams, slow'),
    scenario('two streams', 'streams'),
    scenario('a call', 'calls, slow'),
    scenario('an answer', ''),
  ].join(''),
};

/** The names of what is run with these options. */
async function chosen(...argv: readonly string[]): Promise<string[]> {
  const { code, stdout, stderr } = await ensaio(['run', '.', ...argv], await tempFolder(files));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return [...stdout.matchAll(/^✓ (.*)$/gm)].map(([, name]) => name!);
}

test.each([
  [
    ['--grep', 'STREAM'],
    ['a Stream breaks off', 'two streams'],
  ],
  [['--grep', '/stream/'], ['two streams']],
  [
    ['--grep', '/^a .*/gi'],
    ['a Stream breaks off', 'a call'],
  ],
  [['--grep', 'off'], ['a Stream breaks off']],

  [
    ['--tags', 'streams'],
    ['a Stream breaks off', 'two streams'],
  ],
  [
    ['--tags', 'calls, streams'],
    ['a Stream breaks off', 'two streams', 'a call'],
  ],
  [
    ['--tags', '!slow'],
    ['two streams', 'an answer'],
  ],
  [['--tags', 'streams,!slow'], ['two streams']],
  [['--tags', 'slow', '--grep', 'call'], ['a call']],
])('%j runs %j', async (argv, names) => {
  expect(await chosen(...argv)).toEqual(names);
});

const tag = fc.constantFrom('a', 'b', 'c');

test('tags ask for one of those named, and for none of those with a mark', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(tag),
      fc.array(fc.tuple(fc.boolean(), tag), { minLength: 1 }),
      (tags, written) => {
        const text = written.map(([isWanted, name]) => (isWanted ? name : `!${name}`)).join(',');
        const wanted = written.filter(([isWanted]) => isWanted).map(([, name]) => name);
        const unwanted = written.filter(([isWanted]) => !isWanted).map(([, name]) => name);
        const isAccepted =
          (wanted.length === 0 || tags.some((each) => wanted.includes(each))) &&
          !tags.some((each) => unwanted.includes(each));
        expect(tagFilter(text).accepts({ tags } as unknown as Scenario)).toBe(isAccepted);
      },
    ),
  );
});

test('any text that is no pattern is looked for by the letter', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (before, text, after) => {
      fc.pre(!/^\/.+\/[dgimsuvy]*$/s.test(text));
      const name = before + text + after;
      expect(nameFilter(text).accepts({ name } as Scenario)).toBe(true);
    }),
  );
});

test('ends with 2 when nothing is chosen, and says what there is', async () => {
  const cwd = await tempFolder(files);
  const many = await tempFolder({
    'a.yaml': 'abcdefghijkl'
      .split('')
      .map((name) => scenario(name, ''))
      .join(''),
  });
  const said: string[] = [];
  for (const [folder, ...argv] of [
    [cwd, '--grep', 'strem', '--tags', 'stream,!slow,!fast'],
    [many, '--grep', '/x/i'],
    [many, '--tags', '!slow', '--grep', 'é'],
  ] as const) {
    const { code, stdout, stderr } = await ensaio(['run', '.', ...argv], folder);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    said.push(stderr);
  }
  expect(said.join('---\n')).toMatchInlineSnapshot(`
    "No scenario has a name with "strem" and tags that match "stream,!slow,!fast".

    There are 4 scenarios:
      a Stream breaks off
      two streams
      a call
      an answer
    Their tags: calls, slow, streams
    ---
    No scenario has a name that matches /x/i.

    There are 12 scenarios:
      a
      b
      c
      d
      e
      f
      g
      h
      i
      j
      … and 2 more
    None has a tag.
    ---
    No scenario has a name with "é" and tags that match "!slow".

    There are 12 scenarios:
      a
      b
      c
      d
      e
      f
      g
      h
      i
      j
      … and 2 more
    None has a tag.
    "
  `);
});

test('a scenario that is to be skipped can be chosen, and `only` counts among the chosen', async () => {
  const cwd = await tempFolder({
    'a.yaml': `\
- { name: one, tags: [x], skip: it is late, input: x, turns: [{ reply: y }] }
- { name: two, tags: [x], input: x, turns: [{ reply: y }] }
- { name: three, only: looking, input: x, turns: [{ reply: y }] }
`,
  });
  const { code, stdout } = await ensaio(['run', '.', '--tags', 'x'], cwd);
  expect(code).toBe(0);
  expect(stdout).toContain('✓ two\n');
  expect(stdout).toContain('- one (skipped: it is late)\n\n2 scenarios: 1 passed, 1 skipped');
});

test('ends with 2 when an option means nothing', async () => {
  const cwd = await tempFolder(files);
  const said: string[] = [];
  for (const argv of [
    ['--door', 'sever'],
    ['--reporter', 'xml'],
    ['--reporter', 'unit'],
    ['--concurrency', '0'],
    ['--bail', '.'],
    ['--bail', '-1'],
    ['--timeout', 'soon'],
    ['--grep', '/(/'],
    ['--grep', '/a/ii'],
    ['--tags', 'a,,b'],
    ['--tags', '!'],
  ]) {
    const { code, stdout, stderr } = await ensaio(['run', '.', ...argv], cwd);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    said.push(stderr);
  }
  expect(said.join('---\n')).toMatchInlineSnapshot(`
    "--door is one of client, msw, server, all, received "sever".

    Did you mean "server"?
    ---
    --reporter is one of pretty, json, junit, github, html, received "xml".
    ---
    --reporter is one of pretty, json, junit, github, html, received "unit".

    Did you mean "junit"?
    ---
    --concurrency is a whole number from 1, received "0".
    ---
    --bail is a whole number from 1, received ".".

    Without a number it stands behind the files: \`… --bail\`.
    ---
    --bail is a whole number from 1, received "-1".

    Without a number it stands behind the files: \`… --bail\`.
    ---
    --timeout is a number of seconds up to 2000000, received "soon".
    ---
    --grep: Invalid regular expression: /(/: Unterminated group.
    ---
    --grep: Invalid flags supplied to RegExp constructor 'ii'.
    ---
    --tags: a tag is missing in "a,,b".
    ---
    --tags: a tag is missing in "!".
    "
  `);
});

test('leaves the rest after so many failures, however many run at a time', async () => {
  const one = (name: string, answer: string): string =>
    `- { name: ${name}, input: x, turns: [{ reply: y }], expect: { answer: ${answer} } }\n`;
  const cwd = await tempFolder({
    'a.yaml': 'abcdefghijkl'
      .split('')
      .map((name, index) => one(name, index % 2 ? 'n' : '"y"'))
      .join(''),
  });
  const run = async (...argv: string[]): Promise<string> => {
    const { code, stdout } = await ensaio(['run', '.', ...argv], cwd);
    expect(code).toBe(1);
    return stdout.replaceAll(/^ .*\n|^\n/gm, '');
  };
  const alone = await run('--bail', '--concurrency', '1');
  expect(alone).toMatchInlineSnapshot(`
    "✓ a
    ✗ b
    - 10 scenarios (skipped: called off after 1 failure)
    12 scenarios: 1 passed, 1 failed, 10 skipped (0 ms)
    "
  `);
  expect(await run('--bail', '1', '--concurrency', '12')).toBe(alone);
  const three = await run('--bail', '3', '--concurrency', '1');
  expect(three).toMatchInlineSnapshot(`
    "✓ a
    ✗ b
    ✓ c
    ✗ d
    ✓ e
    ✗ f
    - 6 scenarios (skipped: called off after 3 failures)
    12 scenarios: 3 passed, 3 failed, 6 skipped (0 ms)
    "
  `);
  expect(await run('--bail', '3', '--concurrency', '5')).toBe(three);
});

test('runs each scenario over each door', async () => {
  const cwd = await tempFolder({ 'a.yaml': scenario('hello', '') });
  const all = await ensaio(['run', '.', '--door', 'all', '--reporter', 'junit'], cwd);
  expect(all.code).toBe(0);
  expect(all.stdout.match(/<testcase name="[^"]*"/g)).toEqual([
    '<testcase name="hello [client]"',
    '<testcase name="hello [msw]"',
    '<testcase name="hello [server]"',
  ]);
  const { stdout } = await ensaio(['run', '.', '--door', 'all'], cwd);
  expect(stdout).toMatch(/\n1 scenario over 3 doors: 3 passed \(0 ms\)\n$/);
  const { stdout: server } = await ensaio(['run', '.', '--door', 'server'], cwd);
  expect(server).toMatch(/^✓ hello\n[^]*\n1 scenario: 1 passed \(0 ms\)\n$/);
});
