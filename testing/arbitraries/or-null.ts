/** A value that the API may leave null. */
import * as fc from 'fast-check';

export function orNull<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.option(value, { nil: null });
}
