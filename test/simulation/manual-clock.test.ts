/** A clock that a test moves: what waits on it waits no real time, wakes in order, and hangs with a clear error. */
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type EnsaioError,
  fakeAnthropic,
  manualClock,
  overloaded,
  rateLimited,
  respond,
  simulate,
  streamed,
  systemClock,
  type ManualClock,
} from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';

const params = { model: 'm', max_tokens: 5, messages: [{ role: 'user' as const, content: 'Hi.' }] };

afterEach(() => {
  vi.useRealTimers();
});

/** Notes when each of some sleeps wakes, in ms since the clock began. */
function sleepers(clock: ManualClock): {
  woken: [name: unknown, at: number][];
  sleep: (ms: number, name?: unknown) => Promise<void>;
} {
  const startedAt = clock.now();
  const woken: [unknown, number][] = [];
  const sleep = async (ms: number, name: unknown = ms): Promise<void> => {
    await clock.sleep(ms);
    woken.push([name, clock.now() - startedAt]);
  };
  return { woken, sleep };
}

/** The ways in which a clock can be had. */
const clocks: [string, (options?: { idleTurns: number }) => ManualClock][] = [
  ['sleepers of its own', manualClock],
  [
    "Vitest's timers",
    (options) => {
      vi.useFakeTimers();
      return manualClock({ timers: vi, ...options });
    },
  ],
];

