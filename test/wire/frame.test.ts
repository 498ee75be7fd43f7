/** Frames read back: what the standard says, and what the SDK makes of the same bytes. */
import { Stream } from '@anthropic-ai/sdk/streaming';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  encodeFrame,
  eventsIn,
  FrameReader,
  type Frame,
  type Framing,
} from '../../src/wire/stream/frame.ts';
import type { StreamEvent } from '../../src/wire/message.ts';

interface Read {
  readonly event: string | null;
  readonly data: string;
}

/** A frame without name and data is nothing to anybody. */
const isSomething = ({ event, data }: Read): boolean => event !== null || data !== '';

/** What the SDK reads, before any of it is JSON. */
async function bySdk(text: string): Promise<Read[]> {
  const read: Read[] = [];
  for await (const { event, data } of Stream.rawEvents(new Response(text))) {
    read.push({ event, data });
  }
  return read.filter(isSomething);
}

/** What the kit reads. */
function byKit(frames: readonly Frame[]): Read[] {
  const reader = new FrameReader();
  return frames
    .flatMap((frame) => reader.read(frame))
    .map(({ name, data }) => ({ event: name ?? null, data: String(data) }))
    .filter(isSomething);
}

/** A text at places of its own. */
function split(text: string, places: readonly number[]): string[] {
  const at = [0, ...places.map((place) => place % (text.length + 1)), text.length];
  const sorted = at.toSorted((a, b) => a - b);
  return sorted.slice(1).map((end, index) => text.slice(sorted[index], end));
}

const line = fc.constantFrom(
  'event: a',
  'event:a',
  'event: b c',
  'data: {"x":',
  'data:1}',
  'data:  two spaces',
  'data',
  ': comment',
  'id: 7',
  'retry: 10',
  'dataset: no',
  'nonsense',
  '',
  '',
);
const ends = fc.constantFrom('\n', '\r\n', '\r');

test('reads what the SDK reads, whatever the lines and their ends, cut anywhere', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 14 }),
      ends,
      fc.constantFrom('', '\uFEFF'),
      fc.array(fc.nat(), { maxLength: 5 }),
      async (lines, end, mark, places) => {
        // Something to read at the end, and the end of it.
        const text = `${mark}${[...lines, '', 'event: last', 'data: x', '', ''].join(end)}`;
        const frames = split(text, places).map((part) => ({ text: part }));
        expect(byKit(frames), JSON.stringify(text)).toEqual(await bySdk(text));
      },
    ),
    { numRuns: 400 },
  );
});

test('drops what is not finished', async () => {
  for (const text of ['event: a\ndata: 1\n', 'event: a\ndata: 1', 'event: a']) {
    expect(byKit([{ text }])).toEqual([]);
    expect(await bySdk(text)).toEqual([]);
  }
});

const stop: StreamEvent = { type: 'message_stop' };

test.each<[string, Frame[], number]>([
  ['an event', [{ event: stop }], 0],
  ['a text', [{ text: 'event: message_stop\ndata: {"type":"message_stop"}\n\n' }], 0],
  [
    'a text in parts',
    [
      { text: 'event: message_stop\n' },
      { text: 'data: {"type":"message_stop"}\n' },
      { text: '\n' },
    ],
    2,
  ],
  [
    'a text with other line ends',
    [{ text: 'event: message_stop\r\ndata: {"type":"message_stop"}\r' }, { text: '\n\r\n' }],
    1,
  ],
])('finds the event in %s, and the frame that it is whole with', (_what, frames, at) => {
  expect(eventsIn(frames)).toEqual([{ event: stop, at }]);
});

test('finds no event in what is no JSON', () => {
  expect(eventsIn([{ text: 'data: [DONE]\n\n' }, { text: ': hello\n\n' }])).toEqual([]);
});

test('writes an event in every framing that the SDK reads back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        lineEnd: fc.constantFrom('lf', 'crlf', 'cr'),
        pad: fc.nat(9),
        loose: fc.boolean(),
      }),
      fc.string({ unit: 'grapheme' }),
      async (framing, text) => {
        const event = {
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'text_delta', text },
        } as StreamEvent;
        const written = new TextDecoder().decode(encodeFrame({ event }, framing));
        const read = await bySdk(written);
        expect(read.map(({ event: name, data }) => [name, JSON.parse(data)])).toEqual([
          ['content_block_delta', event],
        ]);
      },
    ),
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
  expect(encodeFrame({ event: stop }, framing)).toEqual(new TextEncoder().encode(text));
});
