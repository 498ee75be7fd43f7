/** A copy of a JSON value that shares nothing with it. */
import { isPlainObject } from './plain-object.ts';

function copyFields(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    // A key that is set would change what the object inherits.
    if (key === '__proto__') {
      Object.defineProperty(copy, key, {
        value: copyJson(value[key]),
        writable: true,
        enumerable: true,
        configurable: true,
      });
    } else copy[key] = copyJson(value[key]);
  }
  return copy;
}

/**
 * A copy, as `structuredClone` makes it and in a tenth of the time. What JSON has no word for, a `Date` among it, is left
 * to that; it throws for a function.
 */
export function copyJson<Value>(value: Value): Value {
  switch (typeof value) {
    case 'object':
      if (value === null) return value;
      if (Array.isArray(value)) return value.map(copyJson) as Value;
      if (isPlainObject(value)) return copyFields(value) as Value;
      return structuredClone(value);
    case 'function':
    case 'symbol':
      return structuredClone(value);
    default:
      return value;
  }
}
