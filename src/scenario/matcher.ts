/** The one way in which anything expected is compared with what came: by subset, with operators for texts. */
import type { Path } from './problem.ts';
import { quote, quoteBoth } from './quote.ts';

interface Operator {
  /** What is expected, in words. */
  readonly says: (operand: string) => string;
  readonly holds: (operand: string, received: string) => boolean;
}

/** The operators by their keys in YAML. */
export type OperatorName = 'contains' | 'matches';

const OPERATORS: Readonly<Record<OperatorName, Operator>> = {
  contains: {
    says: (operand) => `a text that contains ${quote(operand)}`,
    holds: (operand, received) => received.includes(operand),
  },
  matches: {
    says: (operand) => `a text that matches /${operand}/`,
    holds: (operand, received) => new RegExp(operand, 'u').test(received),
  },
};

/** Conditions on a text; all of those given must hold. */
export class TextConditions {
  readonly operands: Readonly<Partial<Record<OperatorName, string>>>;

  constructor(operands: Readonly<Partial<Record<OperatorName, string>>>) {
    this.operands = operands;
  }
}

/** Where two values first differ, with both sides in words. */
export interface Mismatch {
  readonly path: Path;
  readonly expected: string;
  readonly received: string;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const countOf = (items: readonly unknown[]): string =>
  `${items.length} ${items.length === 1 ? 'item' : 'items'}`;

function listWords(items: readonly unknown[]): string {
  return items.length === 0 ? countOf(items) : `${countOf(items)}: ${quote(items)}`;
}

function conditionMismatch(
  { operands }: TextConditions,
  received: unknown,
  path: Path,
): Mismatch | undefined {
  for (const [name, operand] of Object.entries(operands) as [OperatorName, string][]) {
    const { says, holds } = OPERATORS[name];
    if (typeof received === 'string' && holds(operand, received)) continue;
    return { path, expected: says(operand), received: quote(received) };
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
 * expected keys, a list exactly the expected items in order, any other value must be equal; conditions on a text
 * must all hold.
 */
export function firstMismatch(
  expected: unknown,
  received: unknown,
  path: Path = [],
): Mismatch | undefined {
  if (expected instanceof TextConditions) return conditionMismatch(expected, received, path);
  if (Array.isArray(expected)) return listMismatch(expected, received, path);
  if (isRecord(expected)) return recordMismatch(expected, received, path);
  if (expected === received) return undefined;
  if (typeof expected === 'string' && typeof received === 'string') {
    const [left, right] = quoteBoth(expected, received);
    return { path, expected: left, received: right };
  }
  return { path, expected: quote(expected), received: quote(received) };
}
