/** JSON that was cut off keeps what was said to the end of a value. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseUnfinished } from '../../src/wire/unfinished-json.ts';

const anyJson = fc.dictionary(
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 }),
);

/** Whether `part` holds nothing that `whole` does not hold at the same place. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part)) {
    return (
      Array.isArray(whole) &&
      part.length <= whole.length &&
      part.every((item, index) => isPartOf(item, whole[index]))
    );
  }
  if (typeof part !== 'object' || part === null) return Object.is(part, whole);
  return (
    typeof whole === 'object' &&
    whole !== null &&
    Object.entries(part).every(
      ([key, value]) => Object.hasOwn(whole, key) && isPartOf(value, (whole as never)[key]),
    )
  );
}

test('gives a part of the whole, wherever it is cut', () => {
  fc.assert(
    fc.property(anyJson, fc.nat(), fc.boolean(), (value, at, spaced) => {
      const text = JSON.stringify(value, null, spaced ? 1 : 0);
      const cut = text.slice(0, 1 + (at % text.length));
      expect(isPartOf(parseUnfinished(cut), JSON.parse(text))).toBe(true);
    }),
  );
});

test('gives a finished value as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(parseUnfinished(text)).toEqual(JSON.parse(text));
    }),
  );
});

test.each([
  ['{"a": "tru', {}],
  ['{"a": 1, "b', { a: 1 }],
  ['{"a": 1, "b"', { a: 1 }],
  ['{"a": 1, "b":', { a: 1 }],
  ['{"a": 12', {}],
  ['{"a": 12,', { a: 12 }],
  ['{"a": [1, {"b": tru', { a: [1, {}] }],
  ['{"a": "x\\', {}],
  ['{"a": "x\\"", "b": "y', { a: 'x"' }],
  ['[', []],
])('reads %s', (text, value) => {
  expect(parseUnfinished(text)).toEqual(value);
});

test.each(['', 'tru', '{"ns": "App\\Http"}', '{"a": 1}}', '"never closed'])(
  'refuses %j, which is no JSON however it goes on',
  (text) => {
    expect(() => parseUnfinished(text)).toThrow(SyntaxError);
  },
);
