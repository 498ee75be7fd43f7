/** Reports about how a stream ends: too early, with an error, or never. */
import { expect, test } from 'vitest';
import {
  events,
  fakeAnthropic,
  overloaded,
  simulate,
  streamed,
  text,
  thinking,
  toolUse,
  type Message,
  type TurnInput,
} from '../../fakes/index.ts';
import { runToolLoop } from '../../src/loop/index.ts';
import { doorsInProcess as doors } from '../doors/doors.ts';
import { body, send } from '../support/send.ts';
import { pass, timedDoors, useFakeTime, watch } from './fake-time.ts';
import { eagerRunners, streamingLoops, streamingRunners } from './loops.ts';
import {
  helpers,
  params,
  quick,
  raw,
  readers,
  rows,
  sdkHelpers,
  textOf,
  typesOf,
} from './readers.ts';
import { describeReport, wireOf, type ReportedEvent } from './report.ts';
import { sdkFault } from './sdk-fault.ts';

const NO_MESSAGE = 'stream ended without producing a Message with role=assistant';
const loops = [...streamingLoops, ...streamingRunners, ...eagerRunners];

async function wireTextOf(turn: TurnInput): Promise<string> {
  return (await send(simulate([turn]), { ...params, stream: true })).text;
}

/** A turn of every kind of block, whose last call no loop may run unless it was said to the end. */
const blocks = [thinking('Hm.'), text('I pay.'), toolUse('pay', { amount: 5 })];
/** Its events, pings included. */
const EVENTS = 15;

test('the turn of these tests has as many events as they say', async () => {
  expect((await wireTextOf(blocks)).split('\n\n')).toHaveLength(EVENTS + 1);
});

describeReport('C061', ({ sse }) => {
  test('is on the wire as it was reported', async () => {
    expect(await wireTextOf(events(sse))).toBe(wireOf(sse));
  });

  test.each(rows(helpers))('%s gives no message', async (_name, { read }) => {
    const { failed, simulation } = await read(events(sse));
    expect((failed as Error).message).toBe(NO_MESSAGE);
    expect(simulation.journal[0]!.outcome).toBe('failed');
  });

  sdkFault('iterating a stream that broke off ends as if all had been said', async () => {
    for (const { read } of [...sdkHelpers, ...raw]) {
      const { events: seen, thrown } = await read(events(sse));
      expect(seen).toHaveLength(sse.length);
      expect(thrown).toBeUndefined();
    }
  });

  test.each(rows(loops))('%s runs no tool and ends with an error', async (_name, { play }) => {
    const { ran, sent, error } = await play([events(sse), 'Paid.']);
    expect(ran).toEqual([]);
    expect(sent).toHaveLength(1);
    expect((error as Error).message).toBe(NO_MESSAGE);
  });

  test.each([...Array(EVENTS).keys()])('an end after %i events is no message', async (after) => {
    const turn = streamed(blocks, { cutAfter: { events: after } });
    for (const { name, read } of quick(helpers)) {
      const { message: given, failed, simulation } = await read(turn);
      expect(given, name).toBeUndefined();
      expect((failed as Error).message, name).toBe(
        after === 0 ? 'request ended without sending any chunks' : NO_MESSAGE,
      );
      expect(simulation.journal[0]!.outcome, name).toBe('failed');
    }
    for (const { name, play } of [...streamingLoops, ...streamingRunners]) {
      const { ran, sent, error } = await play([turn, 'Paid.']);
      expect(ran, name).toEqual([]);
      expect(sent, name).toHaveLength(1);
      expect(error, name).toBeInstanceOf(Error);
    }
  });

  test.each(rows(quick(readers)))('%s reads a stream that is whole', async (_name, { read }) => {
    const { thrown, failed, simulation } = await read(
      streamed(blocks, { cutAfter: { events: EVENTS } }),
    );
    expect([thrown, failed]).toEqual([undefined, undefined]);
    expect(simulation.journal[0]!.outcome).toBe('answered');
  });

  test.each([1, 3, 8, 13])('a reset after %i events reaches every reader', async (after) => {
    for (const { name, read } of readers) {
      const {
        events: seen,
        thrown,
        simulation,
      } = await read(streamed(blocks, { resetAfter: { events: after } }));
      expect(seen.length, name).toBeLessThanOrEqual(after);
      expect(String(thrown), name).toMatch(/terminated|Failed to fetch|network/i);
      expect(simulation.journal[0]!.outcome, name).toBe('failed');
    }
  });
});

