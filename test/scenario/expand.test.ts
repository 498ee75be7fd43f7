// Several scenarios in a file, variables, tables of examples, and what files share.
import { expect, test } from 'vitest';
import { formatProblems } from '../../src/scenario/format-problems.ts';
import { safeParseFile } from '../../src/scenario/parse-file.ts';
import type { ParsedScenario } from '../../src/scenario/scenario.ts';
import { Source } from '../../src/scenario/source.ts';
import { toScript } from '../../src/script/script.ts';
import { loaderOf } from './loader-of.ts';
import { parse, parseAll, parseScenario } from './parse.ts';

const namesIn = (text: string): string[] => parseAll(text).map(({ name }) => name);

/** The scenarios of `a.yaml`, with other files beside it. */
function parseWith(files: Readonly<Record<string, string>>): readonly ParsedScenario[] {
  const parsed = safeParseFile(new Source('a.yaml', files['a.yaml']!), loaderOf(files));
  if (!parsed.ok) throw new Error(formatProblems(parsed.problems));
  return parsed.value.type === 'scenarios' ? parsed.value.scenarios : [];
}

test('reads documents, lists, and lists in documents', () => {
  expect(namesIn('name: a\ninput: x\nturns: []\n---\nname: b\ninput: y\nturns: []\n---\n')).toEqual(
    ['a', 'b'],
  );
  expect(namesIn('- { name: a, input: x, turns: [] }\n- { name: b, input: y, turns: [] }')).toEqual(
    ['a', 'b'],
  );
  expect(
    namesIn('- { name: a, input: x, turns: [] }\n---\nname: b\ninput: y\nturns: []\n'),
  ).toEqual(['a', 'b']);
});

test('knows where each of several scenarios stands', () => {
  const [, second] = parseAll('name: a\ninput: x\nturns: []\n---\nname: b\ninput: y\nturns: []\n');
  expect(second?.locate(['name'])).toMatchObject({ line: 5, column: 7, lineText: 'name: b' });
});

test('passes over a list of turns, which others include', () => {
  expect(parse('- { reply: Hi }\n- { $include: more.yaml }')).toEqual({ type: 'turns' });
});

test('reads what a scenario says of itself', () => {
  const scenario = parseScenario(`\
name: x
description: Why.
tags: [slow, threads]
skip: not yet
only: looking into it
options: { strict: false, allow: [text-blank], refuse: [], threads: lose, version: 2026-10-21, seed: 7 }
input: y
turns: []
`);
  expect(scenario).toMatchObject({
    description: 'Why.',
    tags: ['slow', 'threads'],
    skip: 'not yet',
    only: 'looking into it',
    options: {
      strict: false,
      allow: ['text-blank'],
      refuse: [],
      threads: 'lose',
      version: '2026-10-21',
      seed: 7,
    },
  });
  expect(parseScenario('name: x\ninput: y\nturns: []')).toMatchObject({ tags: [], options: {} });
});

test('puts in variables: whole values as they are, in texts as text', () => {
  const { input, script } = parseScenario(`\
name: x
vars: { name: Ana, order: { number: A-1 }, count: 2, again: '\${name} again' }
input: { who: 'I am \${name}, \${count} times.', what: '\${order}', n: '\${count}', twice: '\${again}' }
turns: [{ reply: '\${name}' }]
`);
  expect(input).toEqual({
    who: 'I am Ana, 2 times.',
    what: { number: 'A-1' },
    n: 2,
    twice: 'Ana again',
  });
  expect(script.turns).toEqual(toScript(['Ana']).turns);
});

test('leaves alone what is no variable, and what says that it is none', () => {
  const { input } = parseScenario(`\
name: x
input: ['$\${name}', 'cost: $5', '\${not a name}', '\${', '$$', '$$$\${a}']
turns: []
`);
  expect(input).toEqual(['${name}', 'cost: $5', '${not a name}', '${', '$$', '$$${a}']);
});

