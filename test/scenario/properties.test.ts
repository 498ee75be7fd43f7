// Whatever a file holds, reading it ends in a value or in problems that point into the file.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeUtf8 } from '../../src/scenario/decode.ts';
import { formatProblems } from '../../src/scenario/format-problems.ts';
import { safeParseFile } from '../../src/scenario/parse-file.ts';
import type { ScenarioProblem } from '../../src/scenario/problem.ts';
import { Source } from '../../src/scenario/source.ts';

const VALID = `\
name: two looks
description: >-
  Folded
  text.
tags: [slow]
skip: not yet
options: { strict: false, allow: [text-blank], version: 2026-10-21 }
vars: { greeting: Hi, list: [1, { a: b }] }
examples: [{ number: 1 }, { number: A-2, greeting: Ho }]
input: [&hi { role: user, content: "Look \\"twice\\"." }, *hi, '\${list}', 'No \${number}']
tools:
  - name: look
    description: Looks.
    input_schema: { type: object, properties: { at: { type: string } } }
    effect: write
    answers:
      - { input: { at: left }, result: seen }
      - error: 'Too dark.'
turns:
  - reply:
      - A text. # why not
      - thinking: Hm.
      - tool_use: { id: toolu_a, name: look, input: { at: left } }
      - { type: text, text: Whole }
  - expect:
      tool_results:
        - { tool_use_id: toolu_a, content: { matches: '^s', contains: n }, is_error: false }
    reply: |
      Done.
  - error: { status: 503, message: Busy, retry_after: 1 }
    times: 2
  - when: { system: { not: { contains: a } }, headers: { x-own: a } }
    reply: { content: cut, stop_reason: max_tokens }
    fault: { cut_after: { events: 3 }, faults: [no-usage] }
    delay: 5
  - fault: hang
expect:
  answer: { contains: Done }
  requests: { at_most: 3 }
  tool_calls: { any_order: [look, { name: look, input: { at: { any: [left] } } }] }
  never: [secret]
`;

/** Text that YAML sees structure in. */
const yamlish = fc
  .array(
    fc.oneof(
      fc.constantFrom('name', 'input', 'turns', 'reply', 'error', 'expect', 'tools', 'tool_use'),
      fc.constantFrom(
        'vars',
        'examples',
        '${greeting}',
        '${nothing}',
        '$${',
        '$include',
        'fault',
        'when',
      ),
      fc.constantFrom('any', 'not', 'json', 'matches', 'any_order', 'contains'),
      fc.constantFrom(': ', ':\n', '- ', '\n', '\n  ', '\n    - ', ', ', '\r\n', '\t', ' # '),
      fc.constantFrom('[', ']', '{', '}', '"', "'", '|\n', '>-\n', '? ', '---\n', '...\n'),
      fc.constantFrom('&a ', '*a', '!!str ', '!!set ', '!!omap ', '!!binary ', '!x ', '<<: '),
      fc.constantFrom('%YAML 1.1\n---\n', '2026-10-20', '0x1f', '.nan', '1e999', 'null', '~'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

const truncated = fc.nat(VALID.length).map((end) => VALID.slice(0, end));

/** The valid file with a piece of something else in it. */
const disturbed = fc
  .tuple(fc.nat(VALID.length), fc.nat(20), yamlish)
  .map(([at, away, piece]) => VALID.slice(0, at) + piece + VALID.slice(at + away));

/** A file whose YAML is right and whose shape may be anything. */
const anyShape = fc
  .jsonValue()
  .chain((value) =>
    fc
      .constantFrom('name', 'input', 'tools', 'turns', 'expect', 'vars', 'examples', 'options')
      .map((key) => JSON.stringify({ name: 'x', input: 'y', turns: [], [key]: value })),
  );

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  yamlish,
  truncated,
  disturbed,
  anyShape,
);

function isInside(text: string, { line, column, length, lineText }: ScenarioProblem): void {
  const lines = text.split('\n').map((each) => each.replace(/\r$/, ''));
  expect(line).toBeGreaterThanOrEqual(1);
  expect(lines[line - 1]).toBe(lineText);
  expect(column).toBeGreaterThanOrEqual(1);
  expect(column - 1 + length).toBeLessThanOrEqual(lineText.length);
}

test('reads the file that the properties disturb', () => {
  expect(safeParseFile(new Source('a.yaml', VALID)).ok).toBe(true);
});

test('ends in a value or in problems inside the file, whatever the text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const parsed = safeParseFile(new Source('a.yaml', text));
      if (parsed.ok) return;
      expect(parsed.problems.length).toBeGreaterThan(0);
      for (const problem of parsed.problems) isInside(text, problem);
      expect(formatProblems(parsed.problems)).toMatch(/^a\.yaml:\d+:\d+ [a-z-]+ \S/);
    }),
    { numRuns: 1000 },
  );
});

test('ends in a value or in problems, whatever the bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const decoded = decodeUtf8('a.yaml', bytes);
      if (decoded.ok) {
        expect(new TextEncoder().encode(decoded.value.text)).toEqual(withoutMark(bytes));
        return;
      }
      const loose = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      for (const problem of decoded.problems) isInside(loose, problem);
    }),
    { numRuns: 500 },
  );
});

function withoutMark(bytes: Uint8Array): Uint8Array {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isMarked ? bytes.slice(3) : bytes;
}
