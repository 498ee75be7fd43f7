/** Reading a body: what `JSON.parse` says, except where the API's parser is stricter. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from '../../src/wire/json/read-json.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('reads every JSON value as it was written', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 5, noUnicodeString: false }),
      fc.nat(2),
      (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(readJson(text)).toEqual({ value: JSON.parse(text) as unknown });
      },
    ),
  );
});

const PIECES = String.raw`{ } [ ] , : " \ "a" "a": 1 0 - . e5 E+ true fal null é \n \u0041 \ud83d\ude00 {"k":[1]} 1e30`;
const piece = fc.constantFrom(...PIECES.split(' '), ' ', '\n', '\u0001', '\u{1F600}');

test('agrees with JSON.parse on what is JSON, apart from extremes', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      (text) => {
        const { problem } = readJson(text);
        fc.pre(problem?.includes('infinity') !== true);
        expect(problem === undefined, text).toBe(isJson(text));
      },
    ),
    { numRuns: 5000 },
  );
});

test('always finds the end of what was cut short', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
      fc.nat(),
      (value, cut) => {
        const text = JSON.stringify(value).toWellFormed();
        const start = text.slice(0, 1 + (cut % (text.length - 1)));
        const characters = [...start].length;
        // A cut may leave half a pair, which is another mistake.
        fc.pre(start.isWellFormed());
        expect(readJson(start).problem).toBe(
          `unexpected end of data: line 1 column ${characters + 1} (char ${characters})`,
        );
      },
    ),
  );
});

test.each([
  [String.raw`{"a":"\ud83d"}`, 'no low surrogate in string'],
  [String.raw`{"a":"\uDE00"}`, 'invalid high surrogate in string'],
  [String.raw`{"a":"\\\ud83d"}`, 'no low surrogate in string'],
  ['{"a":"\uDE00"}', 'str is not valid UTF-8'],
  ['[1e400]', 'number is infinity'],
  ['{"a":-1E+0999}', 'number is infinity'],
  [`[${'9'.repeat(310)}]`, 'number is infinity'],
  [`${'['.repeat(1025)}${']'.repeat(1025)}`, 'recursion depth exceeded'],
])('refuses what JSON.parse takes', (text, reason) => {
  expect(isJson(text)).toBe(true);
  expect(readJson(text).problem).toContain(reason);
});

test.each([
  String.raw`{"a":"\ud83d\ude00 \\ud83d \\\\ude00"}`,
  '{"a":"\u{1F600}"}',
  '{"e":1e300,"f":-1E+99,"g":"1e999 [[["}',
  `{"a":"${'['.repeat(2000)}\\"${'{'.repeat(2000)}"}`,
  `[${'[],'.repeat(3000)}1]`,
  `${'['.repeat(1024)}${']'.repeat(1024)}`,
  `[${'9'.repeat(308)}]`,
])('takes what only looks like it', (text) => {
  expect(readJson(text)).toEqual({ value: JSON.parse(text) as unknown });
});

test('reads a million quotes, backslashes or brackets in one pass', () => {
  for (const unit of ['\\"', '\\\\', '[', '"', '"[",', 'x']) {
    const text = unit.repeat(1_000_000 / unit.length);
    expect(readJson(text).problem).toBeDefined();
    expect(readJson(JSON.stringify(text)).value).toBe(text);
  }
});
