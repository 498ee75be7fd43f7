// Every mistake a file can have, as people see it.
import { expect, test } from 'vitest';
import { decodeUtf8 } from '../../src/scenario/decode.ts';
import { formatProblems } from '../../src/scenario/format-problems.ts';
import { invalidScenario } from '../../src/scenario/invalid-scenario.ts';
import { safeParseFile } from '../../src/scenario/parse-file.ts';
import { Source } from '../../src/scenario/source.ts';
import { problemsIn } from './parse.ts';

test('suggests the nearest key, and lists the keys when none is near', () => {
  expect(
    problemsIn(`\
nmae: x
input: y
color: red
turns:
  - repply: a
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:1:1 unknown-key unknown key "nmae"; did you mean "name"?
      nmae: x
      ^^^^

    a.yaml:3:1 unknown-key unknown key "color"; the keys here are name, description, input, tools, turns and expect.
      color: red
      ^^^^^

    a.yaml:5:5 unknown-key unknown key "repply"; did you mean "reply"?
        - repply: a
          ^^^^^^"
  `);
});

test('says which keys are missing, at the mapping that lacks them', () => {
  expect(
    problemsIn(`\
description: nothing else
tools:
  - name: look
    input_schema: {}
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:1:1 missing-key the key "name" is missing.
      description: nothing else
      ^^^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:1:1 missing-key the key "input" is missing.
      description: nothing else
      ^^^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:1:1 missing-key the key "turns" is missing.
      description: nothing else
      ^^^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:3:5 missing-key the key "description" is missing.
        - name: look
          ^^^^^^^^^^

    a.yaml:3:5 missing-key the key "answers" is missing.
        - name: look
          ^^^^^^^^^^"
  `);
});

test('says what was expected and what was received', () => {
  expect(
    problemsIn(`\
name: 5
input: y
tools: []
turns:
  - reply: true
  - reply: [7, [], { text: 5 }]
  - error: overload
  - error: 529
  - error: { status: 42, message: x }
expect:
  answer: [a]
  requests: -1
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:1:7 wrong-type expected a text that is not empty, received the number 5; put it in quotes.
      name: 5
            ^

    a.yaml:5:12 wrong-type expected a text or a list of blocks, received true; put it in quotes.
        - reply: true
                 ^^^^

    a.yaml:6:13 wrong-type expected a text, a block such as \`tool_use: { name, input }\`, or a block with a \`type\`, received the number 7; put it in quotes.
        - reply: [7, [], { text: 5 }]
                  ^

    a.yaml:6:16 wrong-type expected a text, a block such as \`tool_use: { name, input }\`, or a block with a \`type\`, received a list.
        - reply: [7, [], { text: 5 }]
                     ^^

    a.yaml:6:28 wrong-type expected a text, received the number 5; put it in quotes.
        - reply: [7, [], { text: 5 }]
                                 ^

    a.yaml:7:12 wrong-value expected the name of an error, such as overloaded or rate_limited, received the text "overload"; did you mean "overloaded"?
        - error: overload
                 ^^^^^^^^

    a.yaml:8:12 wrong-type expected the name of an error, or a mapping with \`name\`, or with \`status\` and \`message\`, received the number 529.
        - error: 529
                 ^^^

    a.yaml:9:22 wrong-value expected a status from 400 to 599, received the number 42.
        - error: { status: 42, message: x }
                           ^^

    a.yaml:11:11 wrong-type expected a text, or a mapping with \`contains\` or \`matches\`, received a list.
        answer: [a]
                ^^^

    a.yaml:12:13 wrong-value expected a whole number, 0 or more, received the number -1.
        requests: -1
                  ^^"
  `);
});

test('says what an error cannot be', () => {
  expect(
    problemsIn(`\
name: x
input: y
turns:
  - error: contractSpendLimitReach
  - error: thread-not-fuond
  - error: nobody knows this one
  - error: { name: rate_limted }
  - error: { name: overloaded, status: 529 }
  - error: { name: overloaded, retry_after: -1, should_retry: maybe, headers: { a: 1 } }
  - error: { name: overloaded, headers: none }
  - error: { name: overloaded, envelope: edge, details: { error_code: x } }
  - error: { status: 502 }
  - error: { status: 502, message: x, headers: { "a b": c } }
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:4:12 wrong-value expected the name of an error, such as overloaded or rate_limited, received the text "contractSpendLimitReach"; did you mean "contract_spend_limit_reached"?
        - error: contractSpendLimitReach
                 ^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:5:12 wrong-value expected the name of an error, such as overloaded or rate_limited, received the text "thread-not-fuond"; did you mean "thread_not_found"?
        - error: thread-not-fuond
                 ^^^^^^^^^^^^^^^^

    a.yaml:6:12 wrong-value expected the name of an error, such as overloaded or rate_limited, received the text "nobody knows this one".
        - error: nobody knows this one
                 ^^^^^^^^^^^^^^^^^^^^^

    a.yaml:7:20 wrong-value expected the name of an error, such as overloaded or rate_limited, received the text "rate_limted"; did you mean "rate_limited"?
        - error: { name: rate_limted }
                         ^^^^^^^^^^^

    a.yaml:8:32 unknown-key unknown key "status"; the keys here are name, message, type, details, retry_after, retry_after_ms, should_retry, headers and envelope.
        - error: { name: overloaded, status: 529 }
                                     ^^^^^^

    a.yaml:9:45 wrong-value expected a number of seconds, received the number -1.
        - error: { name: overloaded, retry_after: -1, should_retry: maybe, headers: { a: 1 } }
                                                  ^^

    a.yaml:9:63 wrong-type expected true or false, received the text "maybe".
        - error: { name: overloaded, retry_after: -1, should_retry: maybe, headers: { a: 1 } }
                                                                    ^^^^^

    a.yaml:9:84 wrong-type expected a text, received the number 1; put it in quotes.
        - error: { name: overloaded, retry_after: -1, should_retry: maybe, headers: { a: 1 } }
                                                                                         ^

    a.yaml:10:41 wrong-type expected a mapping of names to texts, received the text "none".
        - error: { name: overloaded, headers: none }
                                              ^^^^

    a.yaml:11:12 wrong-value apiError: the edge sends no details; leave them out, or set envelope to "api".
        - error: { name: overloaded, envelope: edge, details: { error_code: x } }
                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:12:5 missing-key the key "message" is missing.
        - error: { status: 502 }
          ^^^^^

    a.yaml:13:12 wrong-value apiError: headers holds what HTTP cannot carry, received {"a b":"c"}.
        - error: { status: 502, message: x, headers: { "a b": c } }
                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
  `);
});

test('says when a mapping has too few or too many of its keys', () => {
  expect(
    problemsIn(`\
name: x
input: y
turns:
  - {}
  - reply: a
    error: overloaded
  - reply: [{ text: a, thinking: b }, {}]
  - expect: { tool_results: [{ content: {} }] }
    reply: a
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:4:5 wrong-value expected the key "reply" or "error".
        - {}
          ^^

    a.yaml:5:5 wrong-value expected only one of the keys "reply" and "error".
        - reply: a
          ^^^^^^^^

    a.yaml:7:13 wrong-value expected only one of the keys "text" and "thinking".
        - reply: [{ text: a, thinking: b }, {}]
                  ^^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:7:39 wrong-value expected the key "text", "thinking", "redacted_thinking" or "tool_use".
        - reply: [{ text: a, thinking: b }, {}]
                                            ^^

    a.yaml:8:41 wrong-value expected the key "contains" or "matches".
        - expect: { tool_results: [{ content: {} }] }
                                              ^^"
  `);
});

test('looks into blocks of the API', () => {
  expect(
    problemsIn(`\
name: x
input: y
turns:
  - reply:
      - { type: text }
      - { type: 5 }
      - { type: tool_use, name: look, input: now }
      - { type: a_new_one, whatever: 1 }
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:5:9 missing-key the key "text" is missing.
            - { type: text }
              ^^^^^^^^^^^^^^

    a.yaml:6:17 wrong-type expected a text that is not empty, received the number 5; put it in quotes.
            - { type: 5 }
                      ^

    a.yaml:7:46 wrong-type expected a mapping, received the text "now".
            - { type: tool_use, name: look, input: now }
                                                   ^^^"
  `);
});

test('refuses a turn in the place of a block', () => {
  expect(problemsIn('name: x\ninput: y\nturns:\n  - reply: [{ type: message, content: [] }]'))
    .toMatchInlineSnapshot(`
    "a.yaml:4:12 wrong-value turn 1, block 0: a message turn cannot stand inside a message, received {"type":"message","content":[]}.
        - reply: [{ type: message, content: [] }]
                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
  `);
});

test('looks into expectations', () => {
  expect(
    problemsIn(`\
name: x
input: y
turns:
  - expect:
      tool_results:
        - { content: { contain: a } }
        - { content: { matches: '(' } }
        - { is_error: 'yes' }
        - { id: toolu_1 }
    reply: a
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:6:24 unknown-key unknown key "contain"; did you mean "contains"?
              - { content: { contain: a } }
                             ^^^^^^^

    a.yaml:7:33 wrong-value this is not a regular expression: Unterminated group.
              - { content: { matches: '(' } }
                                      ^^^

    a.yaml:8:23 wrong-type expected true or false, received the text "yes".
              - { is_error: 'yes' }
                            ^^^^^

    a.yaml:9:13 unknown-key unknown key "id"; the keys here are tool_use_id, content and is_error.
              - { id: toolu_1 }
                  ^^"
  `);
});

test('looks into tools', () => {
  expect(
    problemsIn(`\
name: x
input: y
tools:
  - name: look
    description: Looks.
    input_schema: []
    effect: rite
    answers:
      - { result: 1, error: x }
      - { input: left, result: 1 }
  - { name: see, description: '', input_schema: {}, answers: [] }
turns: []
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:6:19 wrong-type expected a mapping, received a list.
          input_schema: []
                        ^^

    a.yaml:7:13 wrong-value expected read or write, received the text "rite"; did you mean "write"?
          effect: rite
                  ^^^^

    a.yaml:9:9 wrong-value expected only one of the keys "result" and "error".
            - { result: 1, error: x }
              ^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:10:18 wrong-type expected a mapping, received the text "left".
            - { input: left, result: 1 }
                       ^^^^"
  `);
  expect(
    problemsIn(`\
- { name: look, description: '', input_schema: {}, answers: [] }
- { name: look, description: '', input_schema: {}, answers: [] }
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:2:11 wrong-value another tool is named "look" already.
      - { name: look, description: '', input_schema: {}, answers: [] }
                ^^^^"
  `);
});

test('reports mistakes of YAML', () => {
  expect(problemsIn('name: [a\ninput: y\n')).toMatchInlineSnapshot(`
    "a.yaml:2:1 yaml-syntax Flow sequence in block collection must be sufficiently indented and end with a ].
      input: y
      ^"
  `);
  expect(problemsIn('name: "a\n')).toMatchInlineSnapshot(`
    "a.yaml:1:9 yaml-syntax Missing closing "quote.
      name: "a
              ^"
  `);
  expect(problemsIn('name: x\n\tinput: y\n')).toMatchInlineSnapshot(`
    "a.yaml:2:1 yaml-syntax Tabs are not allowed as indentation.
       input: y
      ^"
  `);
  expect(problemsIn('name: a: b\n')).toMatchInlineSnapshot(`
    "a.yaml:1:7 yaml-syntax a mapping cannot begin here; a text with ": " in it needs quotes.
      name: a: b
            ^"
  `);
  expect(problemsIn('name: x\n---\nname: y\n')).toMatchInlineSnapshot(`
    "a.yaml:2:1 yaml-syntax a file holds one document; here a second one starts.
      ---
      ^^^"
  `);
  expect(problemsIn('name: !secret x\n')).toMatchInlineSnapshot(`
    "a.yaml:1:7 yaml-syntax Unresolved tag: !secret.
      name: !secret x
            ^^^^^^^"
  `);
});

test('reports values that JSON does not have', () => {
  expect(
    problemsIn(`\
name: x
input: { a: .nan, ? [b] : 1 }
turns: []
turns: []
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:2:13 yaml-value this is not a value of JSON.
      input: { a: .nan, ? [b] : 1 }
                  ^^^^

    a.yaml:2:21 yaml-value a key must be a text.
      input: { a: .nan, ? [b] : 1 }
                          ^^^

    a.yaml:4:1 duplicate-key the key "turns" is already set on line 3.
      turns: []
      ^^^^^"
  `);
});

test('reports aliases that lead nowhere or round in a circle', () => {
  expect(
    problemsIn(`\
name: *nobody
input: &me [*me]
turns: []
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:1:7 yaml-alias there is no anchor "nobody" before this.
      name: *nobody
            ^^^^^^^

    a.yaml:2:13 yaml-alias an alias inside its own anchor.
      input: &me [*me]
                  ^^^"
  `);
});

test('stops at aliases that stand for too much', () => {
  const lines = Array.from({ length: 12 }, (_, n) => {
    const items = n === 0 ? '[x, x, x, x, x, x, x, x, x]' : `[${`*a${n - 1}, `.repeat(9)}]`;
    return `a${n}: &a${n} ${items}`;
  });
  expect(problemsIn(lines.join('\n'))).toMatchInlineSnapshot(`
    "a.yaml:5:10 yaml-alias the aliases up to here stand for more than 10000 values.
      a4: &a4 [*a3, *a3, *a3, *a3, *a3, *a3, *a3, *a3, *a3, ]
               ^^^"
  `);
});

test('stops at what is nested too deep', () => {
  expect(problemsIn(`${'['.repeat(120)}${']'.repeat(120)}`)).toMatchInlineSnapshot(`
    "a.yaml:1:102 yaml-value nested more than 100 levels deep.
      …[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]…
                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
  `);
  expect(problemsIn('['.repeat(20_000))).toContain('yaml-syntax nested too deep to be read.');
});

test('reports a file that says nothing, or something else', () => {
  expect(problemsIn('')).toMatchInlineSnapshot(
    `"a.yaml:1:1 file-empty there is nothing in this file."`,
  );
  expect(problemsIn('# later\n')).toMatchInlineSnapshot(`
    "a.yaml:1:1 file-empty there is nothing in this file.
      # later
      ^"
  `);
  expect(problemsIn('hello\n')).toMatchInlineSnapshot(`
    "a.yaml:1:1 wrong-type expected a scenario: a mapping with \`name\`, \`input\` and \`turns\`, received the text "hello".
      hello
      ^^^^^"
  `);
  expect(problemsIn('- hello\n')).toMatchInlineSnapshot(`
    "a.yaml:1:1 wrong-type expected a scenario: a mapping with \`name\`, \`input\` and \`turns\`, received a list.
      - hello
      ^^^^^^^"
  `);
});

test('says where a file is not UTF-8', () => {
  const bytes = Uint8Array.of(
    ...new TextEncoder().encode('name: a \u{FFFD} b\ninput: caf'),
    0xe9,
    ...new TextEncoder().encode('\nturns: []\n'),
  );
  const decoded = decodeUtf8('a.yaml', bytes);
  expect(decoded.ok ? '' : formatProblems(decoded.problems)).toMatchInlineSnapshot(`
    "a.yaml:2:11 file-encoding the file is not UTF-8 from here on; save it as UTF-8.
      input: caf�
                ^"
  `);
});

test('reads past a byte order mark', () => {
  const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, ...new TextEncoder().encode('nmae: x'));
  const decoded = decodeUtf8('a.yaml', bytes);
  expect(decoded).toMatchObject({ ok: true, value: { text: 'nmae: x' } });
});

test('trims a long line to the part that is meant', () => {
  const filler = 'lorem ipsum '.repeat(12);
  expect(problemsIn(`name: x\ninput: { a: "${filler}", a: 1, b: "${filler}" }\nturns: []\n`))
    .toMatchInlineSnapshot(`
    "a.yaml:2:161 duplicate-key the key "a" is already set on line 2.
      …rem ipsum lorem ipsum lorem ipsum lorem ipsum ", a: 1, b: "lorem ipsum lorem ipsum lorem ipsum lorem…
                                                        ^"
  `);
});

test('keeps the caret in its place behind tabs, emoji and control characters', () => {
  expect(problemsIn(`name: x\ninput: y\nturns: [\t{ reply: "🙂\u0007", expct: {} }]\n`))
    .toMatchInlineSnapshot(`
    "a.yaml:3:26 unknown-key unknown key "expct"; did you mean "expect"?
      turns: [ { reply: "🙂�", expct: {} }]
                              ^^^^^"
  `);
});

test('counts the problems of all files, and shows the first twenty', () => {
  const text = `name: x\ninput: y\nturns:\n${'  - {}\n'.repeat(25)}`;
  const parsed = safeParseFile(new Source('a.yaml', text));
  const problems = parsed.ok ? [] : parsed.problems;
  const error = invalidScenario([...problems, { ...problems[0]!, file: 'b.yaml' }]);
  expect(error.code).toBe('scenario-invalid');
  expect(error.details['problems']).toHaveLength(26);
  expect(error.message.split('\n')[0]).toBe('[ensaio] 26 problems in 2 files:');
  expect(error.message.split('\n\n').at(-1)).toBe('… and 6 more');
});
