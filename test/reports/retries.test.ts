/** Reports about requests that are sent again, or are not. */
import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, test } from 'vitest';
import {
  apiError,
  connectionReset,
  delayed,
  events,
  fakeAnthropic,
  fakeMessages,
  hang,
  internalError,
  overloaded,
  rateLimited,
  respond,
  simulate,
  streamed,
  text,
  toolUse,
  type MessageParam,
  type ScriptInput,
  type Simulation,
  type TurnInput,
} from '../../fakes/index.ts';
import { defineTool, runToolLoop } from '../../src/loop/index.ts';
import type { DoorInProcess as Door } from '../doors/doors.ts';
import { body, send } from '../support/send.ts';
import { pass, timedDoors, timedSdkDoors, useFakeTime, watch } from './fake-time.ts';
import { params, rows } from './readers.ts';
import { describeReport, wireOf, type ReportedAnswer } from './report.ts';

useFakeTime();

interface Opened {
  readonly client: Anthropic;
  readonly simulation: Simulation;
  /** When each request came. */
  readonly times: readonly number[];
}

/** Every turn notes when it was asked for, counted from now. */
function open(door: Door, turns: readonly TurnInput[], maxRetries: number = 2): Opened {
  const start = Date.now();
  const times: number[] = [];
  const noted = turns.map((turn) =>
    respond(() => {
      times.push(Date.now() - start);
      return turn;
    }),
  );
  const { client, simulation } = door.open(noted);
  return { client: (client as Anthropic).withOptions({ maxRetries }), simulation, times };
}

function turnOf({ status, headers, body: error, sse, message }: ReportedAnswer): TurnInput {
  if (sse) return events(sse);
  if (message) return message;
  const { type, message: words } = error!.error;
  return apiError(status, words, { type, ...(headers && { headers }) });
}

const bodiesOf = ({ journal }: Simulation): unknown[] => journal.map(({ request }) => request.body);

