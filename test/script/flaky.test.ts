/** Seeded failures between the turns: the same each time, and never in the way of a client that tries again. */
import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import {
  fakeAnthropic,
  flaky,
  respond,
  script,
  simulate,
  text,
  when,
  type FlakyKind,
  type FlakyOptions,
} from '../../fakes/index.ts';
import { body } from '../support/send.ts';

const params = body() as never;
const KINDS: FlakyKind[] = [
  'overloaded',
  'rate-limited',
  'internal-error',
  'connection-reset',
  'gateway-page',
  'hang',
  'stream-cut',
  'stream-reset',
  'stream-error',
];

const anyOptions: fc.Arbitrary<FlakyOptions> = fc.record(
  {
    seed: fc.nat(),
    rate: fc.double({ min: 0, max: 1, noNaN: true }),
    kinds: fc.subarray(KINDS, { minLength: 1 }),
    most: fc.nat({ max: 4 }),
  },
  { requiredKeys: [] },
);

const anyScript = fc
  .record({
    turns: fc.array(fc.oneof(fc.constant('one'), fc.constant([text('two')])), { maxLength: 6 }),
    routed: fc.array(fc.constant('routed'), { maxLength: 3 }),
  })
  .map(({ turns, routed }) => script(...turns, when({ system: 'x' }, routed)));

afterEach(() => void vi.useRealTimers());

test('keeps every turn, in order, with failures only in front of them', () => {
  fc.assert(
    fc.property(anyScript, anyOptions, (given, options) => {
      const made = flaky(given, options);
      for (const [before, after] of [
        [given.turns, made.turns],
        [given.routes[0]!.turns, made.routes[0]!.turns],
      ] as const) {
        expect(after.filter((turn) => before.includes(turn))).toEqual(before);
        expect(after.length).toBeLessThanOrEqual(before.length * (1 + (options.most ?? 2)));
        if (after.length > 0) expect(before).toContain(after.at(-1));
      }
    }),
  );
});

test('is the same each time, and another with another seed', () => {
  fc.assert(
    fc.property(anyScript, anyOptions, (given, options) => {
      expect(JSON.stringify(flaky(given, options))).toBe(JSON.stringify(flaky(given, options)));
    }),
  );
  const turns = Array.from({ length: 30 }, (_, index) => `turn ${index}`);
  expect(flaky(turns, { seed: 1 })).not.toEqual(flaky(turns, { seed: 2 }));
});

test('fails never at rate 0, and as often as it may at rate 1', () => {
  expect(flaky(['a', 'b'], { rate: 0 })).toEqual(script('a', 'b'));
  expect(flaky(['a', 'b'], { rate: 1, most: 3 }).turns).toHaveLength(8);
});

test('fails about as often as its rate says', () => {
  const turns = Array.from({ length: 2000 }, () => 'x');
  const failed = flaky(turns, { rate: 0.3, most: 1 }).turns.length - turns.length;
  expect(failed / turns.length).toBeCloseTo(0.3, 1);
});

test('resets the connection where there is no stream to break', async () => {
  const kinds: FlakyKind[] = ['stream-cut'];
  const { turns } = flaky([respond(() => 'x')], { rate: 1, most: 1, kinds });
  expect(turns.map(({ type }) => type)).toEqual(['connection_error', 'respond']);
  const client = fakeAnthropic(flaky(['A', 'B'], { rate: 1, most: 1, kinds }), { maxRetries: 0 });
  const answers = [];
  for (let asked = 0; asked < 4; asked++) {
    const answer = client.messages.create(params);
    answers.push(
      await answer.then(
        ({ content }) => content,
        () => 'failed',
      ),
    );
  }
  expect(answers).toMatchObject(['failed', [{ text: 'A' }], 'failed', [{ text: 'B' }]]);
  client.simulation.assertDone();
});

test('breaks every stream before its end, however short it is', async () => {
  for (let seed = 0; seed < 12; seed++) {
    for (const kind of ['stream-cut', 'stream-reset', 'stream-error'] as const) {
      const client = fakeAnthropic(flaky([''], { seed, rate: 1, most: 1, kinds: [kind] }));
      const read = client.messages.stream(params).finalMessage();
      await expect(read).rejects.toBeInstanceOf(Error);
      expect(client.simulation.journal[0]!.outcome).toBe('failed');
      expect((await client.messages.stream(params).finalMessage()).stop_reason).toBe('end_turn');
    }
  }
});

test('the SDK gets every turn in the end, and the same failures each time', async () => {
  vi.useFakeTimers();
  const turns = Array.from({ length: 12 }, (_, index) => `turn ${index}`);
  const soak = async (): Promise<readonly string[]> => {
    const client = fakeAnthropic(flaky(turns, { seed: 7, rate: 0.5 }), { maxRetries: 2 });
    for (const turn of turns) {
      const answer = client.messages.create(params);
      await vi.runAllTimersAsync();
      expect((await answer).content).toMatchObject([{ text: turn }]);
    }
    client.simulation.assertDone();
    return client.simulation.journal.map(
      ({ outcome, response }) => `${outcome} ${response?.status}`,
    );
  };
  const first = await soak();
  expect(first.length).toBeGreaterThan(turns.length);
  expect(await soak()).toEqual(first);
});

test.each<[object, string]>([
  [{ rate: 2 }, 'flaky: rate is a number from 0 to 1, received 2.'],
  [{ rate: '0.5' }, 'flaky: rate is a number from 0 to 1, received "0.5".'],
  [{ most: -1 }, 'flaky: most is a whole number from 0 to 100, received -1.'],
  [{ seed: Number.NaN }, 'flaky: seed is a whole number, received NaN.'],
  [{ kinds: 'hang' }, 'flaky: kinds is a list of some of overloaded, rate-limited,'],
  [{ kinds: [] }, 'received [].'],
  [{ sed: 1 }, 'flaky: there is no option "sed".'],
])('refuses %o', (options, message) => {
  expect(() => flaky(['a'], options)).toThrow(message);
});

test('its failures are turns, and count as such', () => {
  expect(simulate(flaky(['a'], { rate: 1 })).pending).toHaveLength(3);
});
