/** A copy is the same and shares nothing, as `structuredClone` has it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyJson } from '../../src/wire/json/copy-json.ts';
import { jsonInput } from '../../testing/arbitraries/json-input.ts';

test('a copy of any JSON is what structuredClone makes', () => {
  fc.assert(
    fc.property(jsonInput(), (value) => {
      const copy = copyJson(value);
      expect(copy).toEqual(structuredClone(value));
      expect(Object.keys(copy)).toEqual(Object.keys(value));
      expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
    }),
  );
});

test('nothing that is done to a copy reaches the value', () => {
  const value = { list: [{ at: 'left' }], none: null };
  const copy = copyJson(value);
  copy.list[0]!.at = 'right';
  copy.list.push({ at: 'more' });
  expect(value).toEqual({ list: [{ at: 'left' }], none: null });
});

test('a key like __proto__ is one of the copy, and changes nothing that it inherits', () => {
  const copy = copyJson(JSON.parse('{"__proto__": {"at": 1}}') as object);
  expect(Object.keys(copy)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
});

test('what is no JSON is cloned or refused, as structuredClone does', () => {
  const date = new Date(0);
  expect(copyJson({ date })).toEqual({ date });
  expect(copyJson({ date }).date).not.toBe(date);
  expect(() => copyJson({ run: () => undefined })).toThrow('could not be cloned');
});
