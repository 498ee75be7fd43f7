/** The operators of the language, and how a mapping of them is told from one that is expected as it stands. */
import { isRecord } from '../wire/json/is-record.ts';

/** The operators by their keys in YAML. */
export interface Conditions {
  /** A part of a text, or items of a list, in any order and among others. */
  readonly contains?: unknown;
  /** A regular expression with the flag `u`. */
  readonly matches?: string;
  /** What the JSON in a text holds. */
  readonly json?: unknown;
  /** One of these. */
  readonly any?: readonly unknown[];
  /** All but this. */
  readonly not?: unknown;
  /** Just these items, in any order. */
  readonly any_order?: readonly unknown[];
  readonly at_least?: number;
  readonly at_most?: number;
}

export type OperatorName = keyof Conditions;

/** An expected text: the text itself, or conditions on it. */
export type TextMatcher = string | Conditions;

const NAMES: Readonly<Record<OperatorName, true>> = {
  contains: true,
  matches: true,
  json: true,
  any: true,
  not: true,
  any_order: true,
  at_least: true,
  at_most: true,
};

/** A mapping of nothing but operators. */
export function isConditions(expected: unknown): expected is Conditions {
  if (!isRecord(expected)) return false;
  const keys = Object.keys(expected);
  return keys.length > 0 && keys.every((key) => Object.hasOwn(NAMES, key));
}
