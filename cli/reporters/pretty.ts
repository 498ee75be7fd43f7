/** The reporter for people: a line for what passed, everything about what failed, the counts in the end. */
import { countOf } from '../../src/scenario/count-of.ts';
import { isGood, type FinishedRun, type SkippedRun } from '../finished-run.ts';
import { indent } from '../../src/transcript/indent.ts';
import { formatResult, formatStray } from '../format-result.ts';
import type { Paint } from '../paint.ts';
import type { Reporter, View } from './reporter.ts';
import { summary } from './summary.ts';

/** How many that were skipped for the same reason are named. */
const MOST_NAMED = 5;

function formatPrinted(printed: string): string[] {
  return printed === '' ? [] : ['printed:', indent(printed.trimEnd())];
}

/** Whether there is more to say than that it passed. */
function isLong(run: FinishedRun, { isFull }: View): boolean {
  return run.status === 'failed' || (run.status === 'passed' && (isFull || run.printed !== ''));
}

/** One line, or a block with an empty line behind it. */
function formatRun(run: FinishedRun, view: View): string {
  if (run.status === 'skipped') return '';
  const { paint, isFull } = view;
  const isBad = run.status === 'failed';
  const title = `${isBad ? paint('bad', '✗') : paint('good', '✓')} ${paint('title', run.title)}`;
  if (!isLong(run, view)) return `${title}\n`;
  const details = isFull || isBad ? [formatResult(run.result, paint)] : [];
  const lines = [...formatPrinted(run.printed), ...details].map(indent);
  return `${[title, ...lines].join('\n')}\n\n`;
}

function formatSkipped(runs: readonly SkippedRun[], paint: Paint): string {
  const byReason = Map.groupBy(runs, ({ reason }) => reason);
  const lines = [...byReason].flatMap(([reason, group]) => {
    const names =
      group.length > MOST_NAMED
        ? [countOf(group.length, 'scenario')]
        : group.map(({ title }) => title);
    return names.map((name) => paint('quiet', `- ${name} (skipped: ${reason})`));
  });
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}

export const pretty: Reporter = {
  each: formatRun,
  end(report, view) {
    const { paint } = view;
    const { runs, strays } = report;
    const skipped = runs.filter((run) => run.status === 'skipped');
    const last = runs.findLast(({ status }) => status !== 'skipped');
    const gap = last === undefined || isLong(last, view) ? '' : '\n';
    const left = strays.map((stray) => `${paint('bad', '✗')} ${formatStray(stray)}\n\n`).join('');
    const counts = paint(isGood(report) ? 'good' : 'bad', summary(report));
    return `${gap}${formatSkipped(skipped, paint)}${left}${counts}\n`;
  },
};
