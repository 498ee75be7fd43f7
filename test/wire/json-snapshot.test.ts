/** A snapshot is what JSON on a wire would have made of a value, or there is none. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonSnapshot } from '../../src/wire/json-snapshot.ts';
import { promptText } from '../../src/wire/prompt-text.ts';
import { readJson } from '../../src/wire/read-json.ts';

/** Values of any kind, of which most are JSON. */
const anyValue = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 6 }) },
  fc.anything({ withDate: true, withMap: true, withSparseArray: true, withNullPrototype: true }),
  fc.object({ withBoxedValues: true }),
);

test('says what the text would have said', () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      const snapshot = jsonSnapshot(value);
      if (!snapshot) return;
      const text = JSON.stringify(value);
      expect(JSON.stringify(snapshot.value)).toBe(text);
      expect(readJson(text)).toEqual({ value: snapshot.value });
      expect(snapshot.characters).toBeGreaterThanOrEqual(promptText(snapshot.value).length);
    }),
    { numRuns: 2000 },
  );
});

test('is there for all JSON that the API takes', () => {
  const plain = fc
    .jsonValue({ maxDepth: 6 })
    .map((value) => JSON.stringify(value))
    .filter((text) => readJson(text).problem === undefined)
    .map((text) => JSON.parse(text) as unknown);
  fc.assert(fc.property(plain, (value) => jsonSnapshot(value) !== undefined));
});

test('shares nothing with the value', () => {
  const value = { messages: [{ role: 'user', content: 'Hello.' }] };
  const { value: copy } = jsonSnapshot(value)!;
  value.messages[0]!.content = 'Bye.';
  value.messages.push({ role: 'user', content: 'Well?' });
  expect(copy).toEqual({ messages: [{ role: 'user', content: 'Hello.' }] });
});

test('leaves out what is undefined, as JSON does', () => {
  expect(jsonSnapshot({ a: undefined, b: null })!.value).toStrictEqual({ b: null });
});

/** Lists in lists. */
function nested(levels: number): unknown {
  return levels === 0 ? 1 : [nested(levels - 1)];
}

test.each<[string, unknown]>([
  ['a date', { at: new Date(0) }],
  ['a hole', [1, undefined]],
  ['a function', { run: () => 1 }],
  ['no number', NaN],
  ['a number without end', [Infinity]],
  ['a zero below zero', -0],
  ['a big integer', 1n],
  ['half a pair', { text: '\uD83D' }],
  ['half a pair as a key', { '\uD83D': 1 }],
  ['something that writes itself', { toJSON: () => 1 }],
  ['an instance', new (class A {})()],
  ['a key that is a prototype', JSON.parse('{"__proto__":1}')],
  ['more levels than the API takes', nested(1025)],
  ['more text than is sure to fit', 'x'.repeat(1_000_001)],
  ['nothing', undefined],
])('leaves %s to the text', (_name, value) => {
  expect(jsonSnapshot(value)).toBeUndefined();
});
