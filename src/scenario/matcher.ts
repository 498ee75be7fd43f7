/** The one way in which anything expected is compared with what came: by subset, with operators. */
import { assignAll } from './assign-all.ts';
import { isConditions, type Conditions, type OperatorName } from './conditions.ts';
import { isRecord } from '../wire/json/is-record.ts';
import type { Path } from './problem.ts';
import { quote, quoteBoth } from './quote.ts';

/** Where two values first differ, with both sides in words. */
export interface Mismatch {
  readonly path: Path;
  readonly expected: string;
  readonly received: string;
}

/** Compares what an operator is given with what came. */
type Operator = (operand: unknown, received: unknown, path: Path) => Mismatch | undefined;

const fits = (expected: unknown, received: unknown): boolean =>
  firstMismatch(expected, received) === undefined;

/** A value that is expected, as it is put into a sentence. */
function describeExpected(expected: unknown): string {
  if (!isConditions(expected)) return quote(expected);
  return Object.entries(expected)
    .map(([name, operand]) => SAYS[name as OperatorName](operand))
    .join(' and ');
}

const listed = (operand: unknown): string => [operand].flat().map(describeExpected).join(' and ');

/** What each operator wants, in words. */
const SAYS: Readonly<Record<OperatorName, (operand: unknown, received?: unknown) => string>> = {
  contains: (operand, received) =>
    `${Array.isArray(received) ? 'a list' : 'a text'} that contains ${listed(operand)}`,
  matches: (operand) => `a text that matches /${String(operand)}/`,
  json: (operand) => `a text of JSON: ${describeExpected(operand)}`,
  any: (operand) => (operand as unknown[]).map(describeExpected).join(' or '),
  not: (operand) => `anything but ${describeExpected(operand)}`,
  any_order: (operand) => `in any order ${quote(operand)}`,
  at_least: (operand) => `at least ${String(operand)}`,
  at_most: (operand) => `at most ${String(operand)}`,
};

function contains(operand: unknown, received: unknown): boolean {
  const wanted = [operand].flat();
  if (typeof received === 'string') {
    return wanted.every((part) => typeof part === 'string' && received.includes(part));
  }
  return Array.isArray(received) && assignAll(wanted, received, fits);
}

function isInAnyOrder(operand: unknown, received: unknown): boolean {
  const wanted = operand as readonly unknown[];
  return (
    Array.isArray(received) &&
    received.length === wanted.length &&
    assignAll(wanted, received, fits)
  );
}

/** An operator that holds or does not, as a whole. */
const whole =
  (name: OperatorName, holds: (operand: unknown, received: unknown) => boolean): Operator =>
  (operand, received, path) =>
    holds(operand, received)
      ? undefined
      : { path, expected: SAYS[name](operand, received), received: receivedWords(received) };

/** Goes on in the JSON that a text holds; what is no text is taken as it is. */
const json: Operator = (operand, received, path) => {
  const inside = [...path, 'json'];
  if (typeof received !== 'string') return firstMismatch(operand, received, inside);
  try {
    return firstMismatch(operand, JSON.parse(received), inside);
  } catch {
    return { path, expected: SAYS.json(operand), received: quote(received) };
  }
};

const OPERATORS: Readonly<Record<OperatorName, Operator>> = {
  contains: whole('contains', contains),
  matches: whole(
    'matches',
    (operand, received) =>
      typeof received === 'string' && new RegExp(String(operand), 'u').test(received),
  ),
  json,
  any: whole('any', (operand, received) =>
    (operand as unknown[]).some((each) => fits(each, received)),
  ),
  not: whole('not', (operand, received) => !fits(operand, received)),
  any_order: whole('any_order', isInAnyOrder),
  at_least: whole(
    'at_least',
    (operand, received) => typeof received === 'number' && received >= Number(operand),
  ),
  at_most: whole(
    'at_most',
    (operand, received) => typeof received === 'number' && received <= Number(operand),
  ),
};

const countOf = (items: readonly unknown[]): string =>
  `${items.length} ${items.length === 1 ? 'item' : 'items'}`;

function listWords(items: readonly unknown[]): string {
  return items.length === 0 ? countOf(items) : `${countOf(items)}: ${quote(items)}`;
}

function receivedWords(received: unknown): string {
  return Array.isArray(received) ? listWords(received) : quote(received);
}

function conditionMismatch(
  conditions: Conditions,
  received: unknown,
  path: Path,
): Mismatch | undefined {
  for (const [name, operand] of Object.entries(conditions) as [OperatorName, unknown][]) {
    const mismatch = OPERATORS[name](operand, received, path);
    if (mismatch) return mismatch;
  }
  return undefined;
}

function listMismatch(
  expected: readonly unknown[],
  received: unknown,
  path: Path,
): Mismatch | undefined {
  if (!Array.isArray(received)) {
    return { path, expected: listWords(expected), received: quote(received) };
  }
  if (expected.length !== received.length) {
    return { path, expected: countOf(expected), received: listWords(received) };
  }
  for (const [index, item] of expected.entries()) {
    const mismatch = firstMismatch(item, received[index], [...path, index]);
    if (mismatch) return mismatch;
  }
  return undefined;
}

function recordMismatch(
  expected: Record<string, unknown>,
  received: unknown,
  path: Path,
): Mismatch | undefined {
  if (!isRecord(received)) return { path, expected: quote(expected), received: quote(received) };
  for (const [key, value] of Object.entries(expected)) {
    const given = Object.hasOwn(received, key) ? received[key] : undefined;
    const mismatch = firstMismatch(value, given, [...path, key]);
    if (mismatch) return mismatch;
  }
  return undefined;
}

/**
 * The first place where `received` is not what is expected; nothing when it is. A mapping must hold at least the
 * expected keys, a list exactly the expected items in order, any other value must be equal. A mapping of nothing but
 * operators is conditions, all of which must hold.
 */
export function firstMismatch(
  expected: unknown,
  received: unknown,
  path: Path = [],
): Mismatch | undefined {
  if (isConditions(expected)) return conditionMismatch(expected, received, path);
  if (Array.isArray(expected)) return listMismatch(expected, received, path);
  if (isRecord(expected)) return recordMismatch(expected, received, path);
  if (expected === received) return undefined;
  if (typeof expected === 'string' && typeof received === 'string') {
    const [left, right] = quoteBoth(expected, received);
    return { path, expected: left, received: right };
  }
  return { path, expected: quote(expected), received: quote(received) };
}
