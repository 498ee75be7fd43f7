/** Whatever a conversation says, a terminal shows it and does nothing else. */
import { styleText, stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTranscript } from '../../fakes/index.ts';
import { courseOf, type Course } from '../../src/transcript/course.ts';
import type { Finding } from '../../src/transcript/findings.ts';
import { widthOf } from '../../src/transcript/text-width.ts';
import type { MessageParam } from '../../src/wire/message.ts';
import { hostileMessages, hostileText } from '../support/hostile.ts';

/** What moves cursors, changes colours, writes titles and turns text round, between words and alone. */
const PIECES = [
  '\u001B[2J',
  '\u001B[1A',
  '\u001B]0;title\u0007',
  '\u009B31m',
  '\r',
  '\n',
  '\t',
  '\b',
  '\0',
  '\u007F',
  '\u202E',
  '\u2028',
  '\uD800',
  'plain words',
  '日本',
  'e\u0301',
  '👨‍👩‍👧',
];
const hostile = hostileText(PIECES);
const messages = hostileMessages(hostile, fc.anything());

const finding: fc.Arbitrary<Finding> = fc.record(
  {
    kind: fc.constantFrom('violation', 'note', 'invariant'),
    id: hostile,
    text: hostile,
    path: hostile,
    message: fc.nat(6),
    block: fc.nat(3),
  },
  { requiredKeys: ['kind', 'id', 'text'] },
);
const broken = fc.record({
  invariant: hostile,
  message: hostile,
  place: fc.record({ message: fc.nat(6), block: fc.nat(3) }, { requiredKeys: [] }),
});

const OBEYED = /[^\P{C}\n\p{Cf}\p{Cn}\p{Co}]|\p{Bidi_Control}|[\u2028\u2029]/u;

test('lets no control character through, in either form, and keeps to the columns', () => {
  fc.assert(
    fc.property(
      messages,
      fc.array(broken, { maxLength: 3 }),
      fc.integer({ min: 40, max: 100 }),
      (said, invariants, columns) => {
        const short = formatTranscript(said);
        expect(short).not.toMatch(OBEYED);
        expect(short.split('\n')).toHaveLength(Math.max(said.length, 1));
        const full = formatTranscript(said, { columns, invariants });
        expect(full).not.toMatch(OBEYED);
        for (const line of full.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns);
      },
    ),
  );
});

test('says the same with colours as without', () => {
  const paint = (_tone: string, text: string): string =>
    styleText('red', text, { validateStream: false });
  fc.assert(
    fc.property(messages, (said) => {
      const painted = formatTranscript(said, { columns: 60, paint });
      expect(stripVTControlCharacters(painted)).toBe(formatTranscript(said, { columns: 60 }));
    }),
  );
});

function findingsIn({ findings, steps, findingsAt }: Course): Finding[] {
  const cells = steps.flatMap(({ rows }) =>
    rows.flatMap(({ cell, call }) => [cell, ...(call?.result ? [call.result] : [])]),
  );
  return [findings, ...steps.map((step) => step.findings), ...cells.map(findingsAt)].flat();
}

test('tells each finding once, wherever it says that it is', () => {
  fc.assert(
    fc.property(messages, fc.array(finding), (said, found) => {
      const told = findingsIn(courseOf(said as MessageParam[], [], found));
      expect(new Set(told)).toEqual(new Set(found));
      expect(told).toHaveLength(found.length);
    }),
  );
});
