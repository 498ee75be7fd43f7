/** White space is what Python's `strip` takes away, not what JavaScript's `trim` does. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { endsInWhiteSpace, isBlank } from '../../src/wire/white-space.ts';

/** What the two languages see differently, and people send: a next line, and a byte order mark. */
const DIFFERENT = /[\u0085\uFEFF]/;

const texts = fc.string({
  unit: fc.constantFrom(' ', '\t', '\n', '\u00A0', '\u2003', '\u3000', '\u200B', 'a', '\u{1F525}'),
});

test('agrees with JavaScript on everything else', () => {
  fc.assert(
    fc.property(fc.oneof(texts, fc.string({ unit: 'binary' })), (text) => {
      fc.pre(!DIFFERENT.test(text));
      expect(isBlank(text)).toBe(text.trim() === '');
      expect(endsInWhiteSpace(text)).toBe(text !== text.trimEnd());
    }),
  );
});

test.each([
  { what: 'a next line', text: '\u0085', white: true },
  { what: 'a byte order mark', text: '\uFEFF', white: false },
  { what: 'a space without width', text: '\u200B', white: false },
  { what: 'nothing', text: '', white: true },
])('sees whether $what is blank', ({ text, white }) => {
  expect(isBlank(text)).toBe(white);
  expect(isBlank(` ${text}\n`)).toBe(white);
  expect(endsInWhiteSpace(`a${text}`)).toBe(white && text !== '');
});
