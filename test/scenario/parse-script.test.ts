// A script without a scenario around it: the same turns, in less.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatProblems } from '../../src/scenario/format-problems.ts';
import { safeParseScript } from '../../src/scenario/parse-script.ts';
import { Source } from '../../src/scenario/source.ts';
import type { Script } from '../../src/script/script.ts';
import { parseScenario } from './parse.ts';

const TURNS = `[{ reply: Hello. }, { error: overloaded }, { reply: [{ tool_use: { name: look } }] }]`;

function read(text: string): Script | string {
  const parsed = safeParseScript(new Source('script', text));
  return parsed.ok ? parsed.value.script : formatProblems(parsed.problems);
}

test.each([
  ['a list', TURNS],
  ['a mapping', `turns: ${TURNS}`],
  ['a whole scenario', `name: a\ninput: b\nturns: ${TURNS}\nexpect: { requests: 3 }`],
  ['JSON', '[{"reply":"Hello."},{"error":"overloaded"},{"reply":[{"tool_use":{"name":"look"}}]}]'],
])('is the script of the scenario with the same turns: %s', (_what, text) => {
  expect(read(text)).toEqual(parseScenario(`name: x\ninput: y\nturns: ${TURNS}`).script);
});

test.each([
  ['nothing', '', '1:1 file-empty there is nothing in this file.'],
  [
    'a text',
    'Hello.',
    '1:1 wrong-type expected a script: a list of turns, or a mapping with `turns`, received the text "Hello.".',
  ],
  ['no turns', 'name: x', '1:1 missing-key the key "turns" is missing.'],
  ['a list of texts', '- Hello.', '1:3 wrong-type expected a turn, received the text "Hello.".'],
  [
    'a turn that is none, in a list',
    '- reply: Hello.\n- repyl: Again.',
    '2:3 unknown-key unknown key "repyl"; did you mean "reply"?',
  ],
  [
    'a turn that is none, in a mapping',
    'turns:\n  - reply: Hello.\n  - repyl: Again.',
    '3:5 unknown-key unknown key "repyl"; did you mean "reply"?',
  ],
  [
    'a block that is none',
    '- reply: [{ type: text }]',
    '1:11 missing-key the key "text" is missing.',
  ],
])('says what is wrong with %s', (_what, text, problem) => {
  expect(String(read(text)).split('\n')[0]).toBe(`script:${problem}`);
});

test('reads any text or says why not, and never throws', () => {
  const json = fc.json();
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  fc.assert(
    fc.property(fc.oneof(json, text), (given) => {
      const parsed = safeParseScript(new Source('script', given));
      if (!parsed.ok) expect(parsed.problems.length).toBeGreaterThan(0);
    }),
  );
});
