/** The table as it is printed and as it stands in the page. */
import { cellsOf, type MeasuredRow } from './measured-row.ts';

const HEAD = ['work', 'floor', 'measured', 'must reach', 'reached'];

/** A table of Markdown whose columns stand below each other in a terminal, too. */
export function formatTable(rows: readonly MeasuredRow[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...body] = cells.map(line);
  return [head!, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}
