/** Text that a terminal and a browser show and do not obey. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable } from '../../src/wire/printable.ts';

test.each([
  ['plain text, ümläute, 日本語, 👩‍👧', 'plain text, ümläute, 日本語, 👩‍👧'],
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ['lines of\r\nWindows', 'lines of\nWindows'],
  ['back\rto the start', 'back␍to the start'],
  ['\u001B[31mred\u001B[0m', '␛[31mred␛[0m'],
  [
    '\u001B]8;;https://example.com\u0007link\u001B]8;;\u0007',
    '␛]8;;https://example.com␇link␛]8;;␇',
  ],
  ['\0 and \u007F', '␀ and ␡'],
  ['\u009B31m in one', '�31m in one'],
  ['right \u202Eot tfel', 'right �ot tfel'],
  ['isolated \u2066 and paragraph\u2029', 'isolated � and paragraph�'],
  ['half a \uD83D', 'half a �'],
])('shows %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('changes nothing more than once, and nothing that is harmless', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, (hostile) => {
      const shown = printable(hostile);
      expect(shown).not.toMatch(/[^\P{C}\n\t\p{Cf}\p{Cn}\p{Co}]|\p{Bidi_Control}/u);
      expect(printable(shown)).toBe(shown);
    }),
  );
});