describeReport('C062', ({ sse }) => {
  const halfAnEvent = 'event: message_stop\ndata: {"type":"m';
  const ways: [string, TurnInput][] = [
    ['right behind it', events(sse)],
    ['in the last event', events([...sse, halfAnEvent])],
    [
      'in its last line end',
      events([...sse, 'event: message_stop\ndata: {"type":"message_stop"}\n']),
    ],
  ];

  test('is on the wire as it was reported', async () => {
    expect(await wireTextOf(ways[0]![1])).toBe(wireOf(sse));
    expect(await wireTextOf(ways[1]![1])).toBe(wireOf(sse) + halfAnEvent);
  });

  test.each(ways)('closed %s it is no message to any helper', async (_where, turn) => {
    for (const { name, read } of helpers) {
      const { failed, events: seen, thrown } = await read(turn);
      expect((failed as Error).message, name).toBe(NO_MESSAGE);
      // Iterating, a reader can choose: the reason to stop was seen.
      expect(thrown, name).toBeUndefined();
      expect(seen.at(-1), name).toMatchObject({ delta: { stop_reason: 'end_turn' } });
    }
  });

  test.each(ways)('closed %s it fails every loop once', async (_where, turn) => {
    for (const { name, play } of loops) {
      const { sent, error } = await play(Array.from({ length: 5 }, () => turn));
      expect(sent, name).toHaveLength(1);
      expect((error as Error).message, name).toBe(NO_MESSAGE);
    }
  });

  test('a cut at any byte of the last event is no message, one behind it is', async () => {
    const whole = await wireTextOf('All done.');
    const last = 'event: message_stop\ndata: {"type":"message_stop"}\n\n'.length;
    for (let missing = 0; missing <= last; missing += 1) {
      const turn = streamed('All done.', { cutAfter: { bytes: whole.length - missing } });
      for (const { name, read } of quick(helpers)) {
        const { message: given } = await read(turn);
        expect(given === undefined, `${name}: ${missing} bytes missing`).toBe(missing > 0);
      }
    }
  });
});

/** What an app does that decides by the type of the error, drops the turn and asks once more. */
async function once<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    if ((error as { type?: unknown }).type !== 'overloaded_error') throw error;
    return ask();
  }
}

describeReport('C064', ({ sse }) => {
  test('is on the wire as it was reported', async () => {
    expect(await wireTextOf(events(sse))).toBe(wireOf(sse));
  });

  test.each(rows(readers))(
    '%s throws it, without a status and by its type',
    async (_name, { read }) => {
      const reading = await read(events(sse));
      expect(textOf(reading)).toBe('Hel');
      expect(reading.thrown).toMatchObject({
        status: undefined,
        type: 'overloaded_error',
        error: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      });
      expect(reading.simulation.journal).toHaveLength(1);
    },
  );

  test.each(rows(helpers))('%s rejects with the same error', async (_name, { read }) => {
    const { thrown, failed } = await read(events(sse));
    expect(failed).toBe(thrown);
  });

  test('the helper keeps the half message, and nobody retries', async () => {
    const client = fakeAnthropic([events(sse)], { maxRetries: 5 });
    const stream = client.messages.stream(params);
    await expect(stream.finalMessage()).rejects.toMatchObject({ type: 'overloaded_error' });
    expect(stream.currentMessage!.content).toEqual([{ type: 'text', text: 'Hel' }]);
    expect(stream.receivedMessages).toEqual([]);
    expect(client.simulation.journal).toHaveLength(1);
  });

  test.each(rows(loops))('%s hands it on unchanged and stores nothing', async (_name, { play }) => {
    const { error, message: last, sent } = await play([events(sse), 'Hello.']);
    expect(error).toMatchObject({ status: undefined, type: 'overloaded_error' });
    expect(last).toBeUndefined();
    expect(sent).toHaveLength(1);
  });

  test.each(rows(doors))(
    'asked once more over %s, our loop sends the same history',
    async (_name, { open }) => {
      const { client, simulation, close } = open([events(sse), 'Hello.']);
      const messages = [...params.messages];
      const { text: answer } = await once(() =>
        runToolLoop(client, { ...params, messages, tools: [], stream: true }),
      );
      close();
      expect(answer).toBe('Hello.');
      expect(messages).toEqual(params.messages);
      expect(simulation.journal[1]!.request.body).toEqual(simulation.journal[0]!.request.body);
      simulation.assertDone();
    },
  );

  test.each([...Array(EVENTS).keys()])(
    'an error after %i events reaches every reader',
    async (at) => {
      const turn = streamed(blocks, { errorAfter: { events: at, error: overloaded() } });
      const before = (await wireTextOf(streamed(blocks, { cutAfter: { events: at } })))
        .match(/^event: (?!ping).*/gm)
        ?.map((line) => line.slice('event: '.length));
      for (const { name, read } of quick(readers)) {
        const reading = await read(turn);
        expect(typesOf(reading), name).toEqual(before ?? []);
        expect(reading.thrown, name).toMatchObject({ type: 'overloaded_error', status: undefined });
        expect(reading.message, name).toBeUndefined();
      }
      for (const { name, play } of [...streamingLoops, ...streamingRunners]) {
        const { ran, error } = await play([turn]);
        expect(ran, name).toEqual([]);
        expect(error, name).toMatchObject({ type: 'overloaded_error' });
      }
    },
  );

  test('an error event that is no JSON is an error all the same', async () => {
    for (const data of ['upstream connect error', '']) {
      for (const { name, read } of readers) {
        const { thrown } = await read(events([...sse.slice(0, 3), { event: 'error', data }]));
        expect(thrown, `${name}: ${data}`).toBeInstanceOf(Error);
        expect(thrown, name).toMatchObject({ status: undefined });
      }
    }
  });
});

