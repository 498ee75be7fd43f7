/** Every fault in the events of a stream, and what today's readers make of it. */
import { expect, test, vi } from 'vitest';
import {
  fakeAnthropic,
  fakeMessages,
  simulate,
  streamed,
  streamFaults,
  text,
  toolUse,
  type StreamFault,
  type StreamFaultName,
} from '../../fakes/index.ts';
import { readFrames } from './read-frames.ts';
import { body, send } from '../support/send.ts';

const turn = [text('Now.'), toolUse('look', { at: 'left' })];
const shaped = (...faults: StreamFault[]) => streamed(turn, { pieces: 8, faults });
const params = body({ stream: true }) as never;

/** Events by one letter each, an index behind those of a block, and what is no JSON as it stands. */
async function outline(...faults: StreamFault[]): Promise<string> {
  const { text: sse } = await send(simulate([shaped(...faults)]), params);
  const short: Record<string, string> = {
    message_start: 'M',
    content_block_start: '[',
    content_block_delta: 'd',
    content_block_stop: ']',
    message_delta: 'o',
    message_stop: '.',
    ping: 'p',
  };
  return readFrames(sse)
    .map(({ event = '-', data }) => {
      try {
        const { index = '' } = JSON.parse(data) as { index?: number };
        return `${short[event] ?? event}${index}`;
      } catch {
        return `${event}<${data}>`;
      }
    })
    .join(' ');
}

test('is whole without faults', async () => {
  expect(await outline()).toBe('M [0 p d0 ]0 [1 d1 d1 d1 ]1 o .');
});

test.each<[StreamFaultName, string]>([
  ['no-message-stop', 'M [0 p d0 ]0 [1 d1 d1 d1 ]1 o'],
  ['second-message-start', 'M [0 p d0 M ]0 [1 d1 d1 d1 ]1 o .'],
  ['unknown-event', 'M [0 p d0 message_note ]0 [1 d1 d1 d1 ]1 o .'],
  ['unknown-delta', 'M [0 p d0 d0 ]0 [1 d1 d1 d1 ]1 o .'],
  ['unknown-block', 'M [0 p d0 ]0 [1 d1 d1 d1 ]1 [2 ]2 o .'],
  ['index-gap', 'M [0 p d0 ]0 [2 d2 d2 d2 ]2 o .'],
  ['no-block-stop', 'M [0 p d0 ]0 [1 d1 d1 d1 o .'],
  ['whole-blocks', 'M [0 p ]0 [1 ]1 o .'],
  ['interleaved-blocks', 'M p [0 [1 d0 d1 d1 d1 ]0 ]1 o .'],
  ['empty-data', 'M [0 p content_block_delta<> ]0 [1 d1 d1 d1 ]1 o .'],
  [
    'broken-json',
    'M [0 p content_block_delta<{"type":"content_block_delta","index":0,"d> ]0 [1 d1 d1 d1 ]1 o .',
  ],
  ['no-event-names', '- -0 - -0 -0 -1 -1 -1 -1 -1 - -'],
  ['no-usage', 'M [0 p d0 ]0 [1 d1 d1 d1 ]1 o .'],
  ['done-marker', 'M [0 p d0 ]0 [1 d1 d1 d1 ]1 o . -<[DONE]>'],
])('%s', async (fault, events) => {
  expect(await outline(fault)).toBe(events);
});

test('stands where it is put', async () => {
  expect(await outline({ fault: 'unknown-event', after: 0 })).toMatch(/^message_note M/);
  expect(await outline({ fault: 'unknown-event', after: 12 })).toMatch(/\. message_note$/);
  expect(await outline({ fault: 'empty-data', after: 10 })).toMatch(/message_delta<> \.$/);
  expect(await outline({ fault: 'no-block-stop', after: 3 })).toBe('M [0 p d0 [1 d1 d1 d1 ]1 o .');
  expect(await outline({ fault: 'index-gap', after: 1 })).toBe('M [1 p d1 ]1 [2 d2 d2 d2 ]2 o .');
});

test('faults are put in one after the other', async () => {
  expect(await outline('no-message-stop', 'done-marker')).toMatch(/o -<\[DONE\]>$/);
});

