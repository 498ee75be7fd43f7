/** How wide text is on a terminal, and how it is cut into lines. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { widthOf, wrap } from '../../src/transcript/text-width.ts';

test.each([
  ['', 0],
  ['plain', 5],
  ['é', 1],
  ['e\u0301', 1],
  ['日本語', 6],
  ['한국어', 6],
  ['カタカナ', 8],
  ['ｶﾀｶﾅ', 4],
  ['Ａ！', 4],
  ['🙂', 2],
  ['👨‍👩‍👧', 2],
  ['❤\uFE0F', 2],
  ['\u200B', 0],
  ['␛ → … ✓', 7],
])('measures %j', (line, width) => {
  expect(widthOf(line)).toBe(width);
});

test.each<[text: string, columns: number, lines: string[]]>([
  ['', 10, ['']],
  ['a b', 10, ['a b']],
  ['one two three', 7, ['one two', 'three']],
  ['one\n\n two', 7, ['one', '', ' two']],
  ['supercalifragilistic', 8, ['supercal', 'ifragili', 'stic']],
  ['so supercalifragilistic', 8, ['so', 'supercal', 'ifragili', 'stic']],
  ['日本語日本語', 5, ['日本', '語日', '本語']],
  ['  kept   and not', 8, ['  kept', 'and not']],
])('cuts %j at %i columns', (text, columns, lines) => {
  expect([...wrap(text, columns)]).toEqual(lines);
});

test('keeps to the columns and loses nothing but white space', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.stringMatching(/^([a-z]{1,30}[ \n]?){0,12}$/),
  );
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 30 }), (long, columns) => {
      const lines = [...wrap(long, columns)];
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
      expect(lines.join('').replaceAll(/\s/g, '')).toBe(long.replaceAll(/\s/g, ''));
    }),
  );
});
