/** A JSON value with its texts changed, everything else kept. */
import { isRecord } from '../../src/scenario/is-record.ts';
import type { Path } from '../../src/scenario/problem.ts';
import { setOwn } from '../../src/scenario/set-own.ts';

/** Changes a value, or gives back undefined to have its parts changed instead. */
export type Change = (value: unknown, path: Path) => unknown;

/** The same value, each part of it changed that `change` has something for. */
export function mapValues(value: unknown, change: Change, path: Path = []): unknown {
  const changed = change(value, path);
  if (changed !== undefined) return changed;
  if (Array.isArray(value)) {
    return value.map((item, index) => mapValues(item, change, [...path, index]));
  }
  if (!isRecord(value)) return value;
  const mapped = {};
  for (const [key, part] of Object.entries(value)) {
    setOwn(mapped, key, mapValues(part, change, [...path, key]));
  }
  return mapped;
}

/** The same value, each of its texts changed. */
export function mapTexts<Value>(value: Value, change: (text: string, path: Path) => string): Value {
  return mapValues(value, (part, path) =>
    typeof part === 'string' ? change(part, path) : undefined,
  ) as Value;
}
