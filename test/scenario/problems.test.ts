// Every mistake a file can have, as people see it.
import { expect, test } from 'vitest';
import { decodeUtf8 } from '../../src/scenario/decode.ts';
import { formatProblems } from '../../src/scenario/format-problems.ts';
import { invalidScenario } from '../../src/scenario/invalid-scenario.ts';
import { safeParseFile } from '../../src/scenario/parse-file.ts';
import { Source } from '../../src/scenario/source.ts';
import { loaderOf } from './loader-of.ts';
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

    a.yaml:3:1 unknown-key unknown key "color"; the keys here are name, description, tags, skip, only, options, vars, examples, input, stream, tools, turns, routes, abort and expect.
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

    a.yaml:5:12 wrong-type expected a text, a list of blocks, or a message with \`content\`, received true; put it in quotes.
        - reply: true
                 ^^^^

    a.yaml:6:13 wrong-type expected a text, a block such as \`tool_use: { name, input }\`, or a block with a \`type\`, received the number 7; put it in quotes.
        - reply: [7, [], { text: 5 }]
                  ^

    a.yaml:6:16 wrong-type expected a text, a block such as \`tool_use: { name, input }\`, or a block with a \`type\`, received an empty list.
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

    a.yaml:11:11 wrong-type expected a text, or conditions such as \`contains\` or \`matches\`, received a list.
        answer: [a]
                ^^^

    a.yaml:12:13 wrong-value expected a whole number from 0, received the number -1.
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

    a.yaml:11:12 wrong-value overloaded: the edge sends no details; leave them out, or set envelope to "api".
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
    "a.yaml:4:5 wrong-value expected the key "reply", "error" or "fault".
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

    a.yaml:8:41 wrong-value expected the key "contains", "matches", "json", "any", "not", "any_order", "at_least" or "at_most".
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

test('refuses a turn in the place of a block of any reply', () => {
  expect(
    problemsIn(`\
name: x
input: y
turns:
  - reply: { content: [{ type: hang }] }
  - { reply: [{ type: hang }], fault: { bytes: 1 } }
  - { reply: [{ type: hang }], delay: 5 }
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:4:12 wrong-value turn 1, block 0: a hang turn cannot stand inside a message, received {"type":"hang"}.
        - reply: { content: [{ type: hang }] }
                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:5:5 wrong-value streamed, block 0: a hang turn cannot stand inside a message, received {"type":"hang"}.
        - { reply: [{ type: hang }], fault: { bytes: 1 } }
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:6:5 wrong-value delayed, block 0: a hang turn cannot stand inside a message, received {"type":"hang"}.
        - { reply: [{ type: hang }], delay: 5 }
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
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
    "a.yaml:6:19 wrong-type expected a mapping, received an empty list.
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
    "a.yaml:1:3 wrong-type expected a scenario: a mapping with \`name\`, \`input\` and \`turns\`, received the text "hello".
      - hello
        ^^^^^"
  `);
});

test('knows a log, which is no scenario, and does not stumble over every word of it', () => {
  const message = { role: 'user', content: 'Hello.' };
  const request = { model: 'claude-opus-5', messages: [message] };
  for (const log of [[message], request, [request, request], { log: { entries: [] } }]) {
    expect(problemsIn(JSON.stringify(log)).split('\n')[0]).toBe(
      'a.yaml:1:1 file-conversation this is a conversation and no scenario; `ensaio import` makes one of it.',
    );
  }
  expect(problemsIn(`${JSON.stringify(request)}\n`.repeat(3))).toMatchInlineSnapshot(`
    "a.yaml:2:1 yaml-syntax a second value begins here, as in JSON Lines; \`ensaio import\` makes scenarios of a log.
      {"model":"claude-opus-5","messages":[{"role":"user","content":"Hello."}]}
      ^"
  `);
  expect(problemsIn('name: "a" b c\ninput: "d" e f\n')).toMatchInlineSnapshot(`
    "a.yaml:1:11 yaml-syntax Unexpected scalar at node end.
      name: "a" b c
                ^^^

    a.yaml:2:12 yaml-syntax Unexpected scalar at node end.
      input: "d" e f
                 ^^^"
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
        turns: [ { reply: "🙂␇", expct: {} }]
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

