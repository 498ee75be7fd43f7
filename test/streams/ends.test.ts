/** A stream ends where and how a test wants, and the journal and the reader know of it. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fakeAnthropic,
  fakeMessages,
  overloaded,
  simulate,
  streamed,
  type StreamShape,
} from '../../fakes/index.ts';
import type { Clock } from '../../src/simulation/clock.ts';
import { readFrames } from './read-frames.ts';
import { body, send } from '../support/send.ts';
import { chunksOf, open } from './chunks.ts';

const params = body({ stream: true }) as never;

async function plainText(): Promise<string> {
  return (await send(simulate(['Hello there.']), params)).text;
}

const outcomeOf = ({ simulation }: { simulation: { journal: readonly { outcome: string }[] } }) =>
  simulation.journal[0]!.outcome;

test.each([
  ['events', { events: 4 }],
  ['bytes', { bytes: 700 }],
])('ends after so many %s, which the SDK reports', async (_unit, cutAfter) => {
  const client = fakeAnthropic([streamed('Hello there.', { cutAfter })]);
  await expect(client.messages.stream(params).finalMessage()).rejects.toThrow('stream ended');
  expect(outcomeOf(client)).toBe('failed');
  const fake = fakeMessages([streamed('Hello there.', { cutAfter })]);
  await expect(fake.messages.stream(params).finalMessage()).rejects.toThrow('stream ended');
  expect(outcomeOf(fake)).toBe('failed');
});

test('a cut at any byte sends just those bytes, and is an answer only behind the last event', async () => {
  const whole = Buffer.from(await plainText());
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: whole.length }), async (bytes) => {
      const simulation = simulate([streamed('Hello there.', { cutAfter: { bytes } })]);
      const chunks = await chunksOf(simulation, params);
      expect(Buffer.concat(chunks)).toEqual(whole.subarray(0, bytes));
      expect(outcomeOf({ simulation })).toBe(bytes === whole.length ? 'answered' : 'failed');
    }),
  );
});

test('a cut after any number of events sends just those, and no thread goes on from it', async () => {
  const all = readFrames(await plainText()).length;
  for (let events = 0; events <= all; events++) {
    const simulation = simulate([streamed('Hello there.', { cutAfter: { events } })]);
    const { text } = await send(simulation, params);
    expect(readFrames(text)).toHaveLength(events);
    expect(outcomeOf({ simulation })).toBe(events === all ? 'answered' : 'failed');
  }
});

test('cuts long streams into large chunks in time', async () => {
  const simulation = simulate([streamed('x'.repeat(400_000), { bytes: 1e9 })]);
  expect((await send(simulation, params)).text).toContain('message_stop');
});

test('sends an error after so many events, which the SDK does not retry', async () => {
  const turn = streamed('Hello there.', { errorAfter: { events: 3, error: overloaded() } });
  const client = fakeAnthropic([turn]);
  await expect(client.messages.stream(params).finalMessage()).rejects.toMatchObject({
    type: 'overloaded_error',
    status: undefined,
  });
  expect(client.simulation.journal).toHaveLength(1);
  expect(outcomeOf(client)).toBe('failed');
  const fake = fakeMessages([turn]);
  await expect(fake.messages.stream(params).finalMessage()).rejects.toMatchObject({
    type: 'overloaded_error',
    status: undefined,
  });
});

test.each<[string, StreamShape, number]>([
  ['events', { resetAfter: { events: 3 } }, 3],
  ['no event', { resetAfter: { events: 0 } }, 0],
  ['bytes', { resetAfter: { bytes: 680 } }, 2],
  ['bytes, in large chunks', { resetAfter: { bytes: 680 }, bytes: 9999 }, 2],
])(
  'resets the connection after %s, and what came before has arrived',
  async (_how, shape, least) => {
    const simulation = simulate([streamed('Hello there.', shape)]);
    const reader = await open(simulation, params);
    let text = '';
    const read = async (): Promise<void> => {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        text += new TextDecoder().decode(value);
      }
    };
    await expect(read()).rejects.toMatchObject({
      name: 'TypeError',
      message: 'terminated',
      cause: { code: 'ECONNRESET', message: 'read ECONNRESET' },
    });
    expect(readFrames(text)).toHaveLength(least);
    if (shape.resetAfter && 'bytes' in shape.resetAfter) expect(text).toHaveLength(680);
    expect(outcomeOf({ simulation })).toBe('failed');
  },
);

test('a reset reaches the reader of either helper, and nobody retries it', async () => {
  const turn = streamed('Hello there.', { resetAfter: { events: 4 } });
  const client = fakeAnthropic([turn]);
  await expect(client.messages.stream(params).finalMessage()).rejects.toThrow('terminated');
  expect(client.simulation.journal).toHaveLength(1);
  const fake = fakeMessages([turn]);
  await expect(fake.messages.stream(params).finalMessage()).rejects.toThrow('terminated');
});

/** A clock whose sleepers wake at once, and never more than `most` of them. */
function hasty(most: number): Clock & { readonly slept: number[] } {
  const slept: number[] = [];
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    slept.push(ms);
    return slept.length > most
      ? new Promise((_resolve, reject) => {
          signal!.addEventListener('abort', () => reject(signal!.reason as Error));
        })
      : Promise.resolve();
  };
  return { now: () => 0, sleep, slept };
}

