/** Retries: each bad way to send a request again is found, and its good neighbour is not. */
import { describe, expect, test } from 'vitest';
import {
  apiError,
  clientVerdict,
  connectionError,
  internalError,
  overloaded,
  rateLimited,
  streamed,
  type ScriptInput,
  type TurnInput,
} from '../../fakes/index.ts';
import type { Sent } from '../support/send.ts';
import { rehearse, type Rehearsal } from './rehearse.ts';

/** How long a client waits before it tries again; undefined when it gives up. */
type Patience = (sent: Sent | undefined, attempt: number) => number | undefined;

/** A client that asks until it is answered, or has enough. */
async function persist(
  { post, clock }: Rehearsal,
  patience: Patience,
  fields: object | ((attempt: number) => object) = {},
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const sent = await post(typeof fields === 'function' ? fields(attempt) : fields);
    if (sent?.status === 200 && !sent.text.includes('event: error')) return;
    const wait = patience(sent, attempt);
    if (wait === undefined) return;
    if (wait > 0) await clock.sleep(wait);
  }
}

async function judge(script: ScriptInput, ...client: Tail<Parameters<typeof persist>>) {
  const rehearsal = rehearse(script);
  await rehearsal.clock.run(persist(rehearsal, ...client));
  rehearsal.simulation.assertDone();
  return rehearsal;
}
type Tail<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

const times = (count: number, turn: TurnInput): TurnInput[] =>
  Array.from({ length: count }, () => turn);
const atOnce: Patience = () => 0;
const after =
  (ms: number): Patience =>
  () =>
    ms;

describe('retry-after-ignored', () => {
  const limited = rateLimited({ retryAfter: 60 });
  const inMs = overloaded({ headers: { 'retry-after-ms': '1500', 'retry-after': '9' } });
  const atDate = rateLimited({ headers: { 'Retry-After': 'Sun, 01 Nov 2026 00:01:00 GMT' } });

  test.each<[string, TurnInput, number]>([
    ['seconds', limited, 59_000],
    ['milliseconds, which count first', inMs, 1400],
    ['a date', atDate, 59_000],
  ])('is found before %s have passed', async (_form, turn, ms) => {
    expect((await judge([turn, 'Hi.'], after(ms))).verdict()).toEqual(['retry-after-ignored 1']);
  });

  test.each<[string, TurnInput, Patience]>([
    ['after the seconds', limited, after(60_000)],
    ['after seconds that a timer cut short by a millisecond', limited, after(59_999)],
    ['after the milliseconds', inMs, after(1500)],
    ['after the date', atDate, after(60_000)],
    ['for a header that asks for nothing', rateLimited({ retryAfter: 0 }), after(500)],
    [
      'for a header that says nothing',
      rateLimited({ headers: { 'retry-after': 'soon' } }),
      after(500),
    ],
    // No timer can wait so long, and the SDK takes it for no header.
    ['for a wait beyond any timer', rateLimited({ retryAfter: 1e9 }), after(500)],
  ])('is not found %s', async (_when, turn, patience) => {
    expect((await judge([turn, 'Hi.'], patience)).verdict()).toEqual([]);
  });

  test('is not found for another model, which has limits of its own', async () => {
    const models = (attempt: number) => ({
      model: attempt === 1 ? 'claude-opus-5' : 'claude-haiku-4-5',
    });
    expect((await judge([limited, 'Hi.'], atOnce, models)).verdict()).toEqual([]);
  });

  test('is found also when the retry no longer streams', async () => {
    const streams = (attempt: number) => ({ stream: attempt === 1 });
    expect((await judge([limited, 'Hi.'], after(10), streams)).verdict()).toEqual([
      'retry-after-ignored 1',
    ]);
  });

  test('says where, what was expected and received, and what to do', async () => {
    const { simulation } = await judge([limited, 'Hi.'], after(500));
    expect(clientVerdict(simulation)).toMatchInlineSnapshot(`
      [
        {
          "exchange": 1,
          "id": "retry-after-ignored",
          "message": "journal[1] (turn 2) sends again what was answered with 429 in journal[0] (turn 1): expected 60000 ms between them, as the answer asks, received 500 ms. Wait as long as it says. Times are from the clock of the simulation, which the client has to wait on too.",
        },
      ]
    `);
  });
});

