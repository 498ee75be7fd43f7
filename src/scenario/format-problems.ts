/** Problems as text for people: place, code and words, the line itself, a caret under the exact span. */
import type { ScenarioProblem } from './problem.ts';

const WIDTH = 100;
const MOST = 20;

/** Control characters would move the caret, and a terminal would obey them. */
function visible(text: string): string {
  return text.replaceAll('\t', ' ').replaceAll(/\p{Cc}|\p{Cs}/gu, '\u{FFFD}');
}

function codePoints(text: string): number {
  return [...text].length;
}

/** The part of a long line that holds the span, marked where it was cut. */
function windowOf({ column, length, lineText }: ScenarioProblem): [line: string, caret: string] {
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
  const [text, caret] = windowOf(problem);
  if (text.trim() !== '') lines.push(`  ${text}`, `  ${caret}`);
  if (difference) {
    lines.push(`  expected: ${difference.expected}`, `  received: ${difference.received}`);
  }
  return lines.join('\n');
}

/** All problems, an empty line between them; of very many only the first. */
export function formatProblems(problems: readonly ScenarioProblem[]): string {
  const shown = problems.slice(0, MOST).map(formatProblem);
  const left = problems.length - shown.length;
  if (left > 0) shown.push(`… and ${left} more`);
  return shown.join('\n\n');
}