describeReport('C079', ({ sequence }) => {
  const turns = sequence.map(turnOf);

  test('is on the wire as it was reported', async () => {
    const simulation = simulate(turns);
    const first = await send(simulation, body({ stream: true }));
    expect(first.status).toBe(529);
    expect(first.headers.get('retry-after')).toBe('2');
    expect(first.body).toEqual({
      ...sequence[0]!.body,
      request_id: first.headers.get('request-id'),
    });
    const second = await send(simulation, body({ stream: true }));
    expect(second.text).toBe(wireOf(sequence[1]!.sse!));
  });

  test.each(rows(timedSdkDoors))(
    'the SDK over %s sends the same request again, not before its time',
    async (_name, door) => {
      const { client, simulation, times } = open(door, turns);
      const final = watch(client.messages.stream(params).finalMessage());
      await pass(1999);
      expect(times).toEqual([0]);
      await pass(1);
      expect(times).toEqual([0, 2000]);
      expect(final.value!.content).toMatchObject([{ text: 'ok' }]);
      const [first, second] = bodiesOf(simulation);
      expect(second).toEqual(first);
      expect(simulation.journal.map(({ outcome }) => outcome)).toEqual(['failed', 'answered']);
      expect(
        simulation.journal.map(({ request }) => request.headers['x-stainless-retry-count']),
      ).toEqual(['0', '1']);
      simulation.assertDone();
    },
  );

  test.each<[Record<string, string>, number]>([
    [{ 'retry-after': '1' }, 1000],
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1500],
    [{ 'retry-after': new Date(5000).toUTCString() }, 5000],
    // The cap of 60 seconds that older versions had is gone.
    [{ 'retry-after': '3600' }, 3_600_000],
    [{ 'retry-after': '0' }, 500],
    [{ 'retry-after': '-3' }, 500],
    [{ 'retry-after': 'soon' }, 500],
    [{}, 500],
  ])('with %o it waits %i ms', async (headers, ms) => {
    const { client, times } = open(timedDoors[0]!, [overloaded({ headers }), 'ok']);
    const answer = watch(client.messages.create(params));
    await pass(ms - 1);
    expect(times).toEqual([0]);
    await pass(1);
    expect(times).toEqual([0, ms]);
    expect(answer.state).toBe('resolved');
  });

  test.each([408, 409, 429, 500, 502, 503, 504, 529])(
    '%i is asked for three times',
    async (status) => {
      const failure = apiError(status, 'Not now.');
      const { client, times, simulation } = open(timedDoors[0]!, [
        failure,
        failure,
        failure,
        'Too late.',
      ]);
      const answer = watch(client.messages.create(params));
      await pass(60_000, 500);
      expect(times).toEqual([0, 500, 1500]);
      expect(answer.error).toMatchObject({ status });
      expect(simulation.pending).toHaveLength(1);
    },
  );

  test.each([400, 401, 402, 403, 404, 413, 422])('%i is asked for once', async (status) => {
    const { client, times } = open(timedDoors[0]!, [apiError(status, 'No.'), 'Too late.']);
    const answer = watch(client.messages.create(params));
    await pass(60_000, 1000);
    expect(times).toEqual([0]);
    expect(answer.error).toMatchObject({ status });
  });

  test.each<[string, TurnInput, number[]]>([
    ['false', overloaded({ headers: { 'x-should-retry': 'false' } }), [0]],
    ['true', apiError(400, 'Again.', { headers: { 'x-should-retry': 'true' } }), [0, 500, 1500]],
  ])('x-should-retry: %s overrules the status', async (_value, failure, expected) => {
    const { client, times } = open(timedDoors[0]!, [failure, failure, failure]);
    const answer = watch(client.messages.create(params));
    await pass(60_000, 500);
    expect(times).toEqual(expected);
    expect(answer.state).toBe('rejected');
  });

  test('what is not retried has the class and the type of an overload', async () => {
    const client = fakeAnthropic([overloaded({ headers: { 'x-should-retry': 'false' } })]);
    const error = await client.messages.create(params).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Anthropic.InternalServerError);
    expect(error).toMatchObject({ status: 529, type: 'overloaded_error' });
  });

  test.each([
    [0, [0]],
    [1, [0, 500]],
    [2, [0, 500, 1500]],
    [7, [0, 500, 1500, 3500, 7500, 15_500, 23_500, 31_500]],
  ])('%i retries are that many, each later than the last', async (maxRetries, expected) => {
    const { client, times } = open(
      timedDoors[0]!,
      Array<TurnInput>(9).fill(overloaded()),
      maxRetries,
    );
    const answer = watch(client.messages.create(params));
    await pass(600_000, 500);
    expect(times).toEqual(expected);
    expect(answer.state).toBe('rejected');
  });

  test.each(rows(timedSdkDoors))(
    'a loop over %s knows nothing of it and runs its tool once',
    async (_name, door) => {
      const look = [toolUse('look', { at: 'left' })];
      const { client, simulation } = open(door, [overloaded(), look, rateLimited(), 'Seen.']);
      let ran = 0;
      const tool = defineTool({
        name: 'look',
        description: 'Looks.',
        inputSchema: { type: 'object' },
        effect: 'read',
        run: () => `seen ${++ran}`,
      });
      const run = watch(runToolLoop(client, { ...params, tools: [tool], stream: true }));
      await pass(10_000, 500);
      expect(run.value).toMatchObject({ text: 'Seen.', turns: 2 });
      expect(ran).toBe(1);
      const [first, second, third, fourth] = bodiesOf(simulation);
      expect([second, fourth]).toEqual([first, third]);
      simulation.assertDone();
    },
  );

  test('the fake without SDK does not retry and says what it was', async () => {
    const { messages, simulation } = fakeMessages(turns);
    await expect(messages.create(params)).rejects.toMatchObject({
      status: 529,
      type: 'overloaded_error',
    });
    expect(simulation.journal).toHaveLength(1);
  });
});

/** A client of its own making that throws the text of an error alone. */
async function ask(simulation: Simulation): Promise<string> {
  const { status, body: answer } = await send(simulation, body());
  if (status === 200) return String(answer.content[0].text);
  throw new Error(answer.error.message);
}