test('makes one scenario of each row of examples, whose values come before those of all', () => {
  const scenarios = parseAll(`\
name: order \${number}
vars: { number: none, status: unknown }
examples:
  - { number: A-1, status: shipped }
  - { number: A-2 }
input: Where is \${number}?
turns: [{ reply: 'It is \${status}.' }]
`);
  expect(scenarios.map(({ name, input }) => [name, input])).toEqual([
    ['order A-1', 'Where is A-1?'],
    ['order A-2', 'Where is A-2?'],
  ]);
  expect(scenarios.map(({ script }) => script.turns)).toEqual([
    toScript(['It is shipped.']).turns,
    toScript(['It is unknown.']).turns,
  ]);
});

test('tells rows apart when the name does not', () => {
  expect(namesIn("name: x\nexamples: [{ a: 1 }, { a: 2 }]\ninput: '${a}'\nturns: []")).toEqual([
    'x (row 1)',
    'x (row 2)',
  ]);
});

test('finds what a variable holds where the variable is defined, and the rest where it is used', () => {
  const { locate } = parseScenario(`\
name: x
vars:
  order: { number: A-1 }
input: \${order}
turns: []
`);
  expect(locate(['input'])).toMatchObject({ line: 4, length: '${order}'.length });
  expect(locate(['input', 'number'])).toMatchObject({ line: 3, length: 'A-1'.length });
});

test('includes turns and tools of other files, theirs included, with the variables of its own', () => {
  const [scenario] = parseWith({
    'a.yaml': `\
name: x
vars: { number: A-1 }
input: y
tools: [{ $include: desk/tools.yaml }]
turns:
  - reply: First.
  - $include: desk/turns.yaml
  - reply: Last.
`,
    'desk/tools.yaml': '- { name: look, description: "", input_schema: {}, answers: [] }',
    'desk/turns.yaml': '- reply: Order ${number}.\n- $include: more.yaml',
    'desk/more.yaml': '- { reply: More. }\n- { error: overloaded }',
  });
  expect(scenario?.written.turns).toEqual([
    { reply: 'First.' },
    { reply: 'Order A-1.' },
    { reply: 'More.' },
    { error: 'overloaded' },
    { reply: 'Last.' },
  ]);
  expect(scenario?.tools).toMatchObject([{ name: 'look' }]);
  expect(scenario?.locate(['turns', 2])).toMatchObject({ file: 'desk/more.yaml', line: 1 });
  expect(scenario?.locate(['turns', 4, 'reply'])).toMatchObject({ file: 'a.yaml', line: 8 });
});

test('names a shared file by a variable', () => {
  const [scenario] = parseWith({
    'a.yaml': "name: x\nvars: { which: b }\ninput: y\nturns: [{ $include: '${which}.yaml' }]",
    'b.yaml': '- reply: Hi',
  });
  expect(scenario?.written.turns).toEqual([{ reply: 'Hi' }]);
});

test('keeps the scenario as data, without variables, examples and includes', () => {
  const [scenario] = parseWith({
    'a.yaml': "name: 'x ${a}'\nexamples: [{ a: 1 }]\ninput: y\nturns: [{ $include: b.yaml }]",
    'b.yaml': "- { reply: 'Hi ${a}', times: '${a}' }",
  });
  expect(scenario?.written).toEqual({
    name: 'x 1',
    input: 'y',
    turns: [{ reply: 'Hi 1', times: 1 }],
  });
});

test('notes variables that nothing uses', () => {
  const parsed = safeParseFile(
    new Source(
      'a.yaml',
      `\
name: x
vars: { greeting: Hi }
examples:
  - { number: 1, other: 2 }
input: \${number}
turns: []
`,
    ),
  );
  if (!parsed.ok || parsed.value.type !== 'scenarios') throw new Error('no scenarios');
  expect(formatProblems(parsed.value.notes)).toMatchInlineSnapshot(`
    "a.yaml:4:18 variable-unused the variable "other" is never used.
        - { number: 1, other: 2 }
                       ^^^^^

    a.yaml:2:9 variable-unused the variable "greeting" is never used.
      vars: { greeting: Hi }
              ^^^^^^^^"
  `);
});
