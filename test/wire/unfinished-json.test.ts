/** JSON that was cut off: a fake makes of it what the SDK does. */
import { partialParse } from '@anthropic-ai/sdk/_vendor/partial-json-parser/parser';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseUnfinished } from '../../src/wire/json/unfinished-json.ts';

/** The value as JSON, or that there is none. */
function made(parse: (text: string) => unknown, text: string): string | undefined {
  try {
    return JSON.stringify(parse(text));
  } catch {
    return undefined;
  }
}

const cutJson = fc
  .tuple(
    fc.jsonValue({ maxDepth: 4, noUnicodeString: false }),
    fc.constantFrom(0, 1),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([value, indent, share]) => {
    const text = JSON.stringify({ value }, null, indent);
    return text.slice(0, Math.ceil(text.length * share));
  });

test('takes as much of a cut text as the SDK does', () => {
  fc.assert(
    fc.property(cutJson, (text) => {
      expect(made(parseUnfinished, text), text).toBe(made(partialParse, text));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['{"title": "draft", "body": "Once upon', { title: 'draft' }],
  ['{"title": "draft", "bo', { title: 'draft' }],
  ['{"a": "say \\"hi\\" and', {}],
  ['{"a": "b\\\\", "c": "x y', { a: 'b\\' }],
  ['{"a": [1, 2', { a: [1] }],
  ['{"a": [1, true', { a: [1, true] }],
  ['{"a": [1, tru', { a: [1] }],
  ['{"a": {"b": -1.5e', { a: {} }],
])('makes of %s what was said to the end', (text, value) => {
  expect(parseUnfinished(text)).toEqual(value);
  expect(partialParse(text)).toEqual(value);
});

test.each(['{"ns": "App\\Http"}', '{"a": "un"escaped', '{"a": nothing', '{"a" 1}', '', '}'])(
  'refuses %s, which is no JSON',
  (text) => {
    expect(() => parseUnfinished(text)).toThrow(SyntaxError);
    expect(() => partialParse(text)).toThrow(SyntaxError);
  },
);
