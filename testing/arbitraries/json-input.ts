/** Inputs of calls, as odd as JSON lets them be. */
import * as fc from 'fast-check';

type Input = Readonly<Record<string, unknown>>;

/** Keys that code which assigns instead of defining gets wrong, and keys of every kind of letter. */
const key = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.string({ maxLength: 8 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toJSON', '', 'a b:c,d') },
  );

const numberOfNote = (): fc.Arbitrary<number> =>
  fc.constantFrom(0, -1, 1e21, 5e-324, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, 2 ** 60, 0.1);

const value = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }) },
    { weight: 1, arbitrary: numberOfNote() },
    {
      weight: 1,
      arbitrary: fc.constantFrom('"', '\\', '\\"', '{"a": 1}', 'a: b, c', '\n\t\u2028'),
    },
  );

function nest(depth: number, core: unknown): unknown {
  return Array.from({ length: depth }).reduce<unknown>(
    (inner, _, level) => (level % 2 === 0 ? { in: inner } : [inner]),
    core,
  );
}

const deepValue = (): fc.Arbitrary<unknown> =>
  fc.tuple(fc.nat({ max: 200 }), value()).map(([depth, core]) => nest(depth, core));

/** The input of a call: few keys, any JSON below them, sometimes very deep. */
export function jsonInput(): fc.Arbitrary<Input> {
  return fc.dictionary(
    key(),
    fc.oneof({ weight: 9, arbitrary: value() }, { weight: 1, arbitrary: deepValue() }),
    { maxKeys: 4 },
  );
}
