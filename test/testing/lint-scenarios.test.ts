// What lint finds besides mistakes of form, and what it leaves alone because it can be meant.
import { expect, test } from 'vitest';
import { formatProblems, lintScenarios } from '../../testing/index.ts';
import { tempFolder } from './temp-folder.ts';

const DESK = `\
- name: look
  description: Looks somewhere.
  input_schema: { type: object, properties: { at: { type: string } }, required: [at] }
  answers: [{ result: seen }]
`;

/** What lint says about `a.yaml` with the tools of `desk.yaml`; empty when all is well. */
async function said(text: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const cwd = await tempFolder({ 'a.yaml': text, 'desk.yaml': DESK, ...more });
  const { problems } = await lintScenarios('*.yaml', { cwd });
  return formatProblems(problems);
}

test('finds calls of tools that are not declared', async () => {
  expect(
    await said(`\
name: x
input: y
tools: desk.yaml
turns:
  - reply: [{ tool_use: { name: loook, input: { at: left } } }]
  - reply: { content: [{ type: tool_use, name: hear, input: {} }] }
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:5:33 tool-undeclared there is no tool "loook"; did you mean "look"?
        - reply: [{ tool_use: { name: loook, input: { at: left } } }]
                                      ^^^^^

    a.yaml:6:48 tool-undeclared there is no tool "hear"; \`tools\` has look.
        - reply: { content: [{ type: tool_use, name: hear, input: {} }] }
                                                     ^^^^"
  `);
  expect(
    await said('name: x\ninput: y\ntools: []\nturns: [{ reply: [{ tool_use: { name: look } }] }]'),
  ).toMatchInlineSnapshot(`
    "a.yaml:4:39 tool-undeclared there is no tool "look"; \`tools\` is empty.
      turns: [{ reply: [{ tool_use: { name: look } }] }]
                                            ^^^^"
  `);
});

test('finds inputs that the schema of their tool refuses', async () => {
  expect(
    await said(`\
name: x
input: y
tools: desk.yaml
turns:
  - reply: [{ tool_use: { name: look } }, { tool_use: { name: look, input: { at: 5 } } }]
  - reply: [{ tool_use: { name: look, input: { at: left } } }]
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:5:25 input-refused the tool "look" refuses this input: at: expected string, received nothing.
        - reply: [{ tool_use: { name: look } }, { tool_use: { name: look, input: { at: 5 } } }]
                              ^^^^^^^^^^^^^^

    a.yaml:5:76 input-refused the tool "look" refuses this input: at: expected string, received 5.
        - reply: [{ tool_use: { name: look } }, { tool_use: { name: look, input: { at: 5 } } }]
                                                                                 ^^^^^^^^^"
  `);
});

test('leaves calls alone that the scenario expects to fail, or that are cut short', async () => {
  expect(
    await said(`\
name: x
input: y
tools: desk.yaml
turns:
  - reply: [{ tool_use: { id: toolu_a, name: look } }, { tool_use: { name: hear } }]
  - expect: { tool_results: [{ tool_use_id: toolu_a, is_error: true }, { is_error: true }] }
    reply: [{ tool_use: { id: toolu_b, name: hear } }]
  - reply: { content: [{ tool_use: { name: look } }], stop_reason: max_tokens }
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:7:46 tool-undeclared there is no tool "hear"; \`tools\` has look.
          reply: [{ tool_use: { id: toolu_b, name: hear } }]
                                                   ^^^^"
  `);
  expect(
    await said(`\
name: x
input: y
tools: desk.yaml
turns: [{ reply: [{ tool_use: { id: toolu_a, name: hear } }] }, { reply: ok }]
expect: { tool_results: [{ tool_use_id: toolu_a, is_error: true }] }
`),
  ).toBe('');
});

test('says nothing of names and inputs where the app brings its tools, or where they are code', async () => {
  const calls = 'turns: [{ reply: [{ tool_use: { name: hear } }] }]\n';
  expect(await said(`name: x\ninput: y\n${calls}`)).toBe('');
  const module = { 'tools.mjs': 'throw new Error("run");' };
  expect(await said(`name: x\ninput: y\ntools: tools.mjs\n${calls}`, module)).toBe('');
  expect(await said(`name: x\ninput: y\ntools: none.mjs\n${calls}`)).toMatchInlineSnapshot(`
    "a.yaml:3:8 tools-invalid "none.mjs" is not a file that holds tools.
      tools: none.mjs
             ^^^^^^^^"
  `);
});

test('finds ids that are given out twice', async () => {
  expect(
    await said(`\
name: x
input: y
turns:
  - reply: [{ tool_use: { id: toolu_a, name: look } }]
  - reply: [{ tool_use: { name: look } }, { type: tool_use, id: toolu_a, name: look, input: {} }]
  - { reply: [{ tool_use: { id: toolu_b, name: look } }], times: 2 }
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:5:65 call-id-repeated the id "toolu_a" is that of a call of turn 1 already; the API never gives out an id twice.
        - reply: [{ tool_use: { name: look } }, { type: tool_use, id: toolu_a, name: look, input: {} }]
                                                                      ^^^^^^^

    a.yaml:6:33 call-id-repeated the id "toolu_b" is used each of 2 times; the API never gives out an id twice. Leave it out.
        - { reply: [{ tool_use: { id: toolu_b, name: look } }], times: 2 }
                                      ^^^^^^^"
  `);
});

test('finds turns that can never be reached', async () => {
  expect(
    await said(`\
name: x
input: y
turns: [{ error: overloaded, times: 2 }, { reply: a }, { reply: b }]
expect: { requests: 3 }
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:3:56 turn-unreachable turn 3 can never be reached: the scenario allows 3 requests, and the turns before it take them all.
      turns: [{ error: overloaded, times: 2 }, { reply: a }, { reply: b }]
                                                             ^^^^^^^^^^^^"
  `);
  expect(
    await said(`\
name: x
input: y
turns: [{ reply: a }]
expect: { requests: { at_most: 0 } }
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:3:9 turn-unreachable turn 1 can never be reached: the scenario allows 0 requests, and the turns before it take them all.
      turns: [{ reply: a }]
              ^^^^^^^^^^^^"
  `);
  expect(
    await said(`\
name: x
input: y
turns: [{ reply: a }, { when: {}, reply: b }, { when: { user: c }, reply: d }]
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:3:9 turn-unreachable turn 1 can never be reached: the \`when\` of turn 2 takes every request.
      turns: [{ reply: a }, { when: {}, reply: b }, { when: { user: c }, reply: d }]
              ^^^^^^^^^^^^"
  `);
  expect(
    await said(`\
name: x
input: y
turns: [{ reply: a }]
routes: [{ when: {}, turns: [{ reply: b }] }]
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:3:9 turn-unreachable turn 1 can never be reached: the \`when\` of route 1 takes every request.
      turns: [{ reply: a }]
              ^^^^^^^^^^^^"
  `);
  expect(
    await said(`\
name: x
input: y
turns: [{ reply: a }, { when: { user: c }, reply: b }, { when: { user: c }, reply: d }]
expect: { requests: { at_least: 1 } }
`),
  ).toBe('');
});

test('finds results of calls that nobody makes', async () => {
  expect(
    await said(`\
name: x
input: [{ role: assistant, content: [{ type: tool_use, id: toolu_0, name: look, input: {} }] }]
turns:
  - expect: { tool_results: [{ tool_use_id: toolu_0 }, { tool_use_id: toolu_a }] }
    reply: [{ tool_use: { id: toolu_a, name: look } }]
  - expect: { tool_results: { contains: { tool_use_id: toolu_b } } }
    reply: ok
expect: { tool_results: [{ tool_use_id: toolu_a }, { tool_use_id: another }] }
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:4:71 result-uncalled no turn before this makes a call with the id "toolu_a"; did you mean "toolu_0"?
        - expect: { tool_results: [{ tool_use_id: toolu_0 }, { tool_use_id: toolu_a }] }
                                                                            ^^^^^^^

    a.yaml:6:56 result-uncalled no turn before this makes a call with the id "toolu_b"; did you mean "toolu_0"?
        - expect: { tool_results: { contains: { tool_use_id: toolu_b } } }
                                                             ^^^^^^^

    a.yaml:8:67 result-uncalled no turn before this makes a call with the id "another".
      expect: { tool_results: [{ tool_use_id: toolu_a }, { tool_use_id: another }] }
                                                                        ^^^^^^^"
  `);
  expect(
    await said(`\
name: x
input: y
turns:
  - { when: { user: a }, expect: { tool_results: [{ tool_use_id: toolu_a }] }, reply: ok }
  - reply: [{ tool_use: { id: toolu_a, name: look } }]
`),
  ).toBe('');
});

test('finds variables that are not used, ids of rules that there are not, and tools that are none', async () => {
  expect(
    await said(`\
name: x
vars: { unused: 1 }
options: { allow: [text-blnk] }
input: y
tools: [{ name: look out, description: '', input_schema: {}, answers: [] }]
turns: []
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:2:9 variable-unused the variable "unused" is never used.
      vars: { unused: 1 }
              ^^^^^^

    a.yaml:3:20 id-unknown there is no rule "text-blnk"; did you mean "text-blank"?
      options: { allow: [text-blnk] }
                         ^^^^^^^^^

    a.yaml:5:9 tools-invalid Failed to define tool "look out": the name must match ^[a-zA-Z0-9_-]{1,128}$.
      tools: [{ name: look out, description: '', input_schema: {}, answers: [] }]
              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
  `);
});

test('reports every problem of every file, from top to bottom, those of form too', async () => {
  const cwd = await tempFolder({
    'a.yaml':
      'name: x\ninput: y\nturns: []\nvars: { a: 1 }\n---\nnmae: x\ninput: y\nturns: [{ repply: a }]',
    'b.yaml': 'turns: [',
    'c.yaml': 'name: x\ninput: y\nturns: []',
    'd.yaml': Uint8Array.of(0xff),
    'turns.yaml': '- reply: shared',
  });
  const { files, problems } = await lintScenarios('*.yaml', { cwd });
  expect(files).toHaveLength(5);
  expect(problems.map(({ file, line, code }) => `${file}:${line} ${code}`)).toEqual([
    'a.yaml:4 variable-unused',
    'a.yaml:6 unknown-key',
    'a.yaml:8 unknown-key',
    'b.yaml:1 yaml-syntax',
    'd.yaml:1 file-encoding',
  ]);
});

test('tells all that is wrong with a scenario at once, mistakes of form among it', async () => {
  expect(
    await said(`\
name: x
input: y
tools: desk.yaml
turns:
  - reply: { content: [{ tool_use: { name: loook } }], stop_reason: toolu }
  - expect: { tool_results: { tool_use_id: x } }
    reply: b
expect: { refused: [tool-resut-missing], invariants: { except: [foo] } }
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:5:44 tool-undeclared there is no tool "loook"; did you mean "look"?
        - reply: { content: [{ tool_use: { name: loook } }], stop_reason: toolu }
                                                 ^^^^^

    a.yaml:5:69 wrong-value expected end_turn, max_tokens, stop_sequence, tool_use, pause_turn, compaction, refusal or model_context_window_exceeded, received the text "toolu"; did you mean "tool_use"?
        - reply: { content: [{ tool_use: { name: loook } }], stop_reason: toolu }
                                                                          ^^^^^

    a.yaml:6:31 unknown-key unknown key "tool_use_id"; the keys here are contains, matches, json, any, not, any_order, at_least and at_most.
        - expect: { tool_results: { tool_use_id: x } }
                                    ^^^^^^^^^^^

    a.yaml:8:21 id-unknown there is no rule "tool-resut-missing"; did you mean "tool-result-missing"?
      expect: { refused: [tool-resut-missing], invariants: { except: [foo] } }
                          ^^^^^^^^^^^^^^^^^^

    a.yaml:8:65 id-unknown there is no invariant "foo".
      expect: { refused: [tool-resut-missing], invariants: { except: [foo] } }
                                                                      ^^^"
  `);
});
