/** The JSON of an event is that of `JSON.stringify`, whatever way it is made. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dataOf } from '../../src/wire/stream/event-data.ts';
import type { StreamEvent } from '../../src/wire/message.ts';

const TYPES = ['text_delta', 'thinking_delta', 'input_json_delta', 'other_delta', '__proto__'];
const value = fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue(), fc.constant(undefined));

/** Keys in any order, some missing, others besides. */
const fields = (known: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
  fc
    .tuple(
      fc.record(known, { requiredKeys: [] }),
      fc.oneof(fc.constant({}), fc.dictionary(fc.string({ maxLength: 3 }), value, { maxKeys: 2 })),
      fc.constantFrom(-1, 1, 1, 1),
    )
    .map(([own, others, order]) =>
      Object.fromEntries(
        Object.entries({ ...own, ...others }).toSorted(() => (order < 0 ? -1 : 0)),
      ),
    );

const piece = fc.string({ unit: 'binary' });
const delta = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        ['text_delta', 'text'],
        ['thinking_delta', 'thinking'],
        ['input_json_delta', 'partial_json'],
      ),
      piece,
    )
    .map(([[type, field], said]) => ({ type, [field!]: said })),
  fields({ type: fc.constantFrom(...TYPES), text: value, thinking: value, partial_json: value }),
  value,
);
const event = fields({
  type: fc.constantFrom('content_block_delta', 'content_block_stop'),
  index: fc.oneof(fc.nat(3), fc.double(), value),
  delta,
});

test('says what JSON.stringify says', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 5 }), (events) => {
      for (const each of events) {
        expect(dataOf(each as StreamEvent)).toBe(JSON.stringify(each));
      }
    }),
    { numRuns: 1000 },
  );
});

test.each([
  [{ type: 'ping' }, '{"type": "ping"}'],
  [{ type: 'ping', at: 1 }, '{"type":"ping","at":1}'],
  [
    { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'A "word"\n' } },
    String.raw`{"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":"A \"word\"\n"}}`,
  ],
])('%o is %s', (given, data) => {
  expect(dataOf(given as unknown as StreamEvent)).toBe(data);
});
