/** Problems as text for people: place, code and words, the line itself, a caret under the exact span, the difference. */
import { anything, checkGiven, checkOptions } from '../check-options.ts';
import { printable } from '../wire/printable.ts';
import { isRecord } from '../wire/json/is-record.ts';
import type { ScenarioProblem } from './problem.ts';

const WIDTH = 100;

/** A tab would move the caret. */
function visible(text: string): string {
  return printable(text).replaceAll(/[\t\n]/g, ' ');
}

function codePoints(text: string): number {
  return [...text].length;
}

/** The line of a problem, of a long one the part that holds the span, marked where it was cut; and the line under it. */
export function sourceLine({
  column,
  length,
  lineText,
}: ScenarioProblem): [line: string, caret: string] {
  const span = Math.min(Math.max(length, 1), WIDTH);
  const before = column - 1;
  const room = WIDTH - span;
  const from = lineText.length <= WIDTH ? 0 : Math.max(0, before - Math.floor(room / 2));
  const to = lineText.length <= WIDTH ? lineText.length : from + WIDTH;
  const head = from > 0 ? '…' : '';
  const tail = to < lineText.length ? '…' : '';
  const lead = visible(lineText.slice(from, before));
  const marked = visible(lineText.slice(before, before + span));
  const line = `${head}${visible(lineText.slice(from, to))}${tail}`;
  const carets = '^'.repeat(Math.max(1, codePoints(marked)));
  return [line, `${' '.repeat(codePoints(head) + codePoints(lead))}${carets}`];
}

/** One problem in a few lines: `file:line:column code message`, the source line, the caret, the difference. */
function formatProblem(problem: ScenarioProblem): string {
  const { file, line, column, code, message, difference } = problem;
  const lines = [`${file}:${line}:${column} ${code} ${message}`];
  const [text, caret] = sourceLine(problem);
  if (text.trim() !== '') lines.push(`  ${text}`, `  ${caret}`);
  if (difference) {
    lines.push(`  expected: ${difference.expected}`, `  received: ${difference.received}`);
  }
  // A message may quote what a model or a tool said.
  return printable(lines.join('\n'));
}

/** The conversation that led to a problem; nothing when it is the one of the problem before it. */
function conversation(
  { transcript }: ScenarioProblem,
  before: ScenarioProblem | undefined,
): string {
  if (transcript === undefined || transcript === before?.transcript) return '';
  return `\n  so far:\n${transcript.replaceAll(/^(?=.)/gm, '    ')}`;
}

/** All problems, an empty line between them; only the first of very many, 20 unless `most` says another number. */
export function formatProblems(
  problems: readonly ScenarioProblem[],
  options: { readonly most?: number } = {},
): string {
  const areProblems = Array.isArray(problems) && problems.every(isRecord);
  checkGiven(areProblems, 'formatProblems', 'the `problems` of a result', problems);
  checkOptions(options, { most: anything });
  const { most = 20 } = options;
  const shown = problems
    .slice(0, most)
    .map((problem, index) => formatProblem(problem) + conversation(problem, problems[index - 1]));
  const left = problems.length - shown.length;
  if (left > 0) shown.push(`… and ${left} more`);
  return shown.join('\n\n');
}
