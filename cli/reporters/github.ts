/** The reporter for GitHub Actions: what people read, with failures at their lines, and a summary of the job. */
import { relative, resolve, sep } from 'node:path';
import type { FinishedRun, RanScenario, RunReport } from '../finished-run.ts';
import { faultsOf, formatResult, formatStray } from '../format-result.ts';
import { plain } from '../paint.ts';
import { pretty } from './pretty.ts';
import type { Reporter, View } from './reporter.ts';
import { summary } from './summary.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '%': '%25',
  '\r': '%0D',
  '\n': '%0A',
  ':': '%3A',
  ',': '%2C',
};

function escape(text: string, special: RegExp): string {
  return text.replaceAll(special, (character) => ESCAPES[character]!);
}

/** A command that GitHub turns into a note at a line. */
export function errorCommand(
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const written = Object.entries(properties).map(
    ([key, value]) => `${key}=${escape(String(value), /[%\r\n:,]/g)}`,
  );
  return `::error ${written.join(',')}::${escape(message, /[%\r\n]/g)}\n`;
}

/**
 * A text that gives no commands, whatever an app wrote into it: GitHub takes a line that begins with `::` for one, and
 * `##[` anywhere (actions/runner, ActionCommand). A character without width stands in between.
 */
export function withoutCommands(text: string): string {
  return text.replaceAll(/^(\s*:)(?=:)|##(?=\[)/gm, '$&\u200B');
}

/** A file as GitHub names it: from the top of the repository. */
function nameIn({ cwd, env }: View, file: string): string {
  const path = relative(env['GITHUB_WORKSPACE'] ?? cwd, resolve(cwd, file));
  return path.split(sep).join('/');
}

function annotations(run: RanScenario, view: View): string[] {
  const { result, scenario, title } = run;
  if (result.problems.length === 0) {
    const { file, line, column: col } = scenario.locate(['name']);
    const place = { file: nameIn(view, file), line, col, title };
    return faultsOf(result).map((fault) => errorCommand(place, fault));
  }
  return result.problems.map(({ file, line, column: col, message, difference }) => {
    const sides = difference
      ? [`expected: ${difference.expected}`, `received: ${difference.received}`]
      : [];
    const place = { file: nameIn(view, file), line, col, title };
    return errorCommand(place, [message, ...sides].join('\n'));
  });
}

/** A text as Markdown shows it to the letter. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}

/** How many failures the summary of the job tells in full: GitHub takes a megabyte. */
const MOST_TOLD = 20;

function folded(title: string, text: string): string {
  return `<details><summary>✗ ${asHtml(title)}</summary>\n\n${fenced(text)}\n\n</details>\n`;
}

function jobSummary(report: RunReport): string {
  const failures = [
    ...report.runs.flatMap((run) =>
      run.status === 'failed' ? [folded(run.title, formatResult(run.result, plain))] : [],
    ),
    ...report.strays.map((stray) => folded('an error that nobody caught', formatStray(stray))),
  ];
  const left = failures.length - MOST_TOLD;
  const more = left > 0 ? [`… and ${left} more\n`] : [];
  return [
    `### ensaio\n`,
    `${summary(report)}\n`,
    ...failures.slice(0, MOST_TOLD),
    ...more,
    '',
  ].join('\n');
}

export const github: Reporter = {
  each: (run: FinishedRun, view) =>
    withoutCommands(pretty.each?.(run, view) ?? '') +
    (run.status === 'failed' ? `${annotations(run, view).join('')}\n` : ''),
  end: (report, view) =>
    report.strays
      .map((stray) => errorCommand({ title: 'an error that nobody caught' }, formatStray(stray)))
      .join('') + withoutCommands(pretty.end(report, view)),
  extra: { env: 'GITHUB_STEP_SUMMARY', text: jobSummary },
};
