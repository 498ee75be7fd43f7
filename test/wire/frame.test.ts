/** Frames are what a reader that keeps to the standard reads back, however they are written. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeFrame, eventIn, frameText, readFrames, type Framing } from '../../src/wire/frame.ts';
import type { StreamEvent } from '../../src/wire/message.ts';

const anyFraming: fc.Arbitrary<Framing> = fc.record(
  { pad: fc.nat({ max: 9 }), loose: fc.boolean() },
  { requiredKeys: [] },
);

const anyDelta = fc.string({ unit: 'binary' }).map((text): StreamEvent => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text },
}));

test('a reader gets the event back, however it is written', () => {
  fc.assert(
    fc.property(fc.array(anyDelta, { maxLength: 4 }), anyFraming, (events, framing) => {
      const text = events.map((event) => frameText({ event }, framing)).join('');
      expect(readFrames(text).map(({ data }) => JSON.parse(data))).toEqual(events);
      expect(readFrames(text).every(({ event }) => event === 'content_block_delta')).toBe(true);
    }),
  );
});

test('only the line ends differ', () => {
  fc.assert(
    fc.property(anyDelta, anyFraming, (event, framing) => {
      const plain = frameText({ event }, framing);
      expect(frameText({ event }, { ...framing, lineEnd: 'crlf' })).toBe(
        plain.replaceAll('\n', '\r\n'),
      );
      expect(frameText({ event }, { ...framing, lineEnd: 'cr' })).toBe(
        plain.replaceAll('\n', '\r'),
      );
    }),
  );
});

test.each<[string, Framing, string]>([
  ['as the API does it', {}, 'event: message_stop\ndata: {"type":"message_stop"}\n\n'],
  ['padded', { pad: 3 }, 'event: message_stop\ndata: {"type":"message_stop"   }\n\n'],
  [
    'loosely',
    { loose: true },
    'event:message_stop\nid: 1\nretry: 3000\ndata:{"type":\ndata:"message_stop"}\n\n',
  ],
  [
    'with CRLF',
    { lineEnd: 'crlf' },
    'event: message_stop\r\ndata: {"type":"message_stop"}\r\n\r\n',
  ],
])('writes an event %s', (_how, framing, text) => {
  const frame = { event: { type: 'message_stop' } } as const;
  expect(frameText(frame, framing)).toBe(text);
  expect(encodeFrame(frame, framing)).toEqual(new TextEncoder().encode(text));
});

test.each([
  ['a comment', ': keep-alive\n\n', [{ event: undefined, data: '' }]],
  ['no data', 'event: x\ndata: \n\n', [{ event: 'x', data: '' }]],
  ['a field that nobody knows', 'foo: 1\nevent: x\n\n', [{ event: 'x', data: '' }]],
  ['a field without a colon', 'data\n\n', [{ event: undefined, data: '' }]],
  ['a frame that is not finished', 'event: x\ndata: 1\n', []],
])('reads %s', (_what, text, frames) => {
  expect(readFrames(text)).toEqual(frames);
});

test('finds no event in bytes, comments and what is no JSON', () => {
  expect(eventIn({ bytes: new Uint8Array([1]) })).toBeUndefined();
  expect(eventIn({ text: ': hi\n\n' })).toBeUndefined();
  expect(eventIn({ text: 'data: {"type"\n\n' })).toBeUndefined();
  expect(eventIn({ text: 'data: {"type":"ping"}\n\n' })).toEqual({ type: 'ping' });
});
