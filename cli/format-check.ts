/** What a check came to, as text: what was put to the loop, and what broke. */
import { countOf } from '../src/scenario/count-of.ts';
import type { CheckStatistics } from '../testing/index.ts';
import type { CheckResult } from './check-result.ts';
import type { Paint } from './paint.ts';

const NO_TOOL_RAN =
  'No tool ever ran, though the model called some: use the `tools` of the context, and give your own as `tools`, or by --tools.';

/** Kinds that begin alike, `turn: pause` and `turn: answer`, as one row. */
function kindRows(kinds: CheckStatistics['kinds']): (readonly [string, string])[] {
  const entries = Object.entries(kinds).map(([kind, count]) => {
    const [family = '', name = ''] = kind.split(': ');
    return { family, text: `${name} ${count}` };
  });
  const families = Map.groupBy(entries, ({ family }) => family);
  return [...families].map(([family, all]) => [family, all.map(({ text }) => text).join(', ')]);
}

function statisticsLines(statistics: CheckStatistics): string {
  const { runs, turns, calls, parallel, mostParallel, requests, toolRuns, kinds } = statistics;
  const rows = [
    ['runs', String(runs)],
    ['requests', String(requests)],
    ['turns', String(turns)],
    ['calls', `${calls}, side by side in ${parallel} turns, up to ${mostParallel} at once`],
    ['tools', countOf(toolRuns, 'run')],
    ...kindRows(kinds),
  ] as const;
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`).join('\n');
}

/** Of a loop that has other tools than those of its context, nothing that depends on tool runs was judged. */
function passedForNothing({ statistics: { kinds, toolRuns }, failures }: CheckResult): boolean {
  const isCalled = ['turn: calls', 'input: valid'].every((kind) => (kinds[kind] ?? 0) > 0);
  return failures.length === 0 && isCalled && toolRuns === 0;
}

/** The statistics, then each failure whole, then a line that sums up. */
export function formatCheck(result: CheckResult, paint: Paint): string {
  const { statistics, failures } = result;
  const { runs } = statistics;
  const ids = failures.map(({ id }) => id).join(', ');
  const summary =
    failures.length === 0
      ? paint('good', `${runs} runs: nothing broke`)
      : paint('bad', `${countOf(runs, 'run')}: ${ids} broke`);
  return [
    paint('quiet', statisticsLines(statistics)),
    ...failures.map(({ text }) => text),
    ...(passedForNothing(result) ? [NO_TOOL_RAN] : []),
    summary,
  ].join('\n\n');
}
