/** The top of a report: how many went how, and a line for each. */
import { element, type Markup } from '../../fakes/drawing/markup.ts';
import { countOf } from '../../src/scenario/count-of.ts';
import { formatDuration } from '../../src/transcript/exchange-facts.ts';
import { countsOf, formatNumber } from './counts.ts';
import { anchorOf, badge } from './draw-entry.ts';
import type { ReportedEntry, ReportMeta, ReportStatus } from './report.ts';

const STATUSES: readonly ReportStatus[] = ['passed', 'failed', 'skipped'];

const having = (entries: readonly ReportedEntry[], status: ReportStatus): ReportedEntry[] =>
  entries.filter((entry) => entry.status === status);

/** "3 scenarios: 1 passed, 1 failed, 1 skipped", or how many conversations there are. */
function totals(entries: readonly ReportedEntry[]): string {
  const judged = STATUSES.map((status) => [status, having(entries, status).length] as const);
  const told = judged.filter(([, many]) => many > 0).map(([status, many]) => `${many} ${status}`);
  if (told.length > 0) return `${countOf(entries.length, 'scenario')}: ${told.join(', ')}`;
  const many = entries.flatMap(({ conversations }) => conversations).length;
  return countOf(many, 'conversation');
}

/** What there is to say of an entry in a line. */
function remarkOf({ reason, problems = [], error }: ReportedEntry): string {
  const [first, ...more] = problems;
  if (first) return first.message + (more.length > 0 ? ` (and ${more.length} more)` : '');
  return reason ?? error?.split('\n')[0] ?? '';
}

const COLUMNS = ['Scenario', 'Outcome', 'Requests', 'Tokens in', 'Tokens out', 'Time'];

function drawLine(entry: ReportedEntry, index: number): Markup {
  const { title, status, conversations } = entry;
  const { requests, tokens, elapsedMs } = countsOf(conversations);
  const remark = remarkOf(entry);
  const number = (text: string): Markup => element('td', { class: 'number' }, text);
  return element(
    'tr',
    { 'data-status': status },
    element(
      'th',
      { scope: 'row' },
      element('a', { href: `#${anchorOf(index)}` }, title),
      remark !== '' && element('p', { class: 'facts' }, remark),
    ),
    element('td', {}, status !== undefined && badge(status)),
    number(formatNumber(requests)),
    number(formatNumber(tokens.input)),
    number(formatNumber(tokens.output)),
    number(elapsedMs === undefined ? '' : formatDuration(elapsedMs)),
  );
}

/** Leaves only what failed; without it everything is shown, also where the browser knows no `:has()`. */
function drawSwitch(): Markup {
  return element(
    'label',
    { class: 'switch' },
    element('input', { type: 'checkbox', id: 'only-failed' }),
    ' Only what failed',
  );
}

export function drawSummary(
  entries: readonly ReportedEntry[],
  { title, notes = [] }: ReportMeta,
): Markup {
  const failed = having(entries, 'failed').length;
  return element(
    'header',
    {},
    element('h1', {}, title),
    element('p', { class: 'totals' }, totals(entries)),
    failed > 0 && failed < entries.length && drawSwitch(),
    ...notes.map((note) =>
      element(
        'div',
        { class: 'finding', 'data-kind': 'violation', role: 'note' },
        element('p', { class: 'text' }, note),
      ),
    ),
    element(
      'table',
      {},
      element(
        'thead',
        {},
        element('tr', {}, ...COLUMNS.map((name) => element('th', { scope: 'col' }, name))),
      ),
      element('tbody', {}, ...entries.map(drawLine)),
    ),
  );
}