describeReport('C065', ({ sse }) => {
  test('is on the wire as it was reported', async () => {
    expect(await wireTextOf(events(sse))).toBe(wireOf(sse));
  });

  test.each(rows(readers))('%s ends with the error and no message', async (_name, { read }) => {
    const { thrown, message: given, failed } = await read(events(sse));
    expect(thrown).toMatchObject({ type: 'api_error', status: undefined });
    expect(given).toBeUndefined();
    expect([undefined, thrown]).toContain(failed);
  });

  test.each(rows(loops))('%s ends with exactly one of the two', async (_name, { play }) => {
    for (const turn of [events(sse), 'Whole.', streamed('Cut.', { cutAfter: { events: 5 } })]) {
      const { error, message: last } = await play([turn]);
      expect([error, last].filter((one) => one !== undefined)).toHaveLength(1);
    }
  });

  test('the journal knows of it, also when its reader does not', async () => {
    const simulation = simulate([events(sse)]);
    const { text: wire } = await send(simulation, body({ stream: true }));
    expect(wire).toContain('event: error');
    expect(simulation.journal[0]!.outcome).toBe('failed');
  });
});

/** Limits that an app sets itself: on the silence between two events, and on the whole. */
async function withLimits(
  stream: AsyncIterable<unknown> & { abort(): void },
  { idleMs, totalMs }: { idleMs: number; totalMs: number },
): Promise<string> {
  let ended = 'finished';
  const end = (reason: string) => () => {
    ended = reason;
    stream.abort();
  };
  const total = setTimeout(end('took too long'), totalMs);
  let idle = setTimeout(end('was silent'), idleMs);
  try {
    for await (const _event of stream) {
      clearTimeout(idle);
      idle = setTimeout(end('was silent'), idleMs);
    }
    return ended;
  } catch (error) {
    if (ended === 'finished') throw error;
    return ended;
  } finally {
    clearTimeout(total);
    clearTimeout(idle);
  }
}

