// Each word of the schema language: what it takes, what it refuses, and what makes the difference.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptorOf } from '../../../src/wire/schema/acceptor.ts';
import {
  either,
  exactly,
  list,
  nullable,
  nullish,
  number,
  object,
  oneOf,
  optional,
  record,
  taggedBy,
  text,
  whole,
} from '../../../src/wire/schema/build.ts';
import type { Schema } from '../../../src/wire/schema/schema.ts';

const a = object({ type: nullish(exactly('a')), n: whole() });
const b = object({ type: oneOf('b', 'c'), s: text() });
const hole = Object.assign([], { length: 1 });
const agreeing = object(
  { low: number(), high: number() },
  { holds: ({ low, high }) => (low as number) <= (high as number) },
);

const cases: readonly [what: string, schema: Schema, taken: unknown[], refused: unknown[]][] = [
  ['a text', text(), ['', 'x'], [undefined, null, 0, ['x'], {}]],
  ['a text of a length', text({ least: 1, most: 2 }), ['x', 'xy', '😀😀'], ['', 'xyz', '😀😀😀']],
  ['a text of a pattern', text({ pattern: /^x+$/ }), ['x', 'xx'], ['', 'xy', 1]],
  ['a number', number(), [0, -1.5, 1e300], [NaN, Infinity, '1', null]],
  ['a number within', number({ least: 0, most: 1 }), [0, 0.5, 1], [-0.1, 1.1]],
  ['a number between', number({ above: 0, below: 1 }), [0.1, 0.9], [0, 1]],
  ['a whole number', whole(), [0, -3, 2 ** 60], [0.5, 1e-300, 999_999_999_999_998.1]],
  ['a boolean', { kind: 'boolean' }, [true, false], [0, 'true', null]],
  ['a choice', oneOf('a', 'b'), ['a', 'b'], ['c', '', null, 0]],
  ['one value', exactly('a'), ['a'], ['b', ['a']]],
  ['anything', { kind: 'unknown' }, [null, 0, {}, []], [undefined]],
  ['a dictionary', { kind: 'dictionary' }, [{}, { x: [1] }], [[], null, 'x']],
  ['a record', record(whole()), [{}, { x: 1, y: 2 }], [{ x: 'y' }, [], null]],
  [
    'a record of which more is asked',
    record(whole(), { holds: ({ x }) => x !== undefined }),
    [{ x: 1 }],
    [{}, { y: 1 }],
  ],
  ['a list', list(whole()), [[], [1, 2]], [[1, 'x'], [undefined], hole, { length: 0 }, 'x']],
  ['a list of at least one', list(whole(), { least: 1 }), [[1]], [[]]],
  [
    'an object',
    object({ n: whole(), s: optional(text()) }),
    [{ n: 1 }, { s: 'x', n: 1 }, { n: 1, s: undefined }],
    [{}, { s: 'x' }, { n: 1, t: 1 }, { n: 1, t: undefined }, { n: undefined }, [], null],
  ],
  ['an open object', object({ n: whole() }, { open: true }), [{ n: 1, t: 1 }], [{ t: 1 }]],
  ['an object that agrees', agreeing, [{ low: 1, high: 1 }], [{ low: 2, high: 1 }, { low: 1 }]],
  [
    'tagged objects',
    taggedBy('type', a, b),
    [{ n: 1 }, { type: null, n: 1 }, { type: 'a', n: 1 }, { type: 'c', s: '' }],
    [{ type: 'b', n: 1 }, { type: 'd' }, { s: '' }, [], 'x', null, undefined, 1],
  ],
  [
    'objects by role',
    taggedBy('role', object({ role: exactly('user') })),
    [{ role: 'user' }],
    [{ role: 'a' }, {}, null, undefined, 'user'],
  ],
  ['either', either(list(text()), text(), { kind: 'boolean' }), [[], 'x', true], [1, [1], null]],
  ['what may be null', nullable(whole()), [1, null], [undefined, 'x']],
  ['what may be left out', optional(whole()), [1, undefined], [null, 'x']],
  ['what may be both', nullish(whole()), [1, null, undefined], ['x']],
];

test.each(cases)('tells what is %s from what is not', (_what, schema, taken, refused) => {
  const accepts = acceptorOf(schema);
  expect(taken.filter((value) => !accepts(value))).toEqual([]);
  expect(refused.filter((value) => accepts(value))).toEqual([]);
});

test('takes an object whatever the order of its keys, and no key that is not its own field', () => {
  const accepts = acceptorOf(object({ a: text(), b: text(), c: optional(text()) }));
  fc.assert(
    fc.property(
      fc.shuffledSubarray(['a', 'b', 'c', '__proto__', 'constructor', 'toString']),
      (keys) => {
        const json = `{${keys.map((key) => `"${key}":""`).join()}}`;
        const fits =
          keys.includes('a') && keys.includes('b') && keys.every((key) => 'abc'.includes(key));
        expect(accepts(JSON.parse(json))).toBe(fits);
      },
    ),
  );
});

test('is the same for the same schema', () => {
  const schema = list(text());
  expect(acceptorOf(schema)).toBe(acceptorOf(schema));
});
