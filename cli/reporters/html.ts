/** Tells a run as a page, every conversation in it. */
import { htmlReport } from '../../testing/report/html-report.ts';
import type { ReportedEntry } from '../../testing/report/report.ts';
import { reportedScenario, reportedSkip } from '../../testing/report/reported-scenario.ts';
import type { FinishedRun } from '../finished-run.ts';
import { formatStray } from '../format-result.ts';
import type { Reporter } from './reporter.ts';

function entryOf(run: FinishedRun): ReportedEntry {
  return run.status === 'skipped' ? reportedSkip(run, run.title) : reportedScenario(run);
}

export const html: Reporter = {
  end: ({ runs, strays }) =>
    htmlReport(runs.map(entryOf), { title: 'ensaio run', notes: strays.map(formatStray) }),
};