describeReport('C077', ({ sse }) => {
  useFakeTime();
  const opening = sse.slice(0, 1);
  const silent = events(opening, { stallAfter: { events: 1 } });
  const pingOnly = events(opening, { stallAfter: { events: 1, send: 'ping', everyMs: 1000 } });
  const drip = events(sse, { stallAfter: { events: 2, send: 'delta', everyMs: 1000 } });
  const HOUR = 3_600_000;

  /** What is on the wire after so long. */
  async function wireAfter(turn: TurnInput, ms: number): Promise<string> {
    const controller = new AbortController();
    const simulation = simulate([turn]);
    const response = await simulation.fetch('https://api.anthropic.com/v1/messages', {
      method: 'POST',
      headers: { 'anthropic-version': '2023-06-01', 'x-api-key': 'k' },
      body: JSON.stringify({ ...params, stream: true }),
      signal: controller.signal,
    });
    let wire = '';
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body!) wire += decoder.decode(chunk);
    })();
    const outcome = watch(reading);
    await pass(ms, 1000);
    expect(outcome.state).toBe('pending');
    controller.abort();
    await reading.catch(() => undefined);
    expect(simulation.journal[0]!.outcome).toBe('aborted');
    return wire;
  }

  test('is on the wire as it was reported', async () => {
    expect(await wireAfter(silent, 10_000)).toBe(wireOf(opening));
    const ping = 'event: ping\ndata: {"type": "ping"}\n\n';
    expect(await wireAfter(pingOnly, 5000)).toBe(wireOf(opening) + ping.repeat(5));
    const dot: ReportedEvent = {
      event: 'content_block_delta',
      data: {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'thinking_delta', thinking: '.' },
      },
    };
    expect(await wireAfter(drip, 5000)).toBe(wireOf([...sse, dot, dot, dot, dot, dot]));
  });

  sdkFault('no timeout of the SDK ends a stream that went silent behind its head', async () => {
    for (const turn of [silent, pingOnly, drip]) {
      const client = fakeAnthropic([turn], { timeout: 60_000 });
      const stream = client.messages.stream(params, { timeout: 60_000 });
      const final = watch(stream.finalMessage());
      await pass(HOUR, 600_000);
      expect(final.state).toBe('pending');
      expect(client.simulation.journal[0]!.outcome).toBe('open');
      stream.abort();
      await pass(0);
      expect(final.state).toBe('rejected');
      expect(client.simulation.journal[0]!.outcome).toBe('aborted');
    }
  });

  const slow = streamed('A slow but steady answer.', {
    pieces: 5,
    pace: { ttftMs: 20_000, delaysMs: [0, 12_000] },
  });
  const limits = { idleMs: 30_000, totalMs: 200_000 };

  test.each([
    ['a silent stream', silent, 'was silent', 30_000],
    ['nothing but pings', pingOnly, 'was silent', 30_000],
    ['an endless drip', drip, 'took too long', 200_000],
    ['a slow stream', slow, 'finished', 160_000],
  ])('%s: an app’s own limits end it in time', async (_what, turn, ended, ms) => {
    for (const { open } of timedDoors) {
      const { client, simulation, close } = open([turn]);
      const stream = client.messages.stream!(params) as unknown as AsyncIterable<unknown> & {
        abort(): void;
      };
      const started = Date.now();
      const outcome = watch(withLimits(stream, limits).then((end) => [end, Date.now() - started]));
      await pass(ms + 5000, 1000);
      expect(outcome.value?.[0]).toBe(ended);
      expect(outcome.value?.[1]).toBeLessThanOrEqual(ms);
      expect(simulation.journal).toHaveLength(1);
      expect(simulation.journal[0]!.outcome).toBe(ended === 'finished' ? 'answered' : 'aborted');
      close();
    }
  });

  test.each(rows(timedDoors))(
    'a limit on our loop over %s ends it, and no tool runs',
    async (_name, { open }) => {
      const { client, simulation, close } = open([silent]);
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(new Error('too long')), 30_000);
      const run = watch(
        runToolLoop(client, { ...params, tools: [], stream: true, signal: controller.signal }),
      );
      await pass(29_999);
      expect(run.state).toBe('pending');
      await pass(1);
      clearTimeout(timer);
      expect(run.error).toMatchObject({ message: 'too long' });
      expect(simulation.journal.map(({ outcome }) => outcome)).toEqual(['aborted']);
      close();
    },
  );

  test.each([
    ['text', text('So.'), { type: 'text_delta', text: '.' }],
    ['thinking', thinking('Hm.'), { type: 'thinking_delta', thinking: '.' }],
    ['tool_use', toolUse('look', { at: 1 }), { type: 'input_json_delta', partial_json: ' ' }],
  ])('a drip goes on with the block that is open: %s', async (_type, block, delta) => {
    const turn = streamed([block], { stallAfter: { events: 2, send: 'delta', everyMs: 500 } });
    const wire = await wireAfter(turn, 1000);
    const told = wire.match(/(?<=^data: ).*"content_block_delta".*/gm)!;
    expect(told.map((line) => (JSON.parse(line) as { delta: unknown }).delta)).toEqual([
      delta,
      delta,
    ]);
  });
});

test('what is left of a stream that broke off is never in the journal as an answer', async () => {
  const simulation = simulate([streamed(blocks, { cutAfter: { events: 5 } })]);
  await send(simulation, body({ stream: true }));
  const { outcome, response } = simulation.journal[0]!;
  expect(outcome).toBe('failed');
  expect((response!.body as Message).stop_reason).toBe('tool_use');
  expect(simulation.transcripts[0]!.messages).toHaveLength(1);
});
