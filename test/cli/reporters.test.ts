// Each reporter as a whole, on one scenario that passes, one that fails and one that is skipped.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { ensaio, type Captured } from './capture.ts';
import { readXml } from './read-xml.ts';

const SCENARIOS = `\
- name: hello
  tags: [greeting]
  input: Say hello.
  turns: [{ reply: Hello. }]
- name: "100 % <sure>, \\"always\\""
  input: Where is A-1?
  tools:
    - name: look
      description: Looks.
      input_schema: { type: object }
      answers: [{ result: "<a & b>" }]
  turns:
    - reply: [{ tool_use: { id: toolu_1, name: look, input: { at: left } } }]
    - reply: Here.
  expect:
    answer: There.
- name: later
  skip: waits for a fix
  input: x
  turns: [{ reply: y }]
`;

const files = {
  'a.yaml': SCENARIOS,
  'b.yaml': 'name: bye\ninput: Bye.\nturns: [{ reply: Bye. }]\n',
};

async function report(
  argv: readonly string[],
  env: Record<string, string> = {},
): Promise<Captured & { cwd: string }> {
  const cwd = await tempFolder(files);
  let ms = 0;
  const now = (): number => (ms += 250);
  const captured = await ensaio(['run', '.', '--concurrency', '1', ...argv], cwd, { env, now });
  expect(captured).toMatchObject({ code: 1, stderr: '' });
  return { ...captured, cwd };
}

test('pretty', async () => {
  const { stdout } = await report([]);
  expect(stdout).toMatchInlineSnapshot(`
    "✓ hello
      answer: Hello.
      user: text
      assistant: text

    ✗ 100 % <sure>, "always"
      turn 1: look {"at":"left"}
      answer: Here.

      a.yaml:16:13 answer-differs the answer differs.
            answer: There.
                    ^^^^^^
        expected: "There."
        received: "Here."
        so far:
          user: text
          assistant: tool_use(toolu_1)
          user: tool_result(toolu_1) -> <a & b>
          assistant: text

    ✓ bye
      answer: Bye.
      user: text
      assistant: text

    - later (skipped: waits for a fix)

    4 scenarios: 2 passed, 1 failed, 1 skipped (1.8 s)
    "
  `);
});

test('pretty tells no more than the name of what passes, when there is much of it', async () => {
  const scenario = (name: string): string =>
    `- { name: ${name}, input: x, turns: [{ reply: y }] }\n`;
  const names = 'abcdefg'.split('');
  const cwd = await tempFolder({ 'a.yaml': names.map(scenario).join('') });
  const { code, stdout } = await ensaio(['run', '.'], cwd);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `${names.map((name) => `✓ ${name}\n`).join('')}\n7 scenarios: 7 passed (0 ms)\n`,
  });
  const full = await ensaio(['run', '.', '--transcript'], cwd);
  const told = (name: string): string =>
    `✓ ${name}\n  answer: y\n  user: text\n  assistant: text\n\n`;
  expect(full.stdout).toBe(`${names.map(told).join('')}7 scenarios: 7 passed (0 ms)\n`);
});

