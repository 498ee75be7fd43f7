// From patterns to scenarios: what is found, what is passed over, and every reason why something is not loaded.
import { expect, test } from 'vitest';
import type { EnsaioError } from '../../src/error.ts';
import { ToolError } from '../../src/loop/index.ts';
import { loadScenarios } from '../../testing/index.ts';
import { tempFolder } from './temp-folder.ts';

const scenario = (name: string, more = ''): string => `name: ${name}\ninput: x\nturns: []\n${more}`;
const desk = `\
- name: look
  description: Looks.
  input_schema: { type: object, properties: { at: { type: string } } }
  answers:
    - { input: { at: left }, result: { seen: null } }
    - { input: { at: up }, error: Too bright. }
    - { input: { where: { side: right } }, result: [{ type: text, text: seen right }] }
`;

async function namesOf(globs: string | readonly string[], cwd: string): Promise<string[]> {
  return (await loadScenarios(globs, { cwd })).map(({ name }) => name);
}

/** What is wrong with the files, without the prefix of the error. */
async function reasonFor(globs: string | readonly string[], cwd: string): Promise<string> {
  const error: unknown = await loadScenarios(globs, { cwd }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const { code, message } = error as EnsaioError;
  return `${code}: ${message.replace('[ensaio] ', '').replaceAll(cwd, '<cwd>')}`;
}

test('finds files, folders and patterns, each file once, in order', async () => {
  const cwd = await tempFolder({
    'b.yaml': scenario('b'),
    'a.yml': scenario('a'),
    'deep/c.yaml': scenario('c'),
    'deep/[d].yaml': scenario('d'),
    'deep/notes.md': 'no scenario',
    'deep/node_modules/e/e.yaml': scenario('e'),
  });
  expect(await namesOf('*.yaml', cwd)).toEqual(['b']);
  expect(await namesOf(['b.yaml', '**/*.{yaml,yml}'], cwd)).toEqual(['a', 'b', 'd', 'c']);
  expect(await namesOf('deep', cwd)).toEqual(['d', 'c']);
  expect(await namesOf('deep/[d].yaml', cwd)).toEqual(['d']);
  expect(await namesOf(['**/*.yaml', '!deep/**'], cwd)).toEqual(['b']);
  expect(await namesOf('deep/node_modules', cwd)).toEqual(['e']);
  expect(await namesOf(`${cwd}/b.yaml`, '/')).toEqual(['b']);
});

test('names files from the working folder', async () => {
  const cwd = await tempFolder({ 'deep/a.yaml': scenario('a') });
  const [inside] = await loadScenarios('deep', { cwd });
  expect(inside?.file).toBe('deep/a.yaml');
  const [outside] = await loadScenarios('../../deep/a.yaml', { cwd: `${cwd}/some/where` });
  expect(outside?.file).toBe(`${cwd}/deep/a.yaml`);
});

test('refuses a pattern that finds nothing, whatever the others find', async () => {
  const cwd = await tempFolder({ 'a.yaml': scenario('a'), 'tools.yaml': desk });
  expect(await reasonFor(['a.yaml', 'b/*.yaml'], cwd)).toMatchInlineSnapshot(`
    "option-invalid: No file matches "b/*.yaml".

    Looked in <cwd>."
  `);
  expect(await reasonFor([], cwd)).toMatchInlineSnapshot(
    `"option-invalid: No pattern was given to find scenarios by."`,
  );
  expect(await reasonFor('tools.yaml', cwd)).toMatchInlineSnapshot(
    `"option-invalid: No scenario is in tools.yaml, only what scenarios share."`,
  );
});

test('gives tools of a shared file their answers', async () => {
  const cwd = await tempFolder({
    'desk/tools.yaml': desk,
    'desk/a.yaml': scenario('a', 'tools: tools.yaml'),
    'b.yaml': scenario('b', 'tools: desk/tools.yaml'),
  });
  const scenarios = await loadScenarios('**/*.yaml', { cwd });
  expect(scenarios.map(({ name }) => name)).toEqual(['b', 'a']);
  const [look] = scenarios[0]!.tools;
  expect(look).toMatchObject({ name: 'look', effect: 'read' });
  const context = { signal: new AbortController().signal, toolUseId: 'toolu_1' };
  const ask = async (input: unknown): Promise<unknown> => look?.run(input, context);
  expect(await ask({ at: 'left', more: true })).toEqual({ seen: null });
  expect(await ask({ where: { side: 'right', far: 1 } })).toEqual([
    { type: 'text', text: 'seen right' },
  ]);
  await expect(ask({ at: 'up' })).rejects.toThrow(new ToolError('Too bright.'));
  await expect(ask({ at: 'down' })).rejects.toThrow(
    new ToolError(
      'look has no answer for {"at":"down"} in this scenario; it has answers for {"at":"left"}, {"at":"up"}, {"where":{"side":"right"}}.',
    ),
  );
});

test('hands out a result anew for every call', async () => {
  const cwd = await tempFolder({
    'tools.yaml': desk,
    'a.yaml': scenario('a', 'tools: tools.yaml'),
  });
  const [loaded] = await loadScenarios('a.yaml', { cwd });
  const context = { signal: new AbortController().signal, toolUseId: 'toolu_1' };
  const ask = async (): Promise<unknown> => loaded?.tools[0]?.run({ at: 'left' }, context);
  Object.assign((await ask()) as object, { seen: 'spoilt' });
  expect(await ask()).toEqual({ seen: null });
});

test('takes tools from a module, by name or as its default', async () => {
  const cwd = await tempFolder({
    'named.mjs': 'export const tools = [{ name: "one" }];',
    'default.mjs': 'export default [{ name: "two" }];',
    'a.yaml': scenario('a', 'tools: named.mjs'),
    'b.yaml': scenario('b', 'tools: ./default.mjs'),
  });
  const scenarios = await loadScenarios('*.yaml', { cwd });
  expect(scenarios.map(({ tools }) => tools)).toEqual([[{ name: 'one' }], [{ name: 'two' }]]);
});

test('says at the scenario what is wrong with the file of its tools', async () => {
  const cwd = await tempFolder({
    'other.yaml': scenario('other'),
    'broken.mjs': 'throw new Error("no desk today")',
    'none.mjs': 'export const desk = [];',
    'a.yaml': scenario('a', 'tools: nowhere.yaml'),
    'b.yaml': scenario('b', 'tools: other.yaml'),
    'c.yaml': scenario('c', 'tools: broken.mjs'),
    'd.yaml': scenario('d', 'tools: none.mjs'),
  });
  expect(await reasonFor('*.yaml', cwd)).toMatchInlineSnapshot(`
    "scenario-invalid: 4 problems in 4 files:

    a.yaml:4:8 tools-invalid "nowhere.yaml" is not a file that holds tools.
      tools: nowhere.yaml
             ^^^^^^^^^^^^

    b.yaml:4:8 tools-invalid "other.yaml" is not a file that holds tools.
      tools: other.yaml
             ^^^^^^^^^^

    c.yaml:4:8 tools-invalid "broken.mjs" failed to load: no desk today.
      tools: broken.mjs
             ^^^^^^^^^^

    d.yaml:4:8 tools-invalid "none.mjs" must export a list of tools, by the name \`tools\` or as its default.
      tools: none.mjs
             ^^^^^^^^"
  `);
});

test('says in the file of the tools what is wrong there, once for all who share it', async () => {
  const cwd = await tempFolder({
    'tools.yaml': `${desk}- { name: look out, description: '', input_schema: {}, answers: [] }\n`,
    'a.yaml': scenario('a', 'tools: tools.yaml'),
    'b.yaml': scenario('b', 'tools: tools.yaml'),
  });
  expect(await reasonFor('*.yaml', cwd)).toMatchInlineSnapshot(`
    "scenario-invalid: 1 problem in 1 file:

    tools.yaml:8:3 tools-invalid Failed to define tool "look out": the name must match ^[a-zA-Z0-9_-]{1,128}$.
      - { name: look out, description: '', input_schema: {}, answers: [] }
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
  `);
});

test('collects the problems of all files', async () => {
  const cwd = await tempFolder({
    'a.yaml': scenario('a'),
    'b.yaml': 'name: b\nturns: [\n',
    'c.yaml': scenario('c', 'tool: look'),
    'd.yaml': Uint8Array.of(0xff, 0xfe, 0x6e, 0x00),
    'e.yaml': '',
  });
  expect(await reasonFor('*.yaml', cwd)).toMatchInlineSnapshot(`
    "scenario-invalid: 4 problems in 4 files:

    b.yaml:2:9 yaml-syntax Flow sequence in block collection must be sufficiently indented and end with a ].
      turns: [
              ^

    c.yaml:4:1 unknown-key unknown key "tool"; did you mean "tools"?
      tool: look
      ^^^^

    d.yaml:1:1 file-encoding the file is not UTF-8 from here on; save it as UTF-8.
      ��n␀
      ^

    e.yaml:1:1 file-empty there is nothing in this file."
  `);
});
