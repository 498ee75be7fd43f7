/** Events put together: a message without holes. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StreamEvent } from '../../src/wire/message.ts';
import { messageOf } from '../../src/wire/stream/message-of.ts';

const start = { type: 'message_start', message: { type: 'message', content: [], usage: {} } };

function block(index: number): unknown[] {
  return [
    { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index, delta: { type: 'text_delta', text: String(index) } },
    { type: 'content_block_stop', index },
  ];
}

test('leaves no hole where an index is missing, and keeps each delta with its block', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(9), { maxLength: 5 }), (indices) => {
      const events = [start, ...indices.flatMap(block)] as StreamEvent[];
      const { content } = messageOf(events)!;
      const inOrder = indices.toSorted((a, b) => a - b);
      expect(content).toEqual(inOrder.map((index) => ({ type: 'text', text: String(index) })));
      expect(Object.keys(content)).toHaveLength(indices.length);
    }),
  );
});

test('is nothing without a beginning', () => {
  expect(messageOf(block(0) as StreamEvent[])).toBeUndefined();
});
