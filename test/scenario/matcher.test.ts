// One comparison for everything expected: what fits, and the first place that does not.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstMismatch } from '../../src/scenario/matcher.ts';

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
  const both = { contains: 'order', matches: '^A-\\d{4}' };
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

/** What an operator says about a value that does not fit; nothing when it fits. */
const wordsFor = (expected: unknown, received: unknown): string | undefined => {
  const mismatch = firstMismatch(expected, received);
  return mismatch && `expected ${mismatch.expected}, received ${mismatch.received}`;
};

test.each<
  [expected: unknown, fits: readonly unknown[], differs: readonly unknown[], words: string]
>([
  [
    { contains: 'b' },
    ['abc', ['a', 'b']],
    ['ac', ['ab'], { b: 1 }],
    'expected a text that contains "b", received "ac"',
  ],
  [
    { contains: ['a', 'c'] },
    ['abc', ['c', 'b', 'a']],
    ['ab', ['a']],
    'expected a text that contains "a" and "c", received "ab"',
  ],
  [
    { contains: [{ name: 'a' }, { name: 'a' }] },
    [[{ name: 'a' }, { name: 'b' }, { name: 'a', more: 1 }]],
    [[{ name: 'a' }], 'a'],
    'expected a list that contains {"name":"a"} and {"name":"a"}, received 1 item: [{"name":"a"}]',
  ],
  [{ matches: '^a.$' }, ['ab'], ['b', 5], 'expected a text that matches /^a.$/, received "b"'],
  [
    { json: { a: [1, { b: 2 }] } },
    ['{"a":[1,{"b":2,"c":3}]}', { a: [1, { b: 2 }] }],
    ['{"a":', '{"a":[1]}', 5],
    'expected a text of JSON: {"a":[1,{"b":2}]}, received "{\\"a\\":"',
  ],
  [
    { any: ['a', { contains: 'b' }] },
    ['a', 'abc'],
    ['c'],
    'expected "a" or a text that contains "b", received "c"',
  ],
  [{ not: 'a' }, ['b', undefined], ['a'], 'expected anything but "a", received "a"'],
  [
    { not: { contains: 'a' } },
    ['b', 5],
    ['cab'],
    'expected anything but a text that contains "a", received "cab"',
  ],
  [
    { any_order: ['a', { matches: '.' }] },
    [
      ['b', 'a'],
      ['a', 'b'],
    ],
    [['b', 'c'], ['a'], ['a', 'b', 'c'], 'ab'],
    'expected in any order ["a",{"matches":"."}], received 2 items: ["b","c"]',
  ],
  [{ at_least: 3 }, [3, 4], [2, '3', undefined], 'expected at least 3, received 2'],
  [{ at_most: 3 }, [3, 2], [4, undefined], 'expected at most 3, received 4'],
  [{ at_least: 1, at_most: 3 }, [2], [0, 4], 'expected at least 1, received 0'],
])('compares with %j', (expected, fits, differs, words) => {
  for (const received of fits) expect(wordsFor(expected, received)).toBeUndefined();
  for (const received of differs) expect(wordsFor(expected, received)).toBeDefined();
  expect(wordsFor(expected, differs[0])).toBe(words);
});

test('goes on in the JSON of a text', () => {
  expect(
    firstMismatch({ content: { json: { list: [{ a: 1 }] } } }, { content: '{"list":[{"a":2}]}' }),
  ).toEqual({
    path: ['content', 'json', 'list', 0, 'a'],
    expected: '1',
    received: '2',
  });
});

test('takes a mapping with any other key as it stands', () => {
  expect(firstMismatch({ contains: 'a', at: 1 }, { contains: 'a', at: 1 })).toBeUndefined();
  expect(firstMismatch({ contains: 'a', at: 1 }, 'a')).toBeDefined();
});

test('finds a partner for each item where trying them one after another would not', () => {
  const any = { matches: '' };
  expect(firstMismatch({ any_order: [any, 'a'] }, ['a', 'b'])).toBeUndefined();
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 6 }),
      fc.nat(),
      (items, seed) => {
        const shuffled = items.toSorted((a, b) => ((a * 31 + seed) % 7) - ((b * 31 + seed) % 7));
        // The first ones take any item, so that those behind them need the one that is left.
        const wanted = shuffled.map((item, at) => (at % 2 === 0 ? { at_least: 0 } : item));
        expect(firstMismatch({ any_order: wanted }, items)).toBeUndefined();
        expect(firstMismatch({ contains: wanted }, [...items, 'more'])).toBeUndefined();
        expect(firstMismatch({ any_order: [...wanted, -1] }, [...items, 0])).toBeDefined();
      },
    ),
  );
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