describe('retried-forbidden', () => {
  test.each<[string, TurnInput]>([
    ['a 400', apiError(400, 'no')],
    ['a 404', apiError(404, 'no')],
    ['a 413', apiError(413, 'no')],
    [
      'a limit that says so',
      rateLimited({ retryAfter: 60, headers: { 'x-should-retry': 'false' } }),
    ],
    ['an overload that says so', overloaded({ headers: { 'x-should-retry': 'false' } })],
  ])('is found after %s', async (_answer, turn) => {
    expect((await judge([turn, 'Hi.'], after(1000))).verdict()).toEqual(['retried-forbidden 1']);
  });

  test.each<[string, TurnInput]>([
    ['a 400 that says so', apiError(400, 'no', { headers: { 'x-should-retry': 'true' } })],
    ['a 408', apiError(408, 'no')],
    ['a 409', apiError(409, 'no')],
    ['a 529', overloaded()],
    ['a broken connection', connectionError()],
    ['a 401, once, with a fresh token', apiError(401, 'no')],
  ])('is not found after %s', async (_answer, turn) => {
    expect((await judge([turn, 'Hi.'], after(1000))).verdict()).toEqual([]);
  });

  test('is found after a second 401', async () => {
    const { verdict } = await judge([...times(2, apiError(401, 'no')), 'Hi.'], atOnce);
    expect(verdict()).toEqual(['retried-forbidden 2']);
  });

  test('is not found for a request that was corrected', async () => {
    const shorter = (attempt: number) => ({ max_tokens: 64 / attempt });
    expect((await judge([apiError(400, 'too many'), 'Hi.'], atOnce, shorter)).verdict()).toEqual(
      [],
    );
  });

  test('is found for what a rule refuses and for what the script has no turn for', async () => {
    const refused = rehearse(['Hi.']);
    await persist(refused, (_sent, attempt) => (attempt < 2 ? 0 : undefined), { max_tokens: -1 });
    expect(refused.verdict()).toEqual(['retried-forbidden 1']);
    const unscripted = rehearse([]);
    await persist(unscripted, (_sent, attempt) => (attempt < 3 ? 0 : undefined));
    expect(unscripted.verdict()).toEqual(['retried-forbidden 1', 'retried-forbidden 2']);
  });

  test('says where, what was expected and received, and what to do', async () => {
    const { simulation } = await judge([apiError(400, 'no'), 'Hi.'], atOnce);
    expect(clientVerdict(simulation)).toMatchInlineSnapshot(`
      [
        {
          "exchange": 1,
          "id": "retried-forbidden",
          "message": "journal[1] (turn 2) sends again what was answered with 400 in journal[0] (turn 1): expected no retry of the same request, received one. Correct the request, or give the error to the caller.",
        },
      ]
    `);
  });
});