test.each<[string, StreamShape, string]>([
  ['silent', { stallAfter: { events: 3 } }, ''],
  [
    'with pings',
    { stallAfter: { events: 3, send: 'ping', everyMs: 50 } },
    'event: ping\ndata: {"type": "ping"}\n\n',
  ],
  [
    'dripping',
    { stallAfter: { events: 3, send: 'delta', everyMs: 50 } },
    'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"."}}\n\n',
  ],
])('stalls %s until its reader leaves', async (_how, shape, repeated) => {
  const clock = hasty(4);
  const simulation = simulate([streamed('Hello there.', shape)], { clock });
  const controller = new AbortController();
  const reader = await open(simulation, params, controller.signal);
  let text = '';
  const all = (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += new TextDecoder().decode(value);
    }
  })();
  // Whatever can still come has its turn.
  await new Promise((resolve) => setImmediate(resolve));
  const first = (await plainText()).split('\n\n').slice(0, 3).join('\n\n');
  expect(text).toBe(`${first}\n\n${repeated.repeat(repeated === '' ? 0 : 4)}`);
  expect(clock.slept).toEqual(repeated === '' ? [] : [50, 50, 50, 50, 50]);
  expect(outcomeOf({ simulation })).toBe('open');
  controller.abort();
  await expect(all).rejects.toMatchObject({ name: 'AbortError' });
  expect(outcomeOf({ simulation })).toBe('aborted');
});

test('a stall sends what it has, however large the chunks are', async () => {
  const shape = { stallAfter: { events: 2 }, bytes: 99_999 };
  const reader = await open(simulate([streamed('Hello there.', shape)]), params);
  const { value } = await reader.read();
  expect(readFrames(new TextDecoder().decode(value))).toHaveLength(2);
  await reader.cancel();
});

test('a reader that is slower than its stream sees the error, and nobody else does', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  try {
    const fake = fakeMessages([
      streamed('Hello there.', { errorAfter: { events: 4, error: overloaded() } }),
    ]);
    const stream = fake.messages.stream(params);
    await new Promise((resolve) => setImmediate(resolve));
    await expect(async () => {
      for await (const _event of stream) await new Promise((resolve) => setImmediate(resolve));
    }).rejects.toMatchObject({ type: 'overloaded_error' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
  }
});

test('asks for an event only when its reader does', async () => {
  const clock = hasty(1000);
  const pace = { delaysMs: [1] };
  const simulation = simulate([streamed('x'.repeat(400), { pieces: 1, pace })], { clock });
  const reader = await open(simulation, params);
  await new Promise((resolve) => setImmediate(resolve));
  expect(clock.slept).toHaveLength(0);
  for (let read = 1; read <= 5; read++) {
    await reader.read();
    expect(clock.slept).toHaveLength(read);
  }
  await reader.cancel();
  expect(outcomeOf({ simulation })).toBe('aborted');
});

test.each<[StreamShape, string]>([
  [{ cutAfter: { events: 9 } }, 'cutAfter is after 9 events, and the stream has 7.'],
  [{ cutAfter: { bytes: 99_999 } }, 'cutAfter is after 99999 bytes, and the stream has'],
  [{ resetAfter: { events: 8 } }, 'resetAfter is after 8 events, and the stream has 7.'],
  [{ stallAfter: { events: 8 } }, 'stallAfter is after 8 events, and the stream has 7.'],
  [{ errorAfter: { events: 8, error: overloaded() } }, 'errorAfter is after 8 events'],
])('refuses an end behind the end: %o', async (shape, message) => {
  const { status, body: answer } = await send(simulate([streamed('Hello there.', shape)]), params);
  expect(status).toBe(418);
  expect(answer.error.message).toContain(`turn 1 failed: streamed: ${message}`);
});

test('a fraction of a stream is a place before its end, in every stream', async () => {
  const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  await fc.assert(
    fc.asyncProperty(fraction, fc.constantFrom('', 'Hi.', 'x'.repeat(200)), async (at, text) => {
      const simulation = simulate([streamed(text, { cutAfter: { fraction: at } })]);
      const whole = readFrames((await send(simulate([text]), params)).text).length;
      const sent = readFrames((await send(simulation, params)).text).length;
      expect(sent).toBe(Math.floor(at * whole));
      expect(outcomeOf({ simulation })).toBe('failed');
    }),
  );
});

test('bytes are all bytes, also those of comments and line ends', async () => {
  const shape: StreamShape = { cutAfter: { bytes: 100 }, comment: 'still here', lineEnd: 'crlf' };
  const { text } = await send(simulate([streamed('Hello.', shape)]), params);
  expect(text).toHaveLength(100);
});

test('a stall drips only into a block that is open', async () => {
  for (const [events, repeated] of [
    [1, 'ping'],
    [2, 'content_block_delta'],
    [5, 'ping'],
    [7, 'ping'],
  ] as const) {
    const clock = hasty(2);
    const shape: StreamShape = { stallAfter: { events, send: 'delta' } };
    const reader = await open(simulate([streamed('Hi.', shape)], { clock }), params);
    for (let read = 0; read < events; read++) await reader.read();
    const { value } = await reader.read();
    expect(readFrames(new TextDecoder().decode(value))[0]!.event).toBe(repeated);
    await reader.cancel();
  }
});

test('what is held goes out before a wait, however large the chunks are', async () => {
  const clock = hasty(3);
  const shape: StreamShape = { bytes: 99_999, pace: { delaysMs: [0, 0, 10, 0] } };
  const reader = await open(simulate([streamed('Hi.', shape)], { clock }), params);
  const { value } = await reader.read();
  expect(readFrames(new TextDecoder().decode(value))).toHaveLength(2);
  await reader.cancel();
});

test('a shape is a copy: what is done to it later changes nothing', async () => {
  const shape = { bytes: 5 };
  const turn = streamed('Hello.', shape);
  shape.bytes = 0;
  expect(turn.shape).toEqual({ bytes: 5 });
});