test('says what is missing in each document of a file', () => {
  expect(problemsIn('name: x\n---\nname: y\n')).toMatchInlineSnapshot(`
    "a.yaml:1:1 missing-key the key "input" is missing.
      name: x
      ^^^^^^^

    a.yaml:1:1 missing-key the key "turns" is missing.
      name: x
      ^^^^^^^

    a.yaml:3:1 missing-key the key "input" is missing.
      name: y
      ^^^^^^^

    a.yaml:3:1 missing-key the key "turns" is missing.
      name: y
      ^^^^^^^"
  `);
});

test('says what a reply cannot be', () => {
  expect(
    problemsIn(`\
name: x
input: y
turns:
  - reply: { content: a, stop_reason: max_token }
  - reply: { contents: a }
  - reply: { tool_use: { name: look } }
  - reply: { content: a, usage: 5, id: '' }
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:4:39 wrong-value expected end_turn, max_tokens, stop_sequence, tool_use, pause_turn, compaction, refusal or model_context_window_exceeded, received the text "max_token"; did you mean "max_tokens"?
        - reply: { content: a, stop_reason: max_token }
                                            ^^^^^^^^^

    a.yaml:5:14 unknown-key unknown key "contents"; did you mean "content"?
        - reply: { contents: a }
                   ^^^^^^^^

    a.yaml:6:5 missing-key the key "content" is missing.
        - reply: { tool_use: { name: look } }
          ^^^^^

    a.yaml:6:14 unknown-key unknown key "tool_use"; the keys here are id, type, role, model, content, stop_reason, stop_sequence, stop_details, usage, container, context_management, diagnostics and input_transformations.
        - reply: { tool_use: { name: look } }
                   ^^^^^^^^

    a.yaml:7:33 wrong-type expected a mapping, received the number 5.
        - reply: { content: a, usage: 5, id: '' }
                                      ^

    a.yaml:7:40 wrong-value expected a text that is not empty, received the text "".
        - reply: { content: a, usage: 5, id: '' }
                                             ^^"
  `);
});

test('says what a fault cannot be', () => {
  expect(
    problemsIn(`\
name: x
input: y
turns:
  - { reply: a, fault: no-message-stp }
  - { reply: a, fault: what }
  - { reply: a, fault: { cut_aftr: { events: 1 } } }
  - { reply: a, fault: { cut_after: 3 } }
  - { reply: a, fault: { cut_after: { events: -1 } } }
  - { reply: a, fault: { cut_after: { events: 1 }, reset_after: { events: 2 } } }
  - { reply: a, fault: { pieces: 0, bytes: [], line_end: lfcr } }
  - { reply: a, fault: { pace: { ttft: 3, tokens_per_second: 0 } } }
  - { reply: a, fault: { faults: [no-usage, 5, { fault: x }] } }
  - { reply: a, fault: { stall_after: { send: ping, every_ms: 0 } } }
  - { reply: a, fault: { error_after: { events: 1, error: connection_error } } }
  - { reply: a, fault: {} }
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:4:24 wrong-value expected the name of a fault, such as hang or no-message-stop, received the text "no-message-stp"; did you mean "no-message-stop"?
        - { reply: a, fault: no-message-stp }
                             ^^^^^^^^^^^^^^

    a.yaml:5:24 wrong-value expected the name of a fault, such as hang or no-message-stop, received the text "what".
        - { reply: a, fault: what }
                             ^^^^

    a.yaml:6:26 unknown-key unknown key "cut_aftr"; did you mean "cut_after"?
        - { reply: a, fault: { cut_aftr: { events: 1 } } }
                               ^^^^^^^^

    a.yaml:7:37 wrong-type expected { events } or { bytes }, a whole number from 0, or { fraction }, from 0 to less than 1, received the number 3.
        - { reply: a, fault: { cut_after: 3 } }
                                          ^

    a.yaml:8:47 wrong-value expected a whole number from 0, received the number -1.
        - { reply: a, fault: { cut_after: { events: -1 } } }
                                                    ^^

    a.yaml:9:24 wrong-value a stream ends once; expected only one of the keys "cut_after" and "reset_after".
        - { reply: a, fault: { cut_after: { events: 1 }, reset_after: { events: 2 } } }
                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:10:34 wrong-value expected a whole number from 1, received the number 0.
        - { reply: a, fault: { pieces: 0, bytes: [], line_end: lfcr } }
                                       ^

    a.yaml:10:44 wrong-value expected a list of at least one, received an empty list.
        - { reply: a, fault: { pieces: 0, bytes: [], line_end: lfcr } }
                                                 ^^

    a.yaml:10:58 wrong-value expected lf, crlf or cr, received the text "lfcr".
        - { reply: a, fault: { pieces: 0, bytes: [], line_end: lfcr } }
                                                               ^^^^

    a.yaml:11:34 unknown-key unknown key "ttft"; did you mean "ttft_ms"?
        - { reply: a, fault: { pace: { ttft: 3, tokens_per_second: 0 } } }
                                       ^^^^

    a.yaml:11:62 wrong-value expected a number above 0, received the number 0.
        - { reply: a, fault: { pace: { ttft: 3, tokens_per_second: 0 } } }
                                                                   ^

    a.yaml:12:45 wrong-type expected the name of a fault, or a mapping with \`fault\` and \`after\`, received the number 5.
        - { reply: a, fault: { faults: [no-usage, 5, { fault: x }] } }
                                                  ^

    a.yaml:12:57 wrong-value expected the name of a fault, such as no-message-stop, received the text "x".
        - { reply: a, fault: { faults: [no-usage, 5, { fault: x }] } }
                                                              ^

    a.yaml:13:26 missing-key the key "events" is missing.
        - { reply: a, fault: { stall_after: { send: ping, every_ms: 0 } } }
                               ^^^^^^^^^^^

    a.yaml:13:63 wrong-value expected a number of milliseconds above 0, received the number 0.
        - { reply: a, fault: { stall_after: { send: ping, every_ms: 0 } } }
                                                                    ^

    a.yaml:14:59 wrong-value expected the name of an error, such as overloaded or rate_limited, received the text "connection_error".
        - { reply: a, fault: { error_after: { events: 1, error: connection_error } } }
                                                                ^^^^^^^^^^^^^^^^

    a.yaml:15:24 wrong-value expected at least one key.
        - { reply: a, fault: {} }
                             ^^"
  `);
});

test('says what cannot stand in the place of a reply', () => {
  expect(
    problemsIn(`\
name: x
input: y
turns:
  - { fault: { bytes: 1 } }
  - { fault: no-usage }
  - { error: overloaded, fault: no-usage }
  - { reply: a, fault: hang }
  - { error: overloaded, fault: hang }
  - { reply: a, error: overloaded, fault: { bytes: 1 } }
  - { fault: { gateway_page: 99 } }
  - { fault: { gateway_page: 502, raw: { body: a } } }
  - { fault: { raw: { status: 200 }, bytes: 1 } }
  - { fault: { events: [5] } }
  - { fault: { events: [], pieces: 2 } }
  - { fault: { connection_error: { cod: EPIPE } } }
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:4:5 wrong-value this fault shapes the stream of a reply; add the key "reply".
        - { fault: { bytes: 1 } }
          ^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:5:5 wrong-value this fault shapes the stream of a reply; add the key "reply".
        - { fault: no-usage }
          ^^^^^^^^^^^^^^^^^^^

    a.yaml:6:5 wrong-value this fault shapes the stream of a reply; add the key "reply".
        - { error: overloaded, fault: no-usage }
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:7:5 wrong-value expected only one of the keys "reply" and "fault".
        - { reply: a, fault: hang }
          ^^^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:8:5 wrong-value expected only one of the keys "error" and "fault".
        - { error: overloaded, fault: hang }
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:9:5 wrong-value expected only one of the keys "reply" and "error".
        - { reply: a, error: overloaded, fault: { bytes: 1 } }
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:10:30 wrong-value expected a status from 200 to 599, received the number 99.
        - { fault: { gateway_page: 99 } }
                                   ^^

    a.yaml:11:14 wrong-value expected only one of the keys "gateway_page" and "raw".
        - { fault: { gateway_page: 502, raw: { body: a } } }
                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:12:14 wrong-value "bytes" cannot shape what "raw" sends; leave out the one or the other.
        - { fault: { raw: { status: 200 }, bytes: 1 } }
                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:13:25 wrong-type expected an event with \`type\`, a mapping with \`event\` and \`data\`, or the text of a frame, received the number 5; put it in quotes.
        - { fault: { events: [5] } }
                              ^

    a.yaml:14:14 wrong-value "pieces" cannot shape what "events" sends; leave out the one or the other.
        - { fault: { events: [], pieces: 2 } }
                   ^^^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:15:36 unknown-key unknown key "cod"; did you mean "code"?
        - { fault: { connection_error: { cod: EPIPE } } }
                                         ^^^"
  `);
});

test('says what times and delay cannot be', () => {
  expect(
    problemsIn(`\
name: x
input: y
turns:
  - { reply: a, times: 0 }
  - { reply: a, times: 1.5 }
  - { reply: a, times: always }
  - { reply: a, delay: -1 }
  - { reply: a, delay: 5s }
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:4:24 wrong-value expected a whole number from 1 to 1000, received the number 0.
        - { reply: a, times: 0 }
                             ^

    a.yaml:5:24 wrong-value expected a whole number from 1 to 1000, received the number 1.5.
        - { reply: a, times: 1.5 }
                             ^^^

    a.yaml:6:24 wrong-type expected a whole number from 1 to 1000, received the text "always".
        - { reply: a, times: always }
                             ^^^^^^

    a.yaml:7:24 wrong-value expected a number of milliseconds from 0, received the number -1.
        - { reply: a, delay: -1 }
                             ^^

    a.yaml:8:24 wrong-type expected a number of milliseconds from 0, received the text "5s".
        - { reply: a, delay: 5s }
                             ^^"
  `);
});

test('says what cannot be expected of a request', () => {
  expect(
    problemsIn(`\
name: x
input: y
turns:
  - { reply: a, when: { sytem: a } }
  - { reply: a, when: user }
  - { reply: a, expect: { messages: many, user: 5, model: [a] } }
  - { reply: a, expect: { tools: look, headers: { x-own: 5 } } }
  - { reply: a, expect: { tool_results: { is_error: true } } }
  - { reply: a, expect: { body: { model: { matches: '[' } } } }
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:4:25 unknown-key unknown key "sytem"; did you mean "system"?
        - { reply: a, when: { sytem: a } }
                              ^^^^^

    a.yaml:5:23 wrong-type expected a mapping of what the request must hold, received the text "user".
        - { reply: a, when: user }
                            ^^^^

    a.yaml:6:37 wrong-type expected a whole number from 0, or conditions such as \`at_most\`, received the text "many".
        - { reply: a, expect: { messages: many, user: 5, model: [a] } }
                                          ^^^^

    a.yaml:6:49 wrong-type expected a text, or conditions such as \`contains\` or \`matches\`, received the number 5; put it in quotes.
        - { reply: a, expect: { messages: many, user: 5, model: [a] } }
                                                      ^

    a.yaml:6:59 wrong-type expected a text, or conditions such as \`contains\` or \`matches\`, received a list.
        - { reply: a, expect: { messages: many, user: 5, model: [a] } }
                                                                ^^^

    a.yaml:7:34 wrong-type expected a list of names, or conditions such as \`contains\`, received the text "look".
        - { reply: a, expect: { tools: look, headers: { x-own: 5 } } }
                                       ^^^^

    a.yaml:7:58 wrong-type expected a text, or conditions such as \`contains\` or \`matches\`, received the number 5; put it in quotes.
        - { reply: a, expect: { tools: look, headers: { x-own: 5 } } }
                                                               ^

    a.yaml:8:43 unknown-key unknown key "is_error"; the keys here are contains, matches, json, any, not, any_order, at_least and at_most.
        - { reply: a, expect: { tool_results: { is_error: true } } }
                                                ^^^^^^^^

    a.yaml:9:53 wrong-value this is not a regular expression: Unterminated character class.
        - { reply: a, expect: { body: { model: { matches: '[' } } } }
                                                          ^^^"
  `);
});

test('says what conditions cannot be, however deep they stand', () => {
  expect(
    problemsIn(`\
name: x
input: y
turns: []
expect:
  answer: { any: [], at_least: '3', not: { matches: '*' } }
  requests: { at_mots: 3 }
  tool_calls:
    - { name: { matches: 5 }, input: { list: [{ any_order: a }] } }
    - { nam: look }
  stop_reason: { any: end_turn }
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:5:18 wrong-value expected a list of at least one, received an empty list.
        answer: { any: [], at_least: '3', not: { matches: '*' } }
                       ^^

    a.yaml:5:32 wrong-type expected a number, received the text "3".
        answer: { any: [], at_least: '3', not: { matches: '*' } }
                                     ^^^

    a.yaml:6:15 unknown-key unknown key "at_mots"; did you mean "at_most"?
        requests: { at_mots: 3 }
                    ^^^^^^^

    a.yaml:8:26 wrong-type expected a regular expression, received the number 5; put it in quotes.
          - { name: { matches: 5 }, input: { list: [{ any_order: a }] } }
                               ^

    a.yaml:8:60 wrong-value expected a list, received the text "a".
          - { name: { matches: 5 }, input: { list: [{ any_order: a }] } }
                                                                 ^

    a.yaml:9:9 unknown-key unknown key "nam"; did you mean "name"?
          - { nam: look }
              ^^^

    a.yaml:10:23 wrong-type expected a list of at least one, received the text "end_turn".
        stop_reason: { any: end_turn }
                            ^^^^^^^^"
  `);
});

test('says what cannot be expected in the end', () => {
  expect(
    problemsIn(`\
name: x
input: y
turns: []
expect:
  anwser: a
  error: 529
  never: [5]
  usage: { tokens: 5, input_tokens: few }
  refused: tool-result-missing
  invariants: none
  client: { exept: [], max_retries: -1 }
  elapsed_ms: soon
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:5:3 unknown-key unknown key "anwser"; did you mean "answer"?
        anwser: a
        ^^^^^^

    a.yaml:6:10 wrong-type expected the text of an error, or a mapping with \`name\`, \`message\`, \`status\` or \`type\`, received the number 529; put it in quotes.
        error: 529
               ^^^

    a.yaml:7:11 wrong-type expected a text, or conditions such as \`contains\` or \`matches\`, received the number 5; put it in quotes.
        never: [5]
                ^

    a.yaml:8:12 unknown-key unknown key "tokens"; the keys here are input_tokens, output_tokens, cache_creation_input_tokens and cache_read_input_tokens.
        usage: { tokens: 5, input_tokens: few }
                 ^^^^^^

    a.yaml:8:37 wrong-type expected a whole number from 0, or conditions such as \`at_most\`, received the text "few".
        usage: { tokens: 5, input_tokens: few }
                                          ^^^

    a.yaml:9:12 wrong-type expected a list of ids of rules, or conditions such as \`contains\`, received the text "tool-result-missing".
        refused: tool-result-missing
                 ^^^^^^^^^^^^^^^^^^^

    a.yaml:10:15 wrong-type expected true, false, or a mapping with \`except\`, received the text "none".
        invariants: none
                    ^^^^

    a.yaml:11:13 unknown-key unknown key "exept"; did you mean "except"?
        client: { exept: [], max_retries: -1 }
                  ^^^^^

    a.yaml:11:37 wrong-value expected a whole number from 0, received the number -1.
        client: { exept: [], max_retries: -1 }
                                          ^^

    a.yaml:12:15 wrong-type expected a whole number from 0, or conditions such as \`at_most\`, received the text "soon".
        elapsed_ms: soon
                    ^^^^"
  `);
  expect(problemsIn('name: x\ninput: y\nturns: []\nexpect: nothing')).toMatchInlineSnapshot(`
    "a.yaml:4:9 wrong-type expected a mapping of what must hold in the end, received the text "nothing".
      expect: nothing
              ^^^^^^^"
  `);
});

test('says what a scenario cannot say of itself', () => {
  expect(
    problemsIn(`\
name: x
description: 5
tags: slow
skip: true
only: ''
options: { strict: 'yes', allow: all, threads: lost, version: 2024-01-01, seed: 0.5, sead: 1 }
input: y
turns: []
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:2:14 wrong-type expected a text, received the number 5; put it in quotes.
      description: 5
                   ^

    a.yaml:3:7 wrong-type expected a list of words, received the text "slow".
      tags: slow
            ^^^^

    a.yaml:4:7 wrong-type expected a reason, as a text, received true; put it in quotes.
      skip: true
            ^^^^

    a.yaml:5:7 wrong-value expected a reason, as a text, received the text "".
      only: ''
            ^^

    a.yaml:6:20 wrong-type expected true or false, received the text "yes".
      options: { strict: 'yes', allow: all, threads: lost, version: 2024-01-01, seed: 0.5, sead: 1 }
                         ^^^^^

    a.yaml:6:34 wrong-type expected a list of ids of rules, received the text "all".
      options: { strict: 'yes', allow: all, threads: lost, version: 2024-01-01, seed: 0.5, sead: 1 }
                                       ^^^

    a.yaml:6:48 wrong-value expected keep, lose or refuse, received the text "lost"; did you mean "lose"?
      options: { strict: 'yes', allow: all, threads: lost, version: 2024-01-01, seed: 0.5, sead: 1 }
                                                     ^^^^

    a.yaml:6:63 wrong-value expected 2023-06-01 or 2026-10-21, received the text "2024-01-01"; did you mean "2023-06-01"?
      options: { strict: 'yes', allow: all, threads: lost, version: 2024-01-01, seed: 0.5, sead: 1 }
                                                                    ^^^^^^^^^^

    a.yaml:6:81 wrong-value expected a whole number, received the number 0.5.
      options: { strict: 'yes', allow: all, threads: lost, version: 2024-01-01, seed: 0.5, sead: 1 }
                                                                                      ^^^

    a.yaml:6:86 unknown-key unknown key "sead"; did you mean "seed"?
      options: { strict: 'yes', allow: all, threads: lost, version: 2024-01-01, seed: 0.5, sead: 1 }
                                                                                           ^^^^"
  `);
});

test('says what variables and examples cannot be', () => {
  expect(problemsIn('name: x\nvars: [a]\nexamples: { a: 1 }\ninput: y\nturns: []'))
    .toMatchInlineSnapshot(`
    "a.yaml:2:7 wrong-type expected a mapping, received a list.
      vars: [a]
            ^^^

    a.yaml:3:11 wrong-type expected a list of mappings, at least one, received a mapping.
      examples: { a: 1 }
                ^^^^^^^^"
  `);
  expect(problemsIn('name: x\nexamples: []\ninput: y\nturns: []')).toMatchInlineSnapshot(`
    "a.yaml:2:11 wrong-value expected a list of mappings, at least one, received an empty list.
      examples: []
                ^^"
  `);
  expect(problemsIn('name: x\nexamples: [a]\ninput: y\nturns: []')).toMatchInlineSnapshot(`
    "a.yaml:2:12 wrong-type expected a mapping, received the text "a".
      examples: [a]
                 ^"
  `);
});

test('says which variables there are not, and which cannot stand in a text', () => {
  expect(
    problemsIn(`\
name: x
vars: { greeting: Hi, list: [1] }
input: ['\${greting}', 'My \${home}.', 'A \${list}.']
turns: []
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:3:9 variable-undefined there is no variable "greting"; did you mean "greeting"?
      input: ['\${greting}', 'My \${home}.', 'A \${list}.']
              ^^^^^^^^^^^^

    a.yaml:3:23 variable-undefined there is no variable "home"; define it under \`vars\` or in \`examples\`, or write "$\${home}" for the text itself.
      input: ['\${greting}', 'My \${home}.', 'A \${list}.']
                            ^^^^^^^^^^^^^

    a.yaml:3:38 variable-not-text the variable "list" is a list, which cannot stand inside a text.
      input: ['\${greting}', 'My \${home}.', 'A \${list}.']
                                           ^^^^^^^^^^^^"
  `);
});

test('tells a mistake that all rows of a table share once', () => {
  expect(
    problemsIn(`\
name: x
examples: [{ n: 1 }, { n: a }, { n: b }]
input: y
turns: [{ repply: a }, { reply: b, times: '\${n}' }]
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:4:11 unknown-key unknown key "repply"; did you mean "reply"?
      turns: [{ repply: a }, { reply: b, times: '\${n}' }]
                ^^^^^^

    a.yaml:4:43 wrong-type expected a whole number from 1 to 1000, received the text "a".
      turns: [{ repply: a }, { reply: b, times: '\${n}' }]
                                                ^^^^^^

    a.yaml:4:43 wrong-type expected a whole number from 1 to 1000, received the text "b".
      turns: [{ repply: a }, { reply: b, times: '\${n}' }]
                                                ^^^^^^"
  `);
});

/** Everything that is wrong with `a.yaml`, with other files beside it. */
function problemsWith(files: Readonly<Record<string, string>>): string {
  const parsed = safeParseFile(new Source('a.yaml', files['a.yaml']!), loaderOf(files));
  return parsed.ok ? '' : formatProblems(parsed.problems);
}

test('says what cannot be included', () => {
  expect(
    problemsWith({
      'a.yaml': `\
name: x
input: y
tools: [{ $include: desk.yaml }]
turns:
  - $include: nowhere.yaml
  - $include: 5
  - { $include: b.yaml, reply: a }
  - $include: round.yaml
  - $include: one.yaml
  - $include: broken.yaml
  - $include: wrong.yaml
`,
      'desk.yaml': '- { name: look }',
      'round.yaml': '- $include: again.yaml',
      'again.yaml': '- $include: round.yaml',
      'one.yaml': 'reply: a',
      'broken.yaml': '- reply: [',
      'wrong.yaml': '- repply: a',
    }),
  ).toMatchInlineSnapshot(`
    "a.yaml:5:15 include-failed "nowhere.yaml" cannot be included: the file cannot be read (ENOENT).
        - $include: nowhere.yaml
                    ^^^^^^^^^^^^

    a.yaml:6:15 include-failed \`$include\` takes the path of a file, received a number.
        - $include: 5
                    ^

    a.yaml:7:5 include-failed nothing else can stand beside \`$include\`.
        - { $include: b.yaml, reply: a }
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    a.yaml:9:15 include-failed "one.yaml" does not hold a list.
        - $include: one.yaml
                    ^^^^^^^^

    again.yaml:1:13 include-failed "round.yaml" includes itself.
      - $include: round.yaml
                  ^^^^^^^^^^

    broken.yaml:1:11 yaml-syntax Flow sequence in block collection must be sufficiently indented and end with a ].
      - reply: [
                ^

    desk.yaml:1:3 missing-key the key "description" is missing.
      - { name: look }
        ^^^^^^^^^^^^^^

    desk.yaml:1:3 missing-key the key "input_schema" is missing.
      - { name: look }
        ^^^^^^^^^^^^^^

    desk.yaml:1:3 missing-key the key "answers" is missing.
      - { name: look }
        ^^^^^^^^^^^^^^

    wrong.yaml:1:3 unknown-key unknown key "repply"; did you mean "reply"?
      - repply: a
        ^^^^^^"
  `);
});

test('says that nothing can be included where there are no files', () => {
  expect(problemsIn('name: x\ninput: y\nturns: [{ $include: b.yaml }]')).toMatchInlineSnapshot(`
    "a.yaml:3:21 include-failed "b.yaml" cannot be included: there are no files here.
      turns: [{ $include: b.yaml }]
                          ^^^^^^"
  `);
});

test('stops at files that include each other over and over', () => {
  const files: Record<string, string> = { 'f12.yaml': '- reply: a' };
  for (let n = 0; n < 12; n++) files[`f${n}.yaml`] = `- $include: f${n + 1}.yaml\n`.repeat(4);
  files['a.yaml'] = 'name: x\ninput: y\nturns: [{ $include: f0.yaml }]';
  expect(problemsWith(files)).toMatchInlineSnapshot(`
    "f10.yaml:3:13 include-failed more than 1000 files are included up to here.
      - $include: f11.yaml
                  ^^^^^^^^"
  `);
});