describe('retried-without-backoff', () => {
  const failures: [string, TurnInput, object?][] = [
    ['a 429', rateLimited()],
    ['a 500', internalError()],
    ['a 529', overloaded()],
    ['a 409', apiError(409, 'no')],
    ['a broken connection', connectionError()],
    [
      'an error event',
      streamed('Hello.', { errorAfter: { events: 3, error: overloaded() } }),
      { stream: true },
    ],
  ];

  test.each(failures)('is found at once after %s', async (_failure, turn, fields) => {
    expect((await judge([turn, 'Hi.'], atOnce, fields)).verdict()).toEqual([
      'retried-without-backoff 1',
    ]);
  });

  test.each(failures)('is not found after %s and a pause', async (_failure, turn, fields) => {
    expect((await judge([turn, 'Hi.'], after(400), fields)).verdict()).toEqual([]);
  });

  test('is not found after a stream that was cut, which has been waited for', async () => {
    const rehearsal = rehearse([streamed('Hello.', { cutAfter: { events: 3 } }), 'Hi.']);
    await rehearsal.post({ stream: true });
    await rehearsal.post({ stream: true });
    expect(rehearsal.verdict()).toEqual([]);
  });

  test('goes by the shortest pause it is told', async () => {
    const { verdict } = await judge([overloaded(), 'Hi.'], after(20));
    expect(verdict({ backoffMs: 21 })).toEqual(['retried-without-backoff 1']);
    expect(verdict({ backoffMs: 20 })).toEqual([]);
  });

  test('says where, what was expected and received, and what to do', async () => {
    const { simulation } = await judge([connectionError(), 'Hi.'], atOnce);
    expect(clientVerdict(simulation)).toMatchInlineSnapshot(`
      [
        {
          "exchange": 1,
          "id": "retried-without-backoff",
          "message": "journal[1] (turn 2) sends again what got no answer in journal[0] (turn 1): expected a pause of 10 ms at least, received 0 ms. Wait before each retry, and longer each time. Times are from the clock of the simulation, which the client has to wait on too.",
        },
      ]
    `);
  });
});

describe('retry-storm', () => {
  test('is found once, for more retries than ten', async () => {
    const { verdict } = await judge([...times(12, overloaded()), 'Hi.'], after(1000));
    expect(verdict()).toEqual(['retry-storm 12']);
    expect(verdict({ maxRetries: 12 })).toEqual([]);
    expect(verdict({ maxRetries: 11 })).toEqual(['retry-storm 12']);
  });

  test('is not found for ten', async () => {
    const { verdict } = await judge([...times(10, overloaded()), 'Hi.'], after(1000));
    expect(verdict()).toEqual([]);
  });

  test('is not found for as many failures of different requests', async () => {
    const rehearsal = rehearse(times(30, overloaded()));
    for (let i = 0; i < 30; i++) await rehearsal.post({ max_tokens: i + 1 });
    expect(rehearsal.verdict()).toEqual([]);
  });

  test('says where, what was expected and received, and what to do', async () => {
    const { simulation } = await judge([...times(3, overloaded()), 'Hi.'], after(1000));
    expect(clientVerdict(simulation, { maxRetries: 2 })).toMatchInlineSnapshot(`
      [
        {
          "exchange": 3,
          "id": "retry-storm",
          "message": "journal[3] (turn 4) sends again what was answered with 529 in journal[2] (turn 3): expected 2 retries at most, received 3. Give up sooner; when a client that retries stands inside another, let one of them do it.",
        },
      ]
    `);
  });
});

describe('requests that look like retries', () => {
  test('side by side are none', async () => {
    const { post, clock, verdict } = rehearse(times(4, rateLimited({ retryAfter: 60 })));
    await clock.run(Promise.all([post(), post(), post(), post()]));
    expect(verdict()).toEqual([]);
  });

  test('are paired with the failure that excuses them', async () => {
    const { post, clock, verdict } = rehearse(
      [rateLimited({ retryAfter: 60 }), rateLimited({ retryAfter: 2 }), 'Hi.', 'Hi.'],
      { latency: 10 },
    );
    await clock.run(Promise.all([post(), post()]));
    await clock.advance(2000);
    await clock.run(post());
    await clock.advance(58_000);
    await clock.run(post());
    expect(verdict()).toEqual([]);
  });

  test('leave a retry that is counted to the failure before it', async () => {
    const { post, clock, verdict } = rehearse([overloaded(), 'Hi.', 'Hi.']);
    const count = (value: number) => ({ 'x-stainless-retry-count': String(value) });
    await post({}, count(0));
    // Another conversation that begins in the same way.
    await post({}, count(0));
    await clock.advance(400);
    await post({}, count(1));
    expect(verdict()).toEqual([]);
  });

  test('are none after an answer', async () => {
    const { post, verdict } = rehearse(['Hi.', 'Hi.', 'Hi.']);
    await post();
    await post();
    await post();
    expect(verdict()).toEqual([]);
  });
});