describe.each(clocks)('with %s', (_name, make) => {
  test('wakes any sleepers by due time, then by asking, and knows the time at each', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.boolean(),
        async (waits, runs) => {
          const clock = make();
          const { woken, sleep } = sleepers(clock);
          // Each sleeps twice, so that some ask while time goes on.
          const work = Promise.all(
            waits.map(async ([first, second], index) => {
              await sleep(first, `${index} first`);
              await sleep(second, `${index} second`);
            }),
          );
          await (runs ? clock.run(work) : clock.advance(18));
          // The same by hand: whoever is due next, of those the one that asked first.
          const asked = waits.map(([first], index) => ({ dueAt: first, name: `${index} first` }));
          const expected: [string, number][] = [];
          while (asked.length > 0) {
            const [next] = [...asked].sort((a, b) => a.dueAt - b.dueAt);
            asked.splice(asked.indexOf(next!), 1);
            expected.push([next!.name, next!.dueAt]);
            const [index, which] = next!.name.split(' ');
            if (which === 'second') continue;
            asked.push({ dueAt: next!.dueAt + waits[Number(index)]![1], name: `${index} second` });
          }
          expect(woken).toEqual(expected);
          expect(clock.pending).toBe(0);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('moves on by what it is told, and no further', async () => {
    const clock = make();
    const startedAt = clock.now();
    const { woken, sleep } = sleepers(clock);
    void sleep(10);
    void sleep(11);
    await clock.advance(10);
    expect(woken).toEqual([[10, 10]]);
    expect(clock.now() - startedAt).toBe(10);
    expect(clock.pending).toBe(1);
    await clock.advance(0.5);
    await clock.advance(500);
    expect(woken).toHaveLength(2);
    expect(clock.pending).toBe(0);
  });

  test('wakes what is due at once with advance(0), and lets the rest get to where it waits', async () => {
    const clock = make();
    const simulation = simulate(['Hello.'], { clock, latency: 20 });
    const call = send(simulation, body());
    expect(clock.pending).toBe(0);
    await clock.advance(0);
    expect(clock.pending).toBe(1);
    await clock.advance(20);
    expect((await call).status).toBe(200);
  });

  test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('refuses to move on by %s', async (ms) => {
    await expect(make().advance(ms)).rejects.toMatchObject({
      code: 'option-invalid',
      reason: `advance takes milliseconds from 0, received ${ms}.`,
      details: { received: ms },
    });
  });

  test('gives the outcome of the work, good or bad', async () => {
    const clock = make();
    expect(await clock.run(Promise.resolve(1))).toBe(1);
    expect(await clock.run(() => clock.sleep(1e6).then(() => 2))).toBe(2);
    const failure = new Error('no');
    await expect(
      clock.run(async () => {
        await clock.sleep(5);
        throw failure;
      }),
    ).rejects.toBe(failure);
    await expect(
      clock.run(() => {
        throw failure;
      }),
    ).rejects.toBe(failure);
  });

  test('leaves what sleeps on when the work is done', async () => {
    const clock = make();
    const { woken, sleep } = sleepers(clock);
    const late = sleep(100);
    await clock.run(sleep(50));
    expect(woken).toEqual([[50, 50]]);
    expect(clock.pending).toBe(1);
    await clock.run(late);
  });

  test('is moved from several places at once, also from within the work', async () => {
    const clock = make();
    const { woken, sleep } = sleepers(clock);
    await Promise.all([
      clock.run(() => sleep(30)),
      clock.run(async () => {
        await sleep(10);
        await clock.advance(5);
        await sleep(1, 'after');
      }),
      clock.advance(2),
    ]);
    expect(woken.map(([name]) => name)).toEqual([10, 'after', 30]);
  });

  test('waits while the work is about something real', async () => {
    const clock = make();
    const read = async (): Promise<number> => {
      let length = 0;
      for (let i = 0; i < 5; i++) {
        length += (await readFile(new URL(import.meta.url))).length;
        await clock.sleep(1000);
      }
      return length;
    };
    expect(await clock.run(read)).toBeGreaterThan(1000);
  });

  test('wakes a sleeper by its signal, once', async () => {
    const clock = make();
    const controller = new AbortController();
    const reason = new Error('enough');
    const asleep = clock.sleep(10, controller.signal);
    const other = clock.sleep(10, controller.signal);
    const third = clock.sleep(5, controller.signal);
    await clock.advance(5);
    await third;
    controller.abort(reason);
    await expect(asleep).rejects.toBe(reason);
    await expect(other).rejects.toBe(reason);
    await expect(clock.sleep(10, controller.signal)).rejects.toBe(reason);
    expect(clock.pending).toBe(0);
  });

  test('steps over the latency and the pace of a stream', async () => {
    const clock = make();
    const startedAt = clock.now();
    const client = fakeAnthropic(
      [streamed('abcdefgh', { pieces: 4, pace: { ttftMs: 3000, tokensPerSecond: 4 } })],
      { clock, latency: 20_000, tokens: (value) => value.length },
    );
    const at: number[] = [];
    const stream = client.messages.stream(params);
    stream.on('text', () => at.push(clock.now() - startedAt));
    expect(await clock.run(stream.finalText())).toBe('abcdefgh');
    expect(at).toEqual([24_000, 25_000]);
  });

  test('steps over the life of a thread, which the SDK then replays', async () => {
    const clock = make();
    const client = fakeAnthropic(['one', 'two', 'three'], { clock });
    const thread = client.beta.messages.thread({ model: 'm', max_tokens: 5 });
    const ask = (content: string): Promise<unknown> =>
      clock.run(thread.send([{ role: 'user', content }]));
    await ask('a');
    await clock.advance(5 * 60_000);
    await ask('b');
    await clock.advance(5 * 60_000 + 1);
    await ask('c');
    expect(client.simulation.journal.map(({ outcome }) => outcome)).toEqual([
      'answered',
      'answered',
      'refused',
      'answered',
    ]);
  });

  test('says when the work hangs, how long it went well, and what to do', async () => {
    const clock = make({ idleTurns: 20 });
    const hanging = clock.run(async () => {
      await clock.sleep(2000);
      await new Promise(() => undefined);
    });
    await expect(hanging).rejects.toMatchObject({
      code: 'clock-stuck',
      reason:
        'run: the work has not settled, and nothing sleeps: 2000 ms have passed on the clock, then 20 turns in which nobody asked it to wait.',
      hint: expect.stringContaining('raise `idleTurns`') as string,
      details: { idleTurns: 20, passedMs: 2000 },
    });
  });

  test('shows the time to the simulation', async () => {
    const clock = make();
    const simulation = simulate(['Hello.', rateLimited()], { clock, latency: 7 });
    await clock.run(send(simulation, body()));
    await clock.advance(100);
    await clock.run(send(simulation, body()));
    const [first, second] = simulation.journal;
    expect(first!.endedAt! - first!.startedAt).toBe(7);
    expect(second!.startedAt - first!.endedAt!).toBe(100);
    expect(second!.endedAt! - second!.startedAt).toBe(7);
  });
});

test('wakes sleepers that are due together in the order in which they asked', async () => {
  const clock = manualClock();
  const { woken, sleep } = sleepers(clock);
  void sleep(10, 'a');
  await clock.advance(4);
  void sleep(6, 'b');
  void sleep(0, 'at once');
  void sleep(-5, 'late already');
  void sleep(6, 'c');
  await clock.advance(6);
  expect(woken).toEqual([
    ['at once', 4],
    ['late already', 4],
    ['a', 10],
    ['b', 10],
    ['c', 10],
  ]);
});

test('begins at a fixed time, or where it is told', () => {
  expect(new Date(manualClock().now()).toISOString()).toBe('2026-11-01T00:00:00.000Z');
  expect(manualClock({ startsAt: 5 }).now()).toBe(5);
  expect(manualClock({ startsAt: new Date(7) }).now()).toBe(7);
});

test('two clocks go on apart', async () => {
  const [slow, fast] = [manualClock({ startsAt: 0 }), manualClock({ startsAt: 0 })];
  const simulations = [slow, fast].map((clock) => simulate(['Hello.'], { clock, latency: 1000 }));
  const calls = simulations.map((simulation) => send(simulation, body()));
  await fast.run(calls[1]!);
  expect([slow.now(), slow.pending, fast.now(), fast.pending]).toEqual([0, 1, 1000, 0]);
  await slow.run(calls[0]!);
});

test('never wakes who sleeps for ever, except by a signal', async () => {
  const clock = manualClock({ idleTurns: 5 });
  const controller = new AbortController();
  const asleep = clock.sleep(Number.POSITIVE_INFINITY, controller.signal);
  await clock.advance(1e15);
  expect(clock.pending).toBe(1);
  await expect(clock.run(asleep)).rejects.toThrow('the work has not settled');
  controller.abort();
  await expect(asleep).rejects.toMatchObject({ name: 'AbortError' });
  await expect(clock.sleep(Number.NaN)).rejects.toThrow(
    'sleep takes milliseconds from 0, received NaN.',
  );
});

const MOVERS = ['advanceTimersByTimeAsync', 'advanceTimersToNextTimerAsync', 'getTimerCount'];

test.each(MOVERS)('takes no timers without %s', (lacking) => {
  const timers = Object.fromEntries(
    MOVERS.filter((name) => name !== lacking).map((name) => [name, () => undefined]),
  );
  expect(() => manualClock({ timers: timers as never })).toThrow(
    "timers is Vitest's vi or Jest's jest, received {}.",
  );
});

test('says where the time of a test runner is set', () => {
  expect(() => manualClock({ timers: vi, startsAt: 5 })).toThrow(
    'Set the time of the timers instead: vi.setSystemTime(date) or vi.useFakeTimers({ now: date }).',
  );
});

test('says when what sleeps never ends', async () => {
  const clock = manualClock({ maxSteps: 50 });
  const forEver = async (ms: number): Promise<void> => {
    for (;;) await clock.sleep(ms);
  };
  await expect(clock.run(forEver(1))).rejects.toMatchObject({
    code: 'clock-stuck',
    reason: 'run: 50 sleepers were woken, and there are still more.',
    hint: 'Something on the clock never ends, such as an interval or a retry without a limit: end it, or raise `maxSteps`.',
    details: { maxSteps: 50 },
  });
  void forEver(0);
  await expect(clock.advance(1)).rejects.toThrow('advance: 50 sleepers were woken');
});

test('says when an interval keeps the work from ending', async () => {
  vi.useFakeTimers();
  const clock = manualClock({ timers: vi, maxSteps: 50 });
  setInterval(() => undefined, 1000);
  await expect(clock.run(new Promise(() => undefined))).rejects.toThrow('50 sleepers were woken');
});

test.each<[object, string]>([
  [{ startAt: 5 }, 'There is no option "startAt".'],
  [{ startsAt: Number.NaN }, 'startsAt is milliseconds since 1970 or a date, received NaN.'],
  [{ startsAt: '2026' }, 'startsAt is milliseconds since 1970 or a date, received "2026".'],
  [{ timers: {} }, "timers is Vitest's vi or Jest's jest, received {}."],
  [{ timers: null }, "timers is Vitest's vi or Jest's jest, received null."],
  [{ idleTurns: 0 }, 'idleTurns is a whole number from 1, received 0.'],
  [{ maxSteps: 1.5 }, 'maxSteps is a whole number from 1, received 1.5.'],
  [{ timers: vi, startsAt: 5 }, 'startsAt has no meaning with `timers`.'],
])('refuses the options %j', (options, reason) => {
  expect(() => manualClock(options)).toThrow(
    expect.objectContaining({ code: 'option-invalid', reason }) as EnsaioError,
  );
});

describe('with the timers of the client', () => {
  test('ten minutes of retries pass before a test of five seconds times out', async () => {
    vi.useFakeTimers();
    const clock = manualClock({ timers: vi });
    const startedAt = clock.now();
    const script = [...Array.from({ length: 10 }, () => rateLimited({ retryAfter: 60 })), 'Hello.'];
    const client = fakeAnthropic(script, { clock, maxRetries: 10 });
    const { content } = await clock.run(client.messages.create(params));
    expect(content).toMatchObject([{ text: 'Hello.' }]);
    expect(clock.now() - startedAt).toBe(10 * 60_000);
    expect(client.simulation.journal.map(({ startedAt: at }) => at - startedAt)).toEqual(
      Array.from({ length: 11 }, (_, index) => index * 60_000),
    );
    // Nothing is left that would fire later.
    expect(clock.pending).toBe(0);
  });

  test("the SDK's backoff, its timeout and the simulation share one clock", async () => {
    vi.useFakeTimers();
    const clock = manualClock({ timers: vi });
    const startedAt = clock.now();
    const client = fakeAnthropic(
      [overloaded(), respond(() => new Promise<never>(() => undefined)), 'Hello.'],
      { clock, latency: 100, timeout: 5000 },
    );
    await clock.run(client.messages.create(params));
    const { journal } = client.simulation;
    expect(journal.map(({ outcome }) => outcome)).toEqual(['failed', 'aborted', 'answered']);
    const [first, second, third] = journal.map((exchange) => exchange.startedAt - startedAt);
    // Half a second less up to a quarter, then the timeout and a second less up to a quarter.
    expect(first).toBe(0);
    expect(second! - 100).toBeGreaterThanOrEqual(375);
    expect(second! - 100).toBeLessThanOrEqual(500);
    expect(third! - second! - 5000).toBeGreaterThanOrEqual(750);
    expect(third! - second! - 5000).toBeLessThanOrEqual(1000);
    expect(clock.pending).toBe(0);
  });

  test('the clock of the machine is theirs as well', async () => {
    vi.useFakeTimers({ now: 0 });
    const simulation = simulate(['Hello.'], { latency: 60_000, clock: systemClock });
    const call = send(simulation, body());
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await call).status).toBe(200);
    expect(simulation.journal[0]).toMatchObject({ startedAt: 0, endedAt: 60_000 });
    // A timer that is told to wait longer than it can would fire at once.
    const asleep = systemClock.sleep(Number.POSITIVE_INFINITY);
    await vi.advanceTimersByTimeAsync(1e9);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(2 ** 31);
    await asleep;
  });
});
