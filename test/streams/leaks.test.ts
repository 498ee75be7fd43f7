/** No fault leaves anything behind: no rejection, no timer, no listener, no memory. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import {
  connectionRefused,
  connectionReset,
  delayed,
  emptyAnswer,
  events,
  fakeAnthropic,
  fakeMessages,
  gatewayPage,
  hang,
  overloaded,
  rawAnswer,
  respond,
  simulate,
  streamed,
  streamFaults,
  text,
  toolUse,
  type StreamFaultName,
  type StreamShape,
  type TurnInput,
} from '../../fakes/index.ts';
import { digest } from '../../src/wire/hash.ts';
import { body } from '../support/send.ts';
import { open } from './chunks.ts';

afterEach(() => void vi.useRealTimers());

const turn = [text('Let me look.'), toolUse('look', { at: 'left' })];
const shapes: StreamShape[] = [
  ...(Object.keys(streamFaults) as StreamFaultName[]).map((fault) => ({ faults: [fault] })),
  { cutAfter: { events: 4 } },
  { cutAfter: { bytes: 900 } },
  { resetAfter: { events: 4 } },
  { errorAfter: { events: 4, error: overloaded() } },
  { stallAfter: { events: 4 } },
  { stallAfter: { events: 4, send: 'ping' } },
  { stallAfter: { events: 4, send: 'delta' } },
  { pace: { ttftMs: 9000, tokensPerSecond: 1 } },
  { input: '{"at": "le' },
  { input: String.raw`{"at": "\x"}` },
  { encoding: 'gzip-undeclared' },
];
const everything: TurnInput[] = [
  ...shapes.map((shape) => streamed(turn, shape)),
  events([{ event: 'message_start', data: 'x' }, 'event: message_stop\ndata: {"typ']),
  overloaded(),
  connectionRefused(),
  connectionReset(),
  gatewayPage(),
  emptyAnswer(),
  rawAnswer({ body: '{"type":"message"}' }),
  delayed(hang(), 5000),
  hang(),
  respond(() => Promise.reject(new Error('a mistake in a test'))),
];

type Reads = (turn: TurnInput, signal: AbortSignal) => Promise<unknown>;
const params = body({ stream: true }) as never;

/** Without a listener the helper's failures are meant to be unhandled. */
const ignore = (): void => undefined;

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const event of stream) void event;
}

/** Every way to read, also those that look at nothing or leave in the middle. */
const readers: Record<string, Reads> = {
  'the helper': (given, signal) =>
    fakeAnthropic([given]).messages.stream(params, { signal }).finalMessage(),
  'the helper, unread': async (given, signal) => {
    fakeAnthropic([given])
      .messages.stream(params, { signal })
      .on('error', ignore)
      .on('abort', ignore);
    return Promise.resolve();
  },
  'raw iteration': async (given, signal) =>
    drain(
      (await fakeAnthropic([given]).messages.create(params, {
        signal,
      })) as unknown as AsyncIterable<unknown>,
    ),
  'a reader that leaves': async (given, signal) => {
    const stream = await fakeAnthropic([given]).messages.create(params, { signal });
    for await (const event of stream as unknown as AsyncIterable<unknown>) {
      void event;
      break;
    }
  },
  'not streaming': (given, signal) =>
    fakeAnthropic([given]).messages.create(body() as never, { signal }),
  'fakeMessages.stream': (given, signal) =>
    fakeMessages([given]).messages.stream(params, { signal }).finalMessage(),
  'fakeMessages.stream, unread': async (given, signal) => {
    fakeMessages([given]).messages.stream(params, { signal });
    return Promise.resolve();
  },
  'fakeMessages, raw': async (given, signal) =>
    drain((await fakeMessages([given]).messages.create(params, { signal })) as never),
};

test.each(Object.keys(readers))(
  'no fault leaves a rejection or a timer behind: %s',
  async (name) => {
    vi.useFakeTimers();
    vi.spyOn(console, 'error').mockReturnValue();
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      for (const given of everything) {
        const controller = new AbortController();
        const read = readers[name]!(given, controller.signal).catch(() => undefined);
        await vi.advanceTimersByTimeAsync(60_000);
        // What still waits would wait for ever.
        controller.abort();
        await vi.advanceTimersByTimeAsync(1);
        await read;
        expect(vi.getTimerCount(), JSON.stringify(given)).toBe(0);
      }
      vi.useRealTimers();
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  },
);

/** Bytes in use when everything that can go is gone. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

/** A number below `most` that belongs to `place`. */
function draw(place: number, most: number): number {
  return Number.parseInt(digest(String(place), 8, '0123456789abcdef'), 16) % most;
}

test(
  'a thousand long streams, half of them aborted, leave the heap where it was',
  { timeout: 120_000 },
  async () => {
    const long = streamed('x'.repeat(1994), { pieces: 1 });
    const simulation = simulate([]);
    const readSome = async (count: number, from: number): Promise<void> => {
      for (let index = from; index < from + count; index++) {
        simulation.reset([long]);
        const controller = new AbortController();
        const reader = await open(simulation, params, controller.signal);
        const stopsAt = index % 2 === 0 ? Number.POSITIVE_INFINITY : draw(index, 2000);
        let read = 0;
        while (read < stopsAt && !(await reader.read()).done) read += 1;
        if (index % 2 === 0) expect(read).toBe(2000);
        else {
          controller.abort();
          await reader.closed.catch(() => undefined);
          expect(simulation.journal[0]!.outcome).toBe('aborted');
        }
      }
      simulation.reset([]);
    };
    await readSome(50, 0);
    const before = heapUsed();
    await readSome(1000, 50);
    // What the engine itself keeps of code and counters; one stream kept would be more than half of it.
    expect(heapUsed() - before).toBeLessThan(1_000_000);
  },
);
