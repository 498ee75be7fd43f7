/** What stands in scenarios where anything may: texts that YAML could take for something else, and all JSON. */
import * as fc from 'fast-check';

export type Fields = Readonly<Record<string, unknown>>;

/** Texts that YAML could take for something else, or the language for a variable, a space between them. */
const TRAPS =
  'null true no ~ 12 1e3 0x1f 2026-10-20 .nan = << *a &a !a %a @a `a [a {a} "a \'a | > --- ... ${name} $${name} $$${ ${ $';

const trap = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...TRAPS.split(' ')),
    fc.constantFrom('- a', 'a: b', '# a', ' a ', 'a\n', '\na\n\n', 'a\n b', '\t'),
  );

export const text = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.lorem({ maxCount: 8 }) },
    { weight: 2, arbitrary: trap() },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
    // Lone surrogates are no text of a file.
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  );

export const word = (): fc.Arbitrary<string> => text().filter((value) => value !== '');

export const json = (): fc.Arbitrary<unknown> =>
  fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.oneof(text(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
      fc.constantFrom(null, true, false, -0, 1e21, 5e-324, Number.MAX_VALUE),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key(), tie('value'), { maxKeys: 3 }),
    ),
  })).value;

const key = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('number', 'at', 'status', 'list') },
    { weight: 1, arbitrary: text() },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', '', '?', ':', '-') },
  );

export const fields = (): fc.Arbitrary<Fields> => fc.dictionary(key(), json(), { maxKeys: 3 });

export const some = <Shape extends object>(model: {
  readonly [Key in keyof Shape]-?: fc.Arbitrary<Exclude<Shape[Key], undefined>>;
}): fc.Arbitrary<Shape> => fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<Shape>;
