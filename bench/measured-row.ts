/** A row with what was measured, in words. */
import type { Figure } from './measure.ts';
import type { Goal, Row } from './row.ts';

export interface MeasuredRow extends Omit<Row, 'measure'> {
  readonly figures: Readonly<Record<string, Figure>>;
}

/** As many digits as mean something. */
function digits(value: number): string {
  const most = Math.max(0, 2 - Math.floor(Math.log10(Math.max(1, Math.abs(value)))));
  return value.toLocaleString('en', { maximumFractionDigits: most });
}

const inUnit = (value: number, unit: string): string => `${digits(value)} ${unit}`;

function inWords({ value, quartiles }: Figure, { unit }: Goal): string {
  const spread = quartiles ? ` (${quartiles.map(digits).join(' to ')})` : '';
  return `${digits(value)}${spread} ${unit}`;
}

function goalInWords({ unit, atMost, atLeast }: Goal): string {
  return atMost === undefined
    ? `at least ${atLeast!.toLocaleString('en')} ${unit}`
    : `at most ${atMost.toLocaleString('en')} ${unit}`;
}

/** By how much a goal is missed; nothing when it is reached. */
function missing({ value }: Figure, { atMost = Infinity, atLeast = -Infinity }: Goal): number {
  return Math.max(value - atMost, atLeast - value, 0);
}

/** The cells of a row: work, floor, what was measured, what it must reach, and whether it does. */
export function cellsOf({ work, floor, goals, figures }: MeasuredRow): string[] {
  const each = Object.entries(goals).map(([name, goal]) => ({ goal, figure: figures[name]! }));
  const misses = each.flatMap(({ goal, figure }) => {
    const by = missing(figure, goal);
    if (by === 0) return [];
    return `${inUnit(by, goal.unit)} too ${goal.atMost === undefined ? 'few' : 'much'}`;
  });
  return [
    work,
    floor ?? '–',
    each.map(({ goal, figure }) => inWords(figure, goal)).join('; '),
    each.map(({ goal }) => goalInWords(goal)).join('; '),
    misses.length === 0 ? 'yes' : `no, ${misses.join('; ')}`,
  ];
}

export function isReached({ goals, figures }: MeasuredRow): boolean {
  return Object.entries(goals).every(([name, goal]) => missing(figures[name]!, goal) === 0);
}
