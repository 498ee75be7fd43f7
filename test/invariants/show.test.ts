// Values in findings: a difference is in sight, however far behind it stands.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { showDifference } from '../../src/invariants/show.ts';

const partsOf = (text: string): readonly string[] =>
  /^expected (.*), received (.*)$/s.exec(text)!.slice(1);

test('what differs is told apart, wherever in a long value it stands', () => {
  const words = fc.string({ maxLength: 300 });
  fc.assert(
    fc.property(words, words, fc.constantFrom('a', 'ab'), words, (head, other, mark, tail) => {
      const [was, is] = partsOf(
        showDifference(
          { head, value: `${other}${mark}${tail}` },
          { head, value: `${other}!${tail}` },
        ),
      );
      expect(was).not.toBe(is);
      expect(Math.max(was!.length, is!.length)).toBeLessThanOrEqual(62);
    }),
  );
});

test.each([
  [{ at: 'left' }, undefined, 'expected {"at":"left"}, received nothing'],
  [
    { type: 'tool_use', id: 'toolu_1', name: 'get_order', input: { number: 'A-1001' } },
    { type: 'tool_use', id: 'toolu_1', name: 'get_order', input: { number: 'a-1001' } },
    'expected …,"input":{"number":"A-1001"}}, received …,"input":{"number":"a-1001"}}',
  ],
  [
    { type: 'text', text: `${'Hm. '.repeat(50)}Left.${' So.'.repeat(50)}` },
    { type: 'text', text: `${'Hm. '.repeat(50)}Right.${' So.'.repeat(50)}` },
    'expected …Hm. Hm. Hm. Hm. Hm. Left. So. So. So. So. So. So. So. So. So…, received …Hm. Hm. Hm. Hm. Hm. Right. So. So. So. So. So. So. So. So. S…',
  ],
])('what is said of the pair %#', (expected, received, message) => {
  expect(showDifference(expected, received)).toBe(message);
});
