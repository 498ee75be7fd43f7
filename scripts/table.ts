/** Tables of Markdown. */

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}
