// Offsets to lines and columns, also where no editor would put the cursor.
import { expect, test } from 'vitest';
import { Source } from '../../src/scenario/source.ts';

function at(text: string, start: number, end?: number): string {
  const { line, column, length, lineText } = new Source('a.yaml', text).at(start, end);
  return `${line}:${column}+${length} ${JSON.stringify(lineText)}`;
}

test('counts lines and columns from 1', () => {
  expect(at('ab\ncd', 0)).toBe('1:1+1 "ab"');
  expect(at('ab\ncd', 4, 5)).toBe('2:2+1 "cd"');
});

test('cuts a span to its first line, without the space behind it', () => {
  expect(at('ab \ncd', 0, 6)).toBe('1:1+2 "ab "');
});

test('leaves the end of a line out, and a place inside it is behind the line', () => {
  expect(at('ab\r\ncd', 0, 6)).toBe('1:1+2 "ab"');
  expect(at('ab\r\ncd', 3)).toBe('1:3+0 "ab"');
});

test('moves a place behind the last character up to it', () => {
  expect(at('ab\n\n\n', 5)).toBe('1:3+0 "ab"');
  expect(at('ab', 99)).toBe('1:3+0 "ab"');
  expect(at('', 7)).toBe('1:1+0 ""');
});
