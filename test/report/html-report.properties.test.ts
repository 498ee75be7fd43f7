/** Whatever conversations say, it stands in a report as text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable } from '../../src/wire/printable.ts';
import { htmlReport } from '../../testing/report/html-report.ts';
import { REPORT_STYLE } from '../../testing/report/report-style.ts';
import type { ReportedConversation, ReportedEntry } from '../../testing/report/report.ts';
import { hostileMessages, hostileText } from '../support/hostile.ts';

/** What would begin or end a tag, an attribute, a comment, a style or a script, and what would turn text round. */
const PIECES = [
  '<script>x()</script>',
  '<img src=x onerror=x()>',
  '<svg/onload=x()>',
  '</style>',
  '</p>',
  '<!--',
  '-->',
  ']]>',
  '<',
  '>',
  '&',
  '&lt;',
  '"',
  "'",
  '" onclick="x()',
  "' style='x",
  'javascript:x()',
  '\0',
  '\r',
  '\u202E',
  '\uD800',
  'long '.repeat(200),
];
const hostile = hostileText(PIECES);
const conversation: fc.Arbitrary<ReportedConversation> = fc.record(
  {
    title: hostile,
    told: fc.record({ messages: hostileMessages(hostile, fc.jsonValue()) }),
    invariants: fc.array(
      fc.record({
        invariant: hostile,
        message: hostile,
        place: fc.record({ message: fc.nat(4), block: fc.nat(3) }, { requiredKeys: [] }),
      }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ['told', 'invariants'] },
);
const problem = fc.record(
  {
    code: fc.constant('answer-differs' as const),
    message: hostile,
    path: hostile,
    file: hostile,
    line: fc.nat(),
    column: fc.nat(),
    length: fc.nat(),
    lineText: hostile,
    difference: fc.record({ expected: hostile, received: hostile }),
  },
  { requiredKeys: ['code', 'message', 'path', 'file', 'line', 'column', 'length', 'lineText'] },
);
const entry: fc.Arbitrary<ReportedEntry> = fc.record(
  {
    title: hostile,
    status: fc.constantFrom('passed', 'failed', 'skipped'),
    place: hostile,
    description: hostile,
    reason: hostile,
    problems: fc.array(problem, { maxLength: 2 }),
    answer: hostile,
    error: hostile,
    printed: hostile,
    conversations: fc.array(conversation, { maxLength: 2 }),
  },
  { requiredKeys: ['title', 'conversations'] },
);

/** A tag that the report itself writes; what is left of a page without them has no `<` and no `>`. */
const TAG =
  /<\/?(?:a|body|code|dd|details|div|dl|dt|h1|h2|head|header|html|input|label|li|link|main|meta|ol|p|section|span|strong|style|summary|table|tbody|td|th|thead|title|tr)(?: (?:aria-hidden|aria-label|charset|class|content|data-[a-z]+|href|http-equiv|id|lang|name|open|rel|role|scope|type)(?:="[^"<>]*")?)*>/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const decoded = (html: string): string =>
  html.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!);

/** Every text in a value, but the numbers and the words that are the report's own. */
function textsIn({ title, description, answer, conversations }: ReportedEntry): string[] {
  const said = conversations.flatMap(({ told }) =>
    (told.messages as { content?: unknown }[]).map((each) => Object(each).content as unknown),
  );
  return [title, description, answer, ...said].filter((text) => typeof text === 'string');
}

test('has no tag but its own, and every text whole', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 3 }),
      hostile,
      fc.array(hostile, { maxLength: 2 }),
      (entries, title, notes) => {
        const page = htmlReport(entries, { title, notes });
        expect(page).toContain(REPORT_STYLE);
        const own = page.replace(REPORT_STYLE, '').replace('<!doctype html>', '');
        const texts = own.replaceAll(TAG, '');
        expect(texts).not.toMatch(/[<>]/);
        expect(texts.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
        const shown = decoded(texts);
        for (const text of entries.flatMap(textsIn)) expect(shown).toContain(printable(text));
      },
    ),
  );
});

test('links only to its own parts', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 3 }), (entries) => {
      const page = htmlReport(entries, { title: 'x' });
      const links = page.match(/ (?:href|src|action)="[^"]*"/g);
      expect(links!.slice(1)).toEqual(entries.map((_, index) => ` href="#scenario-${index + 1}"`));
    }),
  );
});
