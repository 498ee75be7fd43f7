/** A snapshot is what JSON on a wire would have made of a value, or there is none. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonSnapshot } from '../../src/wire/json/json-snapshot.ts';
import { promptText } from '../../src/wire/prompt-text.ts';
import { readJson } from '../../src/wire/json/read-json.ts';

/** Values of any kind, of which most are JSON. */
const anyValue = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 6 }) },
  fc.anything({ withDate: true, withMap: true, withSparseArray: true, withNullPrototype: true }),
  fc.object({ withBoxedValues: true }),
);

test('says what the text would have said', () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      const snapshot = jsonSnapshot(value);
      if (!snapshot) return;
      const text = JSON.stringify(value);
      expect(JSON.stringify(snapshot.value)).toBe(text);
      expect(readJson(text)).toEqual({ value: snapshot.value });
      expect(snapshot.characters).toBeGreaterThanOrEqual(promptText(snapshot.value).length);
    }),
    { numRuns: 2000 },
  );
});

test('is there for all JSON that the API takes', () => {
  const plain = fc
    .jsonValue({ maxDepth: 6 })
    .map((value) => JSON.stringify(value))
    // A key that is set would change what the object inherits: such a body is written out.
    .filter((text) => readJson(text).problem === undefined && !text.includes('__proto__'))
    .map((text) => JSON.parse(text) as unknown);
  fc.assert(fc.property(plain, (value) => jsonSnapshot(value) !== undefined));
});

test('shares nothing with the value', () => {
  const value = { messages: [{ role: 'user', content: 'Hello.' }] };
  const { value: copy } = jsonSnapshot(value)!;
  value.messages[0]!.content = 'Bye.';
  value.messages.push({ role: 'user', content: 'Well?' });
  expect(copy).toEqual({ messages: [{ role: 'user', content: 'Hello.' }] });
});

test('leaves out what is undefined, as JSON does', () => {
  expect(jsonSnapshot({ a: undefined, b: null })!.value).toStrictEqual({ b: null });
});

/** Lists in lists. */
function nested(levels: number): unknown {
  return levels === 0 ? 1 : [nested(levels - 1)];
}

/** Two ways back from each of its children: as many ways through it as there are paths. */
function circular(): unknown {
  const root: { children: unknown[] } = { children: [] };
  for (let i = 0; i < 2; i++) root.children.push({ parent: root });
  return root;
}

class Told extends Array<unknown> {
  toJSON(): unknown {
    return ['told'];
  }
}

class Backwards extends Array<unknown> {
  override [Symbol.iterator](): ArrayIterator<unknown> {
    return this.toReversed().values();
  }
}

/** Its fields are nobody's business. */
class Closed {
  get field(): never {
    throw new Error('read');
  }
  toJSON(): string {
    return 'closed';
  }
}

test.each<[string, unknown]>([
  ['what goes round in circles', circular()],
  ['a list that writes itself', new Told('raw')],
  ['a list that counts in its own way', new Backwards(1, 2)],
  [
    'an instance that writes itself',
    {
      system: Object.defineProperty(new Closed(), 'own', {
        enumerable: true,
        get: () => new Closed().field,
      }),
    },
  ],
  ['more values than are sure to fit', Array.from({ length: 100_000 }, () => null)],
  ['a date', { at: new Date(0) }],
  ['a hole', [1, undefined]],
  ['a function', { run: () => 1 }],
  ['no number', NaN],
  ['a number without end', [Infinity]],
  ['a zero below zero', -0],
  ['a big integer', 1n],
  ['half a pair', { text: '\uD83D' }],
  ['half a pair as a key', { '\uD83D': 1 }],
  ['something that writes itself', { toJSON: () => 1 }],
  ['an instance', new URL('https://a.test')],
  ['a map', new Map()],
  ['a key that is a prototype', JSON.parse('{"__proto__":1}')],
  ['more levels than the API takes', nested(1025)],
  ['more text than is sure to fit', 'x'.repeat(1_000_001)],
  ['nothing', undefined],
])('leaves %s to the text', (_name, value) => {
  expect(jsonSnapshot(value)).toBeUndefined();
});