describeReport('C080', ({ sequence }) => {
  const turns = sequence.map(turnOf);

  test('the text of an error has no status in it, so that who looks there does not retry', async () => {
    const simulation = simulate(turns);
    const error = (await ask(simulation).catch((thrown: unknown) => thrown)) as Error;
    expect(error.message).toBe('Overloaded');
    expect(error.message).not.toMatch(/5\d\d/);
    expect(await ask(simulation)).toBe('ok');
  });

  test.each([
    ['overloaded', overloaded()],
    ['rateLimited', rateLimited({ retryAfter: 1 })],
    ['internalError', internalError()],
    ['apiError', apiError(503, 'Service unavailable')],
  ])('%s has its status in the status and nowhere else', async (_name, turn) => {
    const { status, text: sent } = await send(simulate([turn]), body());
    expect(status).toBe(turn.status);
    expect(JSON.parse(sent)).toMatchObject({ type: 'error', error: turn.error });
    expect(turn.error.message).not.toContain(String(status));
  });

  test('the SDK puts the status in front of the body, and keeps the text apart', async () => {
    for (const create of [
      () => fakeAnthropic(turns, { maxRetries: 0 }).messages.create(params),
      () => fakeMessages(turns).messages.create(params),
    ]) {
      const error = (await create().catch((thrown: unknown) => thrown)) as Error & {
        error: { error: { message: string } };
      };
      expect(error.message).toMatch(/^529 \{"type":"error","error":\{"type":"overloaded_error"/);
      expect(error.error.error.message).toBe('Overloaded');
    }
  });
});

describeReport('C082', ({ sequence, good_assistant }) => {
  const [broken, whole] = sequence.map(turnOf) as [TurnInput, TurnInput];
  const isOverloaded = (error: unknown): boolean =>
    (error as { type?: unknown }).type === 'overloaded_error';

  test('is on the wire as it was reported', async () => {
    const simulation = simulate([broken, whole]);
    for (const { sse } of sequence) {
      expect((await send(simulation, body({ stream: true }))).text).toBe(wireOf(sse!));
    }
  });

  function lookTool(ran: unknown[]): {
    name: string;
    description: string;
    input_schema: { type: 'object' };
    parse: (input: unknown) => unknown;
    run: (input: unknown) => string;
  } {
    return {
      name: 'look',
      description: 'Looks.',
      input_schema: { type: 'object' },
      parse: (input) => input,
      run: (input) => `seen ${ran.push(input)}`,
    };
  }

  /** Our loop, asked once more with the same messages when the stream broke. */
  async function loopTwice(door: Door, script: ScriptInput): Promise<[unknown[], MessageParam[]]> {
    const { client, close, simulation } = door.open(script);
    const ran: unknown[] = [];
    const { description, run } = lookTool(ran);
    const tool = defineTool({
      name: 'look',
      description,
      inputSchema: { type: 'object' },
      effect: 'write',
      run: (input) => run(input),
    });
    const loop = (): ReturnType<typeof runToolLoop> =>
      runToolLoop(client, { ...params, tools: [tool], stream: true });
    const { messages } = await loop().catch((error: unknown) => {
      if (!isOverloaded(error)) throw error;
      return loop();
    });
    close();
    simulation.assertDone();
    return [ran, messages as MessageParam[]];
  }

  test.each(rows(timedDoors))(
    'our loop over %s, asked again, knows the second stream alone',
    async (_name, door) => {
      const [ran, messages] = await loopTwice(door, [broken, whole, 'Seen.']);
      expect(ran).toEqual([{ p: 1 }]);
      expect(messages[1]).toEqual(good_assistant);
      expect(JSON.stringify(messages)).not.toContain('toolu_av1');
    },
  );

  test.each(rows(timedSdkDoors))(
    'the runner over %s, run again, knows the second stream alone',
    async (_name, door) => {
      const { client, simulation, close } = door.open([broken, whole, 'Seen.']);
      const ran: unknown[] = [];
      const runner = (client as Anthropic).beta.messages.toolRunner({
        ...params,
        tools: [lookTool(ran)],
        stream: true,
      });
      await expect(runner.runUntilDone()).rejects.toMatchObject({ type: 'overloaded_error' });
      await runner.runUntilDone();
      close();
      expect(ran).toEqual([{ p: 1 }]);
      expect(runner.params.messages[1]).toMatchObject(good_assistant);
      expect(JSON.stringify(simulation.transcripts.map((one) => one.messages))).not.toContain(
        'toolu_av1',
      );
      simulation.assertDone();
    },
  );

  test('a new stream begins with no text, so that what is shown is not doubled', async () => {
    const client = fakeAnthropic([broken, whole]);
    let shown = '';
    const attempt = async (): Promise<unknown> => {
      shown = '';
      return client.messages
        .stream(params)
        .on('text', (_piece, snapshot) => {
          shown = snapshot;
        })
        .finalMessage();
    };
    await expect(attempt()).rejects.toMatchObject({ type: 'overloaded_error' });
    expect(shown).toBe('Let me ');
    await attempt();
    expect(shown).toBe('Let me look.');
  });

  test.each([...Array(12).keys()])(
    'broken after %i events, the first try leaves no trace',
    async (after) => {
      const turn = [text('Let me look.'), toolUse('look', { p: 0 }, { id: 'toolu_av1' })];
      const first = streamed(turn, { errorAfter: { events: after, error: overloaded() } });
      const [ran, messages] = await loopTwice(timedDoors[0]!, [first, whole, 'Seen.']);
      expect(ran).toEqual([{ p: 1 }]);
      expect(messages[1]).toEqual(good_assistant);
    },
  );
});

describeReport('C083', ({ responses }) => {
  const [answer] = responses as [TurnInput];
  const turnsOf = ({ journal }: Simulation): unknown[] =>
    journal.map(({ turn, outcome }) => [turn, outcome]);

  test.each(rows(timedSdkDoors))(
    'over %s the journal has both requests: each took a turn, one was answered',
    async (_name, door) => {
      const { client, simulation, times } = open(door, [hang(), answer]);
      const message = watch(client.messages.create(params, { timeout: 1000 }));
      await pass(1499, 1);
      expect(times).toEqual([0]);
      expect(turnsOf(simulation)).toEqual([['turn 1', 'aborted']]);
      await pass(1);
      expect(times).toEqual([0, 1500]);
      expect(message.value!.content).toMatchObject([{ text: 'ok' }]);
      expect(turnsOf(simulation)).toEqual([
        ['turn 1', 'aborted'],
        ['turn 2', 'answered'],
      ]);
      const [first, second] = bodiesOf(simulation);
      expect(second).toEqual(first);
      expect(simulation.journal[0]!.response).toBeUndefined();
      simulation.assertDone();
    },
  );

  test.each<[string, TurnInput, string, number]>([
    ['headers slower than the limit', delayed('late', 1500), 'aborted', 1500],
    ['a connection that was reset', connectionReset(), 'failed', 500],
  ])('%s cost a turn too', async (_what, first, outcome, second) => {
    for (const door of timedSdkDoors) {
      const { client, simulation, times } = open(door, [first, answer]);
      const message = watch(client.messages.create(params, { timeout: 1000 }));
      await pass(5000, 100);
      expect(times).toEqual([0, second]);
      expect(message.state).toBe('resolved');
      expect(turnsOf(simulation)).toEqual([
        ['turn 1', outcome],
        ['turn 2', 'answered'],
      ]);
    }
  });

  test('headers in time are waited for', async () => {
    const { client, times } = open(timedDoors[0]!, [delayed(answer, 999), 'late']);
    const message = watch(client.messages.create(params, { timeout: 1000 }));
    await pass(5000, 100);
    expect(times).toEqual([0]);
    expect(message.state).toBe('resolved');
  });

  describe('an answer that never comes', () => {
    test('ends in a timeout after all retries, ten minutes each', async () => {
      const { client, simulation, times } = open(timedDoors[0]!, Array<TurnInput>(3).fill(hang()));
      const message = watch(client.messages.create(params));
      await pass(1_801_500, 600_000);
      await pass(2_000_000, 600_000);
      expect(times).toHaveLength(3);
      expect(message.error).toBeInstanceOf(Anthropic.APIConnectionTimeoutError);
      expect(simulation.journal.map(({ outcome }) => outcome)).toEqual(Array(3).fill('aborted'));
      expect(Date.now()).toBeGreaterThan(1_800_000);
    });
  });
});