test('json', async () => {
  const { stdout } = await report(['--reporter', 'json']);
  expect(JSON.parse(stdout)).toMatchInlineSnapshot(`
    {
      "counts": {
        "failed": 1,
        "passed": 2,
        "skipped": 1,
      },
      "elapsed_ms": 1750,
      "scenarios": [
        {
          "answer": "Hello.",
          "conversations": [
            {
              "invariants": [],
              "messages": [
                {
                  "content": "Say hello.",
                  "role": "user",
                },
                {
                  "content": [
                    {
                      "text": "Hello.",
                      "type": "text",
                    },
                  ],
                  "role": "assistant",
                },
              ],
            },
          ],
          "door": "client",
          "elapsed_ms": 250,
          "file": "a.yaml",
          "line": 1,
          "name": "hello",
          "printed": "",
          "problems": [],
          "scenario": "hello",
          "status": "passed",
          "tags": [
            "greeting",
          ],
          "tool_calls": [],
          "transcripts": [
            "user: text
    assistant: text",
          ],
        },
        {
          "answer": "Here.",
          "conversations": [
            {
              "invariants": [],
              "messages": [
                {
                  "content": "Where is A-1?",
                  "role": "user",
                },
                {
                  "content": [
                    {
                      "caller": {
                        "type": "direct",
                      },
                      "id": "toolu_1",
                      "input": {
                        "at": "left",
                      },
                      "name": "look",
                      "type": "tool_use",
                    },
                  ],
                  "role": "assistant",
                },
                {
                  "content": [
                    {
                      "content": "<a & b>",
                      "tool_use_id": "toolu_1",
                      "type": "tool_result",
                    },
                  ],
                  "role": "user",
                },
                {
                  "content": [
                    {
                      "text": "Here.",
                      "type": "text",
                    },
                  ],
                  "role": "assistant",
                },
              ],
            },
          ],
          "door": "client",
          "elapsed_ms": 250,
          "file": "a.yaml",
          "line": 5,
          "name": "100 % <sure>, "always"",
          "printed": "",
          "problems": [
            {
              "code": "answer-differs",
              "column": 13,
              "expected": ""There."",
              "file": "a.yaml",
              "line": 16,
              "message": "the answer differs.",
              "path": "expect.answer",
              "received": ""Here."",
            },
          ],
          "scenario": "100 % <sure>, "always"",
          "status": "failed",
          "tags": [],
          "tool_calls": [
            {
              "id": "toolu_1",
              "input": {
                "at": "left",
              },
              "name": "look",
              "turn": 1,
            },
          ],
          "transcripts": [
            "user: text
    assistant: tool_use(toolu_1)
    user: tool_result(toolu_1) -> <a & b>
    assistant: text",
          ],
        },
        {
          "file": "a.yaml",
          "line": 17,
          "name": "later",
          "reason": "waits for a fix",
          "scenario": "later",
          "status": "skipped",
          "tags": [],
        },
        {
          "answer": "Bye.",
          "conversations": [
            {
              "invariants": [],
              "messages": [
                {
                  "content": "Bye.",
                  "role": "user",
                },
                {
                  "content": [
                    {
                      "text": "Bye.",
                      "type": "text",
                    },
                  ],
                  "role": "assistant",
                },
              ],
            },
          ],
          "door": "client",
          "elapsed_ms": 250,
          "file": "b.yaml",
          "line": 1,
          "name": "bye",
          "printed": "",
          "problems": [],
          "scenario": "bye",
          "status": "passed",
          "tags": [],
          "tool_calls": [],
          "transcripts": [
            "user: text
    assistant: text",
          ],
        },
      ],
      "strays": [],
      "success": false,
      "version": 1,
    }
  `);
});

test('junit', async () => {
  const { stdout } = await report(['--reporter', 'junit']);
  expect(stdout).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="ensaio" tests="4" failures="1" errors="0" skipped="1" time="1.750">
    <testsuite name="a.yaml" tests="3" failures="1" errors="0" skipped="1" time="0.500">
    <testcase name="hello" classname="a.yaml" file="a.yaml" line="1" time="0.250"/>
    <testcase name="100 % &lt;sure&gt;, &quot;always&quot;" classname="a.yaml" file="a.yaml" line="5" time="0.250">
    <failure message="the answer differs." type="answer-differs">turn 1: look {"at":"left"}
    answer: Here.

    a.yaml:16:13 answer-differs the answer differs.
          answer: There.
                  ^^^^^^
      expected: "There."
      received: "Here."
      so far:
        user: text
        assistant: tool_use(toolu_1)
        user: tool_result(toolu_1) -&gt; &lt;a &amp; b&gt;
        assistant: text</failure>
    </testcase>
    <testcase name="later" classname="a.yaml" file="a.yaml" line="17" time="0.000">
    <skipped message="waits for a fix"/>
    </testcase>
    </testsuite>
    <testsuite name="b.yaml" tests="1" failures="0" errors="0" skipped="0" time="0.250">
    <testcase name="bye" classname="b.yaml" file="b.yaml" line="1" time="0.250"/>
    </testsuite>
    </testsuites>
    "
  `);
  const { attributes, children } = readXml(stdout);
  expect(attributes).toMatchObject({ tests: '4', failures: '1', errors: '0', skipped: '1' });
  expect(children.filter((child) => typeof child !== 'string')).toHaveLength(2);
});

test('github', async () => {
  const cwd = await tempFolder({});
  const path = join(cwd, 'summary.md');
  const { stdout } = await report(['--reporter', 'github'], { GITHUB_STEP_SUMMARY: path });
  expect(stdout).toMatchInlineSnapshot(`
    "✓ hello
      answer: Hello.
      user: text
      assistant: text

    ✗ 100 % <sure>, "always"
      turn 1: look {"at":"left"}
      answer: Here.

      a.yaml:16:13 answer-differs the answer differs.
            answer: There.
                    ^^^^^^
        expected: "There."
        received: "Here."
        so far:
          user: text
          assistant: tool_use(toolu_1)
          user: tool_result(toolu_1) -> <a & b>
          assistant: text

    ::error file=a.yaml,line=16,col=13,title=100 %25 <sure>%2C "always"::the answer differs.%0Aexpected: "There."%0Areceived: "Here."

    ✓ bye
      answer: Bye.
      user: text
      assistant: text

    - later (skipped: waits for a fix)

    4 scenarios: 2 passed, 1 failed, 1 skipped (1.8 s)
    "
  `);
  expect(await readFile(path, 'utf8')).toMatchInlineSnapshot(`
    "### ensaio

    4 scenarios: 2 passed, 1 failed, 1 skipped (1.8 s)

    <details><summary>✗ 100 % &lt;sure>, "always"</summary>

    \`\`\`text
    turn 1: look {"at":"left"}
    answer: Here.

    a.yaml:16:13 answer-differs the answer differs.
          answer: There.
                  ^^^^^^
      expected: "There."
      received: "Here."
      so far:
        user: text
        assistant: tool_use(toolu_1)
        user: tool_result(toolu_1) -> <a & b>
        assistant: text
    \`\`\`

    </details>

    "
  `);
});

