/** A JSON value with its texts changed, everything else kept. */
import { isRecord } from '../../src/wire/json/is-record.ts';
import type { Path } from '../../src/scenario/problem.ts';
import { setOwn } from '../../src/scenario/set-own.ts';

/** Changes a value, or gives back undefined to have its parts changed instead. */
export type Change = (value: unknown, path: Path) => unknown;

/** The same value, each part of it changed that `change` has something for, and its keys by `rename`. */
export function mapValues(
  value: unknown,
  change: Change,
  rename: (key: string) => string = String,
  path: Path = [],
): unknown {
  const changed = change(value, path);
  if (changed !== undefined) return changed;
  if (Array.isArray(value)) {
    return value.map((item, index) => mapValues(item, change, rename, [...path, index]));
  }
  if (!isRecord(value)) return value;
  const mapped = {};
  for (const [key, part] of Object.entries(value)) {
    setOwn(mapped, rename(key), mapValues(part, change, rename, [...path, key]));
  }
  return mapped;
}

/** The same value, each of its texts changed, and its keys by `rename`. */
export function mapTexts<Value>(
  value: Value,
  change: (text: string, path: Path) => string,
  rename?: (key: string) => string,
): Value {
  const changeText: Change = (part, path) =>
    typeof part === 'string' ? change(part, path) : undefined;
  return mapValues(value, changeText, rename) as Value;
}
