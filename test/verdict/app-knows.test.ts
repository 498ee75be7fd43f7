/** What only the app knows, told to the verdict: what it has counted, and when it was aborted. */
import { describe, expect, test } from 'vitest';
import {
  clientVerdict,
  clientChecks,
  message,
  overloaded,
  respond,
  streamed,
} from '../../fakes/index.ts';
import { params, rehearse } from './rehearse.ts';

const reply = (input_tokens: number, output_tokens: number) =>
  message('Hi.', { usage: { input_tokens, output_tokens } });

describe('usage-lost', () => {
  async function asked() {
    const rehearsal = rehearse([reply(10, 4), overloaded(), reply(20, 5), reply(30, 6)]);
    for (let i = 0; i < 4; i++) await rehearsal.post({ max_tokens: i + 1 });
    return rehearsal;
  }

  test('is found when a reply was left out, and names it', async () => {
    const { simulation } = await asked();
    expect(clientVerdict(simulation, { usage: { input_tokens: 40, output_tokens: 15 } }))
      .toMatchInlineSnapshot(`
      [
        {
          "exchange": 2,
          "id": "usage-lost",
          "message": "input_tokens: expected 60, the sum over 3 replies, received 40. The difference is that of journal[2]. Add up each reply once; in a stream the last value of each field counts.",
        },
      ]
    `);
  });

  test.each([
    ['is counted twice', { output_tokens: 20 }, ['usage-lost 2']],
    [
      'is off by anything',
      { output_tokens: 3, input_tokens: 61 },
      ['usage-lost 3', 'usage-lost 3'],
    ],
    ['was never there', { cache_read_input_tokens: 7 }, ['usage-lost 3']],
    ['is right', { input_tokens: 60, output_tokens: 15, cache_read_input_tokens: 0 }, []],
    ['is not told', {}, []],
  ])('goes by the sum of the journal when usage %s', async (_how, usage, expected) => {
    expect((await asked()).verdict({ usage })).toEqual(expected);
  });

  test('leaves open what was counted of a stream that broke off', async () => {
    const { post, verdict } = rehearse([
      streamed(reply(10, 4), { cutAfter: { events: 3 } }),
      reply(10, 4),
    ]);
    await post({ stream: true });
    await post({ stream: true });
    expect([9, 10, 20, 21].map((input_tokens) => verdict({ usage: { input_tokens } }))).toEqual([
      ['usage-lost 1'],
      [],
      [],
      ['usage-lost 1'],
    ]);
  });
});

describe('left-running', () => {
  const never = respond(() => new Promise<never>(() => undefined));

  test('is found in a request that the signal never reached', async () => {
    const { sdk, clock, verdict, simulation } = rehearse([never]);
    const controller = new AbortController();
    void sdk().messages.create(params);
    await clock.advance(0);
    expect(verdict({ signal: controller.signal })).toEqual([]);
    controller.abort();
    expect(clientVerdict(simulation, { signal: controller.signal })).toMatchInlineSnapshot(`
      [
        {
          "exchange": 0,
          "id": "left-running",
          "message": "journal[0] (turn 1) is still under way although the signal of the app is aborted: expected that it ends, received an open request. Pass the signal to every request, and look at it before the next.",
        },
      ]
    `);
  });

  test('is found in a request that is sent after the abort', async () => {
    const { sdk, simulation } = rehearse(['Hi.', 'Hi.']);
    const controller = new AbortController();
    await sdk().messages.create(params);
    const sentBeforeAbort = simulation.journal.length;
    controller.abort();
    await sdk().messages.create(params);
    expect(clientVerdict(simulation, { signal: controller.signal, sentBeforeAbort }))
      .toMatchInlineSnapshot(`
      [
        {
          "exchange": 1,
          "id": "left-running",
          "message": "journal[1] (turn 2) was sent after the signal of the app was aborted: expected no further request, received one. Pass the signal to every request, and look at it before the next.",
        },
      ]
    `);
  });

  test('is not found in an app that hands its signal on', async () => {
    const { sdk, clock, verdict, simulation } = rehearse([never, 'Hi.']);
    const { signal, abort } = withAbort();
    const call = sdk().messages.create(params, { signal });
    await clock.advance(0);
    const sentBeforeAbort = simulation.journal.length;
    abort();
    await expect(call).rejects.toThrow('aborted');
    await expect(sdk().messages.create(params, { signal })).rejects.toThrow('aborted');
    expect(verdict({ signal, sentBeforeAbort })).toEqual([]);
  });

  test('is not found in a stream that is aborted with the app', async () => {
    const { sdk, verdict, simulation } = rehearse(['A long answer, told in pieces.']);
    const { signal, abort } = withAbort();
    const stream = sdk().messages.stream(params, { signal });
    stream.on('text', abort);
    await expect(stream.finalMessage()).rejects.toThrow('aborted');
    expect(verdict({ signal, sentBeforeAbort: simulation.journal.length })).toEqual([]);
  });
});

function withAbort(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

describe('clientVerdict', () => {
  test('finds nothing where nothing was sent', () => {
    expect(rehearse([]).verdict()).toEqual([]);
  });

  test.each<[object, string]>([
    [{ maxRetry: 1 }, 'clientVerdict: there is no option "maxRetry".'],
    [{ except: ['storm'] }, 'clientVerdict: there is no check "storm".'],
    [{ usage: { inputTokens: 1 } }, 'clientVerdict: there is no counter of usage "inputTokens".'],
  ])('refuses the options %j', (options, reason) => {
    const { simulation } = rehearse([]);
    expect(() => clientVerdict(simulation, options)).toThrow(reason);
  });

  test('leaves out what it is told to', async () => {
    const { post, verdict } = rehearse([overloaded(), 'Hi.']);
    await post();
    await post();
    expect(verdict()).toEqual(['retried-without-backoff 1']);
    expect(verdict({ except: ['retried-without-backoff'] })).toEqual([]);
  });

  test('has for each check an id, a sentence, a reason and a source', () => {
    const ids = clientChecks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, summary, reason, source } of clientChecks) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
      for (const sentence of [summary, reason]) expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(source).not.toBe('');
    }
  });
});
