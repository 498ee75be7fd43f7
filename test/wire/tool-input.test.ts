/** The input of a call as text: what it says, and where each way of streaming cuts it. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  inputFragments,
  inputText,
  type InputStreaming,
} from '../../src/wire/stream/tool-input.ts';
import { jsonInput } from '../../testing/arbitraries/json-input.ts';

const WAYS: readonly InputStreaming[] = ['buffered', 'eager', 'whole'];

test.each<[string, object, string]>([
  ['nothing for an input without keys', {}, ''],
  ['nothing for a key without a value', { a: undefined }, ''],
  [
    'a space after colons and commas',
    { a: 1, b: [2, { c: null }] },
    '{"a": 1, "b": [2, {"c": null}]}',
  ],
  ['strings as they are', { 'a:b,c': '":,\\",' }, String.raw`{"a:b,c": "\":,\\\","}`],
])('writes %s', (_what, input, text) => {
  expect(inputText(input)).toBe(text);
});

test.each(WAYS)('fragments of %s input join to the input', (way) => {
  fc.assert(
    fc.property(jsonInput(), (input) => {
      const fragments = inputFragments(input, way);
      expect(fragments.join('')).toBe(inputText(input));
      expect(fragments).not.toContain('');
      const empty = Object.keys(input).length === 0;
      expect(JSON.stringify(JSON.parse(empty ? '{}' : fragments.join('')))).toBe(
        JSON.stringify(input),
      );
      // No fragment ends between the halves of a character.
      expect(fragments.filter((fragment) => !fragment.isWellFormed())).toEqual([]);
    }),
  );
});

test('no fragment of buffered input reaches over two keys', () => {
  fc.assert(
    fc.property(jsonInput(), (input) => {
      const ends = new Set<number>();
      let length = 0;
      for (const fragment of inputFragments(input, 'buffered'))
        ends.add((length += fragment.length));
      const entries = Object.entries(input);
      for (let count = 1; count < entries.length; count += 1) {
        // What the first keys come to, without the closing brace.
        const before = inputText(Object.fromEntries(entries.slice(0, count))).length - 1;
        expect(ends).toContain(before);
      }
    }),
  );
});

test('eager fragments are longer than buffered ones, and cut anywhere', () => {
  const input = { first: 'x'.repeat(40), second: 'y'.repeat(40) };
  const eager = inputFragments(input, 'eager');
  expect(eager.length).toBeLessThan(inputFragments(input, 'buffered').length);
  expect(eager.some((fragment) => fragment.includes('x') && fragment.includes('second'))).toBe(
    true,
  );
});

test('neither very long nor very deep input is too much', () => {
  const deep = JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`) as unknown;
  expect(inputText({ deep })).toHaveLength('{"deep": }'.length + 6000);
  const long = '\\"'.repeat(2_000_000);
  expect(inputText({ long })).toHaveLength('{"long": ""}'.length + 2 * long.length);
});
