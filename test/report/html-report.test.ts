/** A report as a page: what stands in it, and what it lets in. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkInvariants } from '../../fakes/index.ts';
import { reportModule } from '../../scripts/report-module.ts';
import { htmlReport } from '../../testing/report/html-report.ts';
import { REPORT_STYLE } from '../../testing/report/report-style.ts';
import type { ReportedEntry } from '../../testing/report/report.ts';
import { toldConversation } from '../transcript/told.ts';

test('has the style that it is made of (npm run inspector)', () => {
  const kept = new URL('../../testing/report/report-style.ts', import.meta.url);
  expect(readFileSync(kept, 'utf8')).toBe(reportModule());
});

/** The texts of a page, a line for each element that has one. */
function textOf(page: string): string[] {
  const [, body] = page.split('<body>');
  return body!
    .replaceAll(/<\/(?:p|td|th|h1|h2|dt|dd|summary|label)>|<ol|<\/div>/g, '\n$&')
    .replaceAll(/<[^>]*>/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

test('tells all there is of scenarios, in the order of time', async () => {
  const told = await toldConversation();
  const entries: ReportedEntry[] = [
    {
      title: 'two looks',
      status: 'failed',
      place: 'weather.yaml:1',
      description: 'Two looks at once.',
      problems: [
        {
          code: 'answer-differs',
          message: 'the answer differs.',
          path: 'expect.answer',
          file: 'weather.yaml',
          line: 20,
          column: 11,
          length: 5,
          lineText: '  answer: Rain.',
          difference: { expected: '"Rain."', received: '"Sun."' },
        },
      ],
      answer: 'Sun.',
      conversations: [{ told, invariants: checkInvariants(told) }],
    },
    {
      title: 'not yet',
      status: 'skipped',
      place: 'weather.yaml:30',
      reason: 'the tool is not there yet',
      conversations: [],
    },
    { title: 'broken', status: 'failed', error: 'Error: no\n    at app.ts:5', conversations: [] },
  ];
  const page = htmlReport(entries, { title: 'ensaio run', notes: ['An error was left behind.'] });
  expect(textOf(page)).toMatchInlineSnapshot(`
    [
      "ensaio run",
      "3 scenarios: 2 failed, 1 skipped",
      "Only what failed",
      "An error was left behind.",
      "Scenario",
      "Outcome",
      "Requests",
      "Tokens in",
      "Tokens out",
      "Time",
      "two looksthe answer differs.",
      "failed",
      "4",
      "542",
      "82",
      "50 ms",
      "not yetthe tool is not there yet",
      "skipped",
      "0",
      "0",
      "0",
      "brokenError: no",
      "failed",
      "0",
      "0",
      "0",
      "two looks",
      "failed 4 requests · 542 in, 82 out · 50 ms",
      "weather.yaml:1",
      "Two looks at once.",
      "answer-differs at weather.yaml:20:11",
      "the answer differs.",
      "answer: Rain.",
      "expected",
      "&quot;Rain.&quot;",
      "received",
      "&quot;Sun.&quot;",
      "answer",
      "Sun.",
      "Conversation 4 requests · 542 in, 82 out · 50 ms",
      "model: &quot;claude-opus-5&quot;",
      "tools: [{&quot;name&quot;:&quot;weather&quot;,&quot;input_schema&quot;:{&quot;type&quot;:&quot;object&quot;}}]",
      "App",
      "Model",
      "Tools",
      "What will the weather be in Lisbon and Atlantis?",
      "thinking",
      "Two cities, so two looks at once.",
      "Let me look at both.",
      "weather toolu_lisbon",
      "{&quot;city&quot;:&quot;Lisbon&quot;,&quot;days&quot;:2}",
      "no result",
      "weather toolu_atlantis",
      "{&quot;city&quot;:&quot;Atlantis&quot;,&quot;days&quot;:2}",
      "tool_result toolu_atlantis error",
      "There is ␛[31mno city␛[0m.",
      "[0] · turn 1 · tool_use · 34 in, 75 out · 5 ms",
      "refused tool-result-missing at messages.2",
      "messages.2: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: toolu_lisbon. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.",
      "invariant broken one-result-per-call at messages.2",
      "the call toolu_lisbon has no result",
      "tool_result toolu_9",
      "sunny",
      "refused tool-result-unexpected at messages.2.content.1",
      "messages.2.content.1: unexpected \`tool_use_id\` found in \`tool_result\` blocks: toolu_9. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.",
      "invariant broken matching-ids at messages.2.content.1",
      "the result for toolu_9 answers no call of the turn before it: expected toolu_lisbon",
      "refused 400 invalid_request_error · [1] · 5 ms",
      "messages.2.content.1: unexpected \`tool_use_id\` found in \`tool_result\` blocks: toolu_9. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.",
      "From message 1 on it went another way.",
      "App",
      "Model",
      "Tools",
      "thinking",
      "Two cities, so two looks at once.",
      "Let me look at both.",
      "weather toolu_lisbon",
      "{&quot;city&quot;:&quot;Lisbon&quot;,&quot;days&quot;:2}",
      "tool_result toolu_lisbon",
      "Lisbon: sunny. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It st… 1,215 characters",
      "Lisbon: sunny. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that. It stays like that.",
      "weather toolu_atlantis",
      "{&quot;city&quot;:&quot;Atlantis&quot;,&quot;days&quot;:2}",
      "tool_result toolu_atlantis error",
      "There is ␛[31mno city␛[0m.",
      "[0] · turn 1 · tool_use · 34 in, 75 out · 5 ms",
      "failed 529 overloaded_error · [2] · 5 ms",
      "Overloaded",
      "Lisbon is sunny. 東京は晴れです。",
      "[3] · turn 3 · end_turn · 508 in, 7 out · 5 ms",
      "not yet",
      "skipped",
      "weather.yaml:30",
      "Not run: the tool is not there yet",
      "broken",
      "failed",
      "thrown",
      "Error: no",
      "at app.ts:5",
    ]
  `);
});

test('tells of a file that has only conversations', () => {
  const entry: ReportedEntry = {
    title: 'log.jsonl',
    conversations: [{ told: { messages: [{ role: 'user', content: 'Hi.' }] }, invariants: [] }],
  };
  expect(textOf(htmlReport([entry], { title: 'ensaio show' }))).toMatchInlineSnapshot(`
    [
      "ensaio show",
      "1 conversation",
      "Scenario",
      "Outcome",
      "Requests",
      "Tokens in",
      "Tokens out",
      "Time",
      "log.jsonl",
      "0",
      "0",
      "0",
      "log.jsonl",
      "Conversation",
      "App",
      "Model",
      "Tools",
      "Hi.",
    ]
  `);
});

test('lets nothing run and asks nobody', () => {
  const page = htmlReport([], { title: 'x' });
  const hash = createHash('sha256').update(REPORT_STYLE).digest('base64');
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)!;
  expect(policy!.replaceAll('&#39;', "'").split('; ')).toEqual([
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(page).not.toMatch(/<script|\bstyle="|\bon\w+="|url\(|@import/);
});

test('is the same each time', async () => {
  const one = async (): Promise<string> => {
    const told = await toldConversation();
    return htmlReport([{ title: 'x', conversations: [{ told, invariants: [] }] }], { title: 'x' });
  };
  expect(await one()).toBe(await one());
});
