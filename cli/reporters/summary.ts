/** What came of all scenarios, in one line. */
import { countOf } from '../../src/scenario/count-of.ts';
import { countsOf, type RunReport } from '../finished-run.ts';

function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** "3 scenarios over 2 doors: 4 passed, 2 failed (12 ms)". */
export function summary({ runs, strays, doors, elapsedMs }: RunReport): string {
  const { passed, failed, skipped } = countsOf(runs);
  const scenarios = countOf(new Set(runs.map(({ scenario }) => scenario)).size, 'scenario');
  const counts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(strays.length > 0 ? [`${countOf(strays.length, 'error')} left behind`] : []),
  ].join(', ');
  const over = doors === 1 ? '' : ` over ${doors} doors`;
  return `${scenarios}${over}: ${counts} (${duration(elapsedMs)})`;
}