test('github is the reporter on GitHub, and names files from the top of the repository', async () => {
  const { stdout, cwd } = await report(['--grep', 'sure'], { GITHUB_ACTIONS: 'true' });
  expect(stdout).toContain('\n::error file=a.yaml,line=16,');
  const { stdout: named } = await ensaio(['run', '.', '--reporter', 'github'], join(cwd), {
    env: { GITHUB_WORKSPACE: join(cwd, '..') },
  });
  expect(named).toMatch(/\n::error file=ensaio-test-\w+\/a\.yaml,line=16,/);
  const { stdout: asked } = await report(['--reporter', 'pretty'], { GITHUB_ACTIONS: 'true' });
  expect(asked).not.toContain('::error');
});

test('each tells of an error that belongs to no scenario', async () => {
  const cwd = await tempFolder({ 'b.yaml': files['b.yaml'] });
  const onStray = (callback: (error: unknown) => void): (() => void) => {
    callback(Object.assign(new Error('no pool'), { stack: '' }));
    return () => undefined;
  };
  const told = async (reporter: string): Promise<string> => {
    const argv = ['run', '.', '--reporter', reporter];
    const { code, stdout } = await ensaio(argv, cwd, { onStray });
    expect(code).toBe(1);
    return stdout;
  };
  expect(JSON.parse(await told('json'))).toMatchObject({
    success: false,
    counts: { passed: 1, failed: 0, skipped: 0 },
    strays: [{ error: 'Error: no pool', during: [] }],
  });
  const xml = await told('junit');
  expect(readXml(xml).attributes).toMatchObject({ tests: '2', failures: '0', errors: '1' });
  expect(xml.slice(xml.indexOf('<testsuite name="errors'))).toMatchInlineSnapshot(`
    "<testsuite name="errors that nobody caught" tests="1" failures="0" errors="1" skipped="0">
    <testcase name="error 1" classname="errors that nobody caught">
    <error message="An error that nobody caught came up while no scenario ran" type="stray">An error that nobody caught came up while no scenario ran
      Error: no pool</error>
    </testcase>
    </testsuite>
    </testsuites>
    "
  `);
  expect(await told('github')).toContain(
    '\n::error title=an error that nobody caught::An error that nobody caught came up while no scenario ran%0A  Error: no pool\n',
  );
});

test('a report goes into a file, while the terminal is for people', async () => {
  const { stdout, cwd } = await report(['--reporter', 'junit', '--output', 'out/report.xml']);
  expect(stdout).toBe((await report([])).stdout);
  const written = await readFile(join(cwd, 'out/report.xml'), 'utf8');
  expect(written).toBe((await report(['--reporter', 'junit'])).stdout);
});
