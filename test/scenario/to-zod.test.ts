// A shape that is written as zod takes what it takes.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toZod } from '../../src/scenario/to-zod.ts';
import { shapeKeys } from '../../src/script/to-shape.ts';
import { acceptorOf } from '../../src/wire/schema/acceptor.ts';
import { exactly, nullable, object, taggedBy, text, whole } from '../../src/wire/schema/build.ts';
import type { Schema } from '../../src/wire/schema/schema.ts';

const others: readonly Schema[] = [
  text({ least: 1, most: 2 }),
  whole({ least: 0, most: 3 }),
  nullable(text()),
  { kind: 'unknown' },
  { kind: 'dictionary' },
  taggedBy('type', object({ type: exactly('a') }), object({ type: exactly('b'), n: whole() })),
];
const schemas = [...Object.values(shapeKeys).map(([schema]) => schema), ...others];

const words = fc.constantFrom(
  '',
  'x',
  'a\nb',
  '😀😀',
  '😀😀😀',
  'lf',
  'gzip',
  'ping',
  'a',
  'error',
);
const numbers = fc.constantFrom(-1, 0, 0.5, 1, 3, 4, 1.5);
const keys = ['events', 'bytes', 'fraction', 'count', 'at', 'text', 'json', 'send', 'everyMs'];
const names = fc.constantFrom(...keys, 'fault', 'after', 'ttftMs', 'type', 'n', 'error', 'message');
const faults = fc.constantFrom('no-usage', 'unknown-event', 'done-marker');

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    words,
    numbers,
    faults,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
}));

test('agrees with the kit on what fits', () => {
  fc.assert(
    fc.property(fc.constantFrom(...schemas), value, (schema, each) => {
      expect(toZod(schema).safeParse(each).success).toBe(acceptorOf(schema)(each));
    }),
    { numRuns: 2000 },
  );
});