test('every fault finds its event, also where the names are left out', async () => {
  expect(await outline('no-event-names', 'no-message-stop')).toBe('- -0 - -0 -0 -1 -1 -1 -1 -1 -');
  expect(await outline('interleaved-blocks', 'index-gap')).toBe('M p [0 [2 d0 d2 d2 d2 ]0 ]2 o .');
  expect(await outline('unknown-event', 'interleaved-blocks')).toBe(
    'M p message_note [0 [1 d0 d1 d1 d1 ]0 ]1 o .',
  );
});

test.each<[StreamFault[], string]>([
  [
    [{ fault: 'broken-json', after: 99 }],
    'broken-json changes nothing after 99 events in this stream of 12.',
  ],
  [
    [{ fault: 'unknown-event', after: 13 }],
    'unknown-event changes nothing after 13 events in this stream of 12.',
  ],
  [
    [{ fault: 'second-message-start', after: 0 }],
    'second-message-start changes nothing after 0 events in this stream of 12.',
  ],
  [['no-message-stop', 'no-message-stop'], 'no-message-stop changes nothing in this stream of 11.'],
])('says that a fault changes nothing: %j', async (faults, message) => {
  const { body: answer } = await send(simulate([shaped(...faults)]), params);
  expect(answer.error.message).toBe(
    `[ensaio] Request 1: turn 1 failed: streamed: the fault ${message} A fault needs the event, the block or the place it is about.`,
  );
});

test('says that a message without blocks has none to mix up', async () => {
  for (const fault of [
    'index-gap',
    'interleaved-blocks',
    'no-block-stop',
    'whole-blocks',
  ] as const) {
    const simulation = simulate([streamed('', { faults: [fault] })]);
    expect((await send(simulation, params)).body.error.message).toContain('changes nothing');
  }
});

test('leaves usage out of both events', async () => {
  const { text: sse } = await send(simulate([shaped('no-usage')]), params);
  expect(sse).not.toContain('usage');
});

// inflaborg/ccrelay#119, xemantic/anthropic-sdk-kotlin#147: what gateways do.
test.each<StreamFaultName>(['no-block-stop', 'whole-blocks'])(
  '%s: a reader has the call with its input',
  async (fault) => {
    const said = [
      { type: 'text', text: 'Now.' },
      { type: 'tool_use', name: 'look', input: { at: 'left' } },
    ];
    const client = fakeAnthropic([shaped(fault)]);
    const { messages } = fakeMessages([shaped(fault)]);
    expect((await client.messages.stream(params).finalMessage()).content).toMatchObject(said);
    expect((await messages.stream(params).finalMessage()).content).toMatchObject(said);
  },
);

/** What a reader ends in: the stop reason of its message, or the error. */
async function ends(read: Promise<{ readonly stop_reason: unknown }>): Promise<string> {
  try {
    return `got ${String((await read).stop_reason)}`;
  } catch (error) {
    return (error as Error).message.replace(/ JSON: .*$/s, '');
  }
}

const WHOLE = 'got tool_use';
const CUT = 'stream ended without producing a Message with role=assistant';

// What SDK 1.14 does: a newer one that does better changes a line here.
const sdkEnds: Readonly<Record<StreamFaultName, string>> = {
  'no-message-stop': CUT,
  'second-message-start':
    'Unexpected event order, got message_start before receiving "message_stop"',
  'unknown-event': WHOLE,
  'unknown-delta': WHOLE,
  'unknown-block': WHOLE,
  'index-gap': WHOLE,
  'no-block-stop': WHOLE,
  'whole-blocks': WHOLE,
  'interleaved-blocks': WHOLE,
  'empty-data': WHOLE,
  'broken-json': 'Unterminated string in JSON at position 42 (line 1 column 43)',
  'no-event-names': 'request ended without sending any chunks',
  'no-usage': "Cannot read properties of undefined (reading 'output_tokens')",
  'done-marker': WHOLE,
};

test.each(Object.entries(sdkEnds))('%s: the helper of the SDK', async (fault, end) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const client = fakeAnthropic([shaped(fault as StreamFaultName)]);
  expect(await ends(client.messages.stream(params).finalMessage())).toBe(end);
});

// A reader that can do without the counts.
const fakeEnds: typeof sdkEnds = { ...sdkEnds, 'no-usage': WHOLE };

test.each(Object.entries(fakeEnds))('%s: fakeMessages', async (fault, end) => {
  const { messages } = fakeMessages([shaped(fault as StreamFaultName)]);
  expect(await ends(messages.stream(params).finalMessage())).toBe(end);
});

test('every fault is here', () => {
  expect(Object.keys(streamFaults)).toEqual(Object.keys(sdkEnds));
});
