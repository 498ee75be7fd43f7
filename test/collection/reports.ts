/** The public reports that scenarios tell of; those that other tests know already are taken from there. */
import { reports as clientReports } from '../reports/report.ts';
import ruleReports from '../rules/reported-faults.json' with { type: 'json' };
import moreReports from './reports.json' with { type: 'json' };

export interface ToldReport {
  readonly id: string;
  /** What goes wrong. */
  readonly kind: string;
  /** Where it was reported. */
  readonly report: string;
}

const byId = new Map<string, ToldReport>(
  [...clientReports, ...ruleReports, ...moreReports].map((each) => [each.id, each]),
);

export const reports: readonly ToldReport[] = [...byId.values()].toSorted((one, other) =>
  one.id < other.id ? -1 : 1,
);
