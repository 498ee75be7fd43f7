// One comparison for everything expected: what fits, and the first place that does not.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstMismatch, TextConditions } from '../../src/scenario/matcher.ts';

test('takes a mapping that holds more than is expected', () => {
  expect(firstMismatch({ a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 })).toBeUndefined();
  expect(firstMismatch({}, { a: 1 })).toBeUndefined();
});

test('wants exactly the items of a list, in their order', () => {
  expect(firstMismatch([1, 2], [1, 2])).toBeUndefined();
  expect(firstMismatch([1, 2], [2, 1])).toEqual({ path: [0], expected: '1', received: '2' });
  expect(firstMismatch([1, 2], [1])).toEqual({
    path: [],
    expected: '2 items',
    received: '1 item: [1]',
  });
  expect(firstMismatch([], 'none')).toEqual({
    path: [],
    expected: '0 items',
    received: '"none"',
  });
});

test('names the first path that differs', () => {
  expect(firstMismatch({ a: [{ b: 'x' }] }, { a: [{ b: 'y' }] })).toEqual({
    path: ['a', 0, 'b'],
    expected: '"x"',
    received: '"y"',
  });
  expect(firstMismatch({ a: 1 }, {})).toEqual({ path: ['a'], expected: '1', received: 'nothing' });
  expect(firstMismatch({ a: 1 }, null)).toEqual({
    path: [],
    expected: '{"a":1}',
    received: 'null',
  });
});

test('tells values of different types apart', () => {
  for (const [expected, received] of [
    ['1', 1],
    [null, undefined],
    [false, 0],
    [{}, []],
    [[], {}],
  ]) {
    expect(firstMismatch(expected, received)).toBeDefined();
  }
});

test('does not take what every object has for a key of the mapping', () => {
  const expected: unknown = JSON.parse('{ "__proto__": {} }');
  expect(firstMismatch(expected, {})).toMatchObject({ path: ['__proto__'], received: 'nothing' });
});

test('holds every condition on a text', () => {
  const both = new TextConditions({ contains: 'order', matches: '^A-\\d{4}' });
  expect(firstMismatch(both, 'A-1001: your order')).toBeUndefined();
  expect(firstMismatch(both, 'A-1001')).toEqual({
    path: [],
    expected: 'a text that contains "order"',
    received: '"A-1001"',
  });
  expect(firstMismatch(both, 'order A-1001')).toEqual({
    path: [],
    expected: 'a text that matches /^A-\\d{4}/',
    received: '"order A-1001"',
  });
  expect(firstMismatch(both, 5)).toMatchObject({ received: '5' });
});

test('cuts long texts to where they differ', () => {
  const same = 'x'.repeat(300);
  expect(firstMismatch(`${same}left`, `${same}right`)).toEqual({
    path: [],
    expected: `… "${'x'.repeat(50)}left"`,
    received: `… "${'x'.repeat(50)}right"`,
  });
});

test('finds every value in itself, and no difference it does not name', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(firstMismatch(a, structuredClone(a))).toBeUndefined();
      const mismatch = firstMismatch(a, b);
      if (!mismatch) return;
      expect(mismatch.expected).not.toBe('');
      expect(mismatch.expected).not.toBe(mismatch.received);
    }),
  );
});
