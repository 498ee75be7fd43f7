/** Values in the messages of findings: as JSON, on one line, and short. */

const WIDTH = 60;

/** How much of what is alike stands in front of a difference. */
const LEAD = 20;

const toText = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

function cut(text: string, from = 0): string {
  const end = text.length > from + WIDTH ? '…' : '';
  return `${from > 0 ? '…' : ''}${text.slice(from, from + WIDTH)}${end}`;
}

/** A value as JSON, cut when it is long. */
export function show(value: unknown): string {
  return cut(toText(value));
}

/** Two values that differ, cut so that where they begin to differ is in sight. */
export function showDifference(expected: unknown, received: unknown): string {
  const texts = [expected, received].map(toText) as [string, string];
  const [was, is] = texts;
  let alike = 0;
  while (alike < was.length && was[alike] === is[alike]) alike += 1;
  const isInSight = alike + LEAD / 2 <= WIDTH || texts.every(({ length }) => length <= WIDTH);
  const from = isInSight ? 0 : alike - LEAD;
  return `expected ${cut(was, from)}, received ${cut(is, from)}`;
}
