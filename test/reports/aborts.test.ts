/** Reports about errors that nobody catches, and work that goes on after it was called off. */
import type Anthropic from '@anthropic-ai/sdk';
import { APIUserAbortError, BadRequestError, InternalServerError } from '@anthropic-ai/sdk';
import { describe, expect, test } from 'vitest';
import {
  events,
  fakeAnthropic,
  fakeMessages,
  hang,
  internalError,
  simulate,
  streamed,
  type TurnInput,
} from '../../fakes/index.ts';
import { defineTool, runToolLoop } from '../../src/loop/index.ts';
import { pass, rest, timedDoors, timedSdkDoors, useFakeTime, watch } from './fake-time.ts';
import { params, rows } from './readers.ts';
import { describeReport, wireOf } from './report.ts';
import { sdkFault } from './sdk-fault.ts';
import { unhandledIn } from './unhandled.ts';

useFakeTime();

/** What was caught, and what was left unhandled. */
async function caughtIn(
  run: () => Promise<unknown>,
): Promise<{ caught: unknown[]; unhandled: unknown[] }> {
  const caught: unknown[] = [];
  const unhandled = await unhandledIn(async () => {
    const running = run().catch((error: unknown) => caught.push(error));
    await pass(60_000, 500);
    await running;
    await rest();
  });
  return { caught, unhandled };
}

const NO_MESSAGES = { ...params, messages: [] };

describeReport('C085', () => {
  const ways: [string, (client: Anthropic) => Promise<unknown>][] = [
    ['messages.stream().withResponse()', (c) => c.messages.stream(NO_MESSAGES).withResponse()],
    [
      'beta.messages.stream().withResponse()',
      (c) => c.beta.messages.stream(NO_MESSAGES).withResponse(),
    ],
    ['messages.stream().finalMessage()', (c) => c.messages.stream(NO_MESSAGES).finalMessage()],
    ['messages.stream().done()', (c) => c.messages.stream(NO_MESSAGES).done()],
    ['messages.stream(), iterated', (c) => iterate(c.messages.stream(NO_MESSAGES))],
    [
      'messages.stream(), withResponse and then the rest',
      async (c) => {
        const stream = c.messages.stream(NO_MESSAGES);
        await stream.withResponse().catch(() => undefined);
        return stream.finalMessage();
      },
    ],
    ['create({ stream: true })', (c) => c.messages.create({ ...NO_MESSAGES, stream: true })],
    [
      'create({ stream: true }).withResponse()',
      (c) => c.messages.create({ ...NO_MESSAGES, stream: true }).withResponse(),
    ],
  ];

  test.each(ways)('%s is caught once, and nothing is left', async (_way, ask) => {
    for (const door of timedSdkDoors) {
      const { client, simulation } = door.open(['never asked for']);
      const { caught, unhandled } = await caughtIn(() => ask(client as Anthropic));
      expect(caught).toHaveLength(1);
      expect(caught[0]).toBeInstanceOf(BadRequestError);
      expect(caught[0]).toMatchObject({ status: 400, type: 'invalid_request_error' });
      expect(unhandled).toEqual([]);
      expect(simulation.violations).toHaveLength(1);
    }
  });

  test('the fake without SDK is caught once too', async () => {
    const { messages } = fakeMessages(['never asked for']);
    for (const ask of [
      () => messages.create(NO_MESSAGES),
      () => messages.create({ ...NO_MESSAGES, stream: true }),
      () => messages.stream(NO_MESSAGES).finalMessage(),
      () => iterate(messages.stream(NO_MESSAGES)),
    ]) {
      const { caught, unhandled } = await caughtIn(ask);
      expect(caught).toMatchObject([{ status: 400, type: 'invalid_request_error' }]);
      expect(unhandled).toEqual([]);
    }
  });

  test('who neither awaits nor listens is told by an unhandled rejection, as the SDK means it', async () => {
    const { unhandled } = await caughtIn(async () => {
      fakeAnthropic(['never asked for']).messages.stream(NO_MESSAGES);
    });
    expect(unhandled).toHaveLength(1);
    expect(unhandled[0]).toBeInstanceOf(BadRequestError);
  });
});

async function iterate(source: AsyncIterable<unknown>): Promise<void> {
  for await (const _each of source);
}

describeReport('C086', () => {
  const runnerOf = (client: Anthropic) =>
    client.beta.messages.toolRunner({ ...params, tools: [], stream: true });
  const ways: [string, (client: Anthropic) => Promise<unknown>][] = [
    [
      'iterating both',
      async (client) => {
        for await (const stream of runnerOf(client)) await iterate(stream);
      },
    ],
    ['iterating the runner alone', (client) => iterate(runnerOf(client))],
    ['runUntilDone', (client) => runnerOf(client).runUntilDone()],
    [
      'done and iterating',
      async (client) => {
        const runner = runnerOf(client);
        await Promise.all([runner.done(), iterate(runner)]);
      },
    ],
    [
      'finalMessage of each stream',
      async (client) => {
        for await (const stream of runnerOf(client)) await stream.finalMessage();
      },
    ],
  ];
  const failures: [string, TurnInput[]][] = [
    ['500 three times', Array<TurnInput>(3).fill(internalError())],
    [
      'an error in mid-stream',
      [streamed('Hello.', { errorAfter: { events: 3, error: internalError() } })],
    ],
    ['a stream that breaks off', [streamed('Hello.', { cutAfter: { events: 3 } })]],
    ['a reset in mid-stream', [streamed('Hello.', { resetAfter: { events: 3 } })]],
  ];

  describe.each(failures)('%s', (what, turns) => {
    test.each(ways)('%s: caught once, and nothing is left', async (_way, run) => {
      for (const door of timedSdkDoors) {
        const { client, simulation } = door.open(turns);
        const { caught, unhandled } = await caughtIn(() =>
          run((client as Anthropic).withOptions({ maxRetries: 2 })),
        );
        expect(caught).toHaveLength(1);
        if (what.startsWith('500')) expect(caught[0]).toBeInstanceOf(InternalServerError);
        expect(unhandled).toEqual([]);
        expect(simulation.journal).toHaveLength(turns.length);
      }
    });
  });
});

describeReport('C088', ({ responses }) => {
  /** A tool that waits for ten seconds or its signal, and what it was told. */
  function slowTool(told: string[]): (signal: AbortSignal | null | undefined) => Promise<string> {
    return (signal) =>
      new Promise((resolve, reject) => {
        told.push('started');
        const timer = setTimeout(() => {
          told.push('finished');
          resolve('done');
        }, 10_000);
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          told.push('aborted');
          reject(signal.reason as Error);
        });
      });
  }

  test.each(rows(timedDoors))(
    'our loop over %s aborts the tool with the run and asks no more',
    async (_name, door) => {
      const { client, simulation } = door.open([...responses, 'Too late.']);
      const told: string[] = [];
      const controller = new AbortController();
      const run = slowTool(told);
      const tool = defineTool({
        name: 'slow',
        description: 'Takes its time.',
        inputSchema: { type: 'object' },
        effect: 'write',
        run: (_input, { signal }) => run(signal),
      });
      const { signal } = controller;
      const loop = watch(runToolLoop(client, { ...params, tools: [tool], signal }));
      await pass(20);
      expect(told).toEqual(['started']);
      controller.abort();
      await rest();
      expect(told).toEqual(['started', 'aborted']);
      expect(loop.error).toBe(controller.signal.reason);
      await pass(60_000, 10_000);
      expect(simulation.journal).toHaveLength(1);
      expect(told).toEqual(['started', 'aborted']);
    },
  );

  test.each(
    timedSdkDoors.flatMap((door) =>
      [false, true].map((stream) => [door.name, stream, door] as const),
    ),
  )(
    'the runner over %s (stream: %s) aborts the tool with the run and asks no more',
    async (_name, stream, door) => {
      const { client, simulation } = door.open([...responses, 'Too late.']);
      const told: string[] = [];
      const controller = new AbortController();
      const run = slowTool(told);
      const runner = (client as Anthropic).beta.messages.toolRunner(
        {
          ...params,
          stream,
          tools: [
            {
              name: 'slow',
              description: 'Takes its time.',
              input_schema: { type: 'object' },
              parse: (input: unknown) => input,
              run: (_input: unknown, context) => run(context?.signal),
            },
          ],
        },
        { signal: controller.signal },
      );
      const done = watch(runner.runUntilDone());
      await pass(20);
      expect(told).toEqual(['started']);
      controller.abort();
      await rest();
      expect(told).toEqual(['started', 'aborted']);
      await pass(60_000, 10_000);
      expect(done.error).toBeInstanceOf(APIUserAbortError);
      expect(simulation.journal).toHaveLength(1);
      // The history stays paired: what was called off is answered as an error.
      expect(runner.params.messages.slice(1)).toMatchObject([
        { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_aw1' }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'toolu_aw1', is_error: true }],
        },
      ]);
    },
  );

  test.each(rows(timedDoors))(
    'a tool that does not listen keeps nobody waiting: our loop over %s',
    async (_name, door) => {
      const { client, simulation } = door.open([...responses, 'Too late.']);
      const told: string[] = [];
      const controller = new AbortController();
      const run = slowTool(told);
      const tool = defineTool({
        name: 'slow',
        description: 'Takes its time.',
        inputSchema: { type: 'object' },
        effect: 'write',
        run: () => run(undefined),
      });
      const { signal } = controller;
      const loop = watch(runToolLoop(client, { ...params, tools: [tool], signal }));
      await pass(20);
      controller.abort();
      await rest();
      expect(loop.state).toBe('rejected');
      await pass(60_000, 10_000);
      expect(told).toEqual(['started', 'finished']);
      expect(simulation.journal).toHaveLength(1);
    },
  );
});

describeReport('C089', ({ sse }) => {
  const others = [
    '{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":": \\"ls\\"}"}}',
    '{"type":"content_block_stop","index":0}',
    '{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":9}}',
    '{"type":"message_stop"}',
  ].map((data) => ({
    event: (JSON.parse(data) as { type: string }).type,
    data: JSON.parse(data) as unknown,
  }));
  /** The reported events at once, the others a second later, and so on. */
  const turn = events([...sse, ...others], { pace: { delaysMs: [0, 0, 0, 1000] } });

  const tool = (ran: unknown[]): ReturnType<typeof defineTool> =>
    defineTool({
      name: 'sh',
      description: 'Runs a command.',
      inputSchema: { type: 'object' },
      effect: 'write',
      run: (input) => `done ${ran.push(input)}`,
    });

  test('is on the wire as it was reported when the call is cancelled', async () => {
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
    const read = watch(reading);
    await pass(999);
    expect(wire).toBe(wireOf(sse));
    controller.abort();
    await pass(60_000);
    expect(read.error).toBe(controller.signal.reason);
    expect(wire).toBe(wireOf(sse));
    expect(simulation.journal[0]!.outcome).toBe('aborted');
  });

  test.each(rows(timedDoors))(
    'our loop over %s, cancelled in mid-call, starts no tool and asks no more',
    async (_name, door) => {
      const { client, simulation } = door.open([turn, 'Too late.']);
      const ran: unknown[] = [];
      const { signal, abort } = cancellable();
      const loop = watch(
        runToolLoop(client, { ...params, tools: [tool(ran)], stream: true, signal }),
      );
      await pass(500);
      expect(loop.state).toBe('pending');
      abort();
      await pass(60_000, 1000);
      expect(loop.error).toBe(signal.reason);
      expect(ran).toEqual([]);
      expect(simulation.journal.map(({ outcome }) => outcome)).toEqual(['aborted']);
      expect(simulation.pending).toHaveLength(1);
    },
  );

  test.each(
    timedSdkDoors.flatMap((door) =>
      [false, true].map((eager) => [door.name, eager, door] as const),
    ),
  )(
    'the runner over %s (eager: %s), cancelled in mid-call, starts no tool and asks no more',
    async (_name, eager, door) => {
      const { client, simulation } = door.open([turn, 'Too late.']);
      const ran: unknown[] = [];
      const { signal, abort } = cancellable();
      const runner = (client as Anthropic).beta.messages.toolRunner(
        {
          ...params,
          stream: true,
          ...(eager ? { runToolsEagerly: true } : {}),
          tools: [
            {
              name: 'sh',
              description: 'Runs a command.',
              input_schema: { type: 'object' },
              parse: (input: unknown) => input,
              run: (input: unknown) => `done ${ran.push(input)}`,
            },
          ],
        },
        { signal },
      );
      const done = watch(runner.runUntilDone());
      await pass(500);
      expect(done.state).toBe('pending');
      abort();
      await pass(60_000, 1000);
      expect(done.error).toBeInstanceOf(APIUserAbortError);
      expect(ran).toEqual([]);
      expect(simulation.journal.map(({ outcome }) => outcome)).toEqual(['aborted']);
    },
  );

  test('not cancelled, the rest comes and the tool runs', async () => {
    const { client, simulation } = timedDoors[0]!.open([turn, 'Done.']);
    const ran: unknown[] = [];
    const loop = watch(runToolLoop(client, { ...params, tools: [tool(ran)], stream: true }));
    await pass(5000, 1000);
    expect(ran).toEqual([{ cmd: 'ls' }]);
    expect(loop.value).toMatchObject({ text: 'Done.' });
    simulation.assertDone();
  });

  test.each([0, 500, 1500, 2500, 3500])(
    'cancelled after %i ms, whatever is said by then, nothing runs',
    async (ms) => {
      for (const door of timedDoors) {
        const { client, simulation } = door.open([turn, 'Too late.']);
        const ran: unknown[] = [];
        const { signal, abort } = cancellable();
        const loop = watch(
          runToolLoop(client, { ...params, tools: [tool(ran)], stream: true, signal }),
        );
        await pass(ms);
        abort();
        await pass(60_000, 1000);
        expect(loop.error).toBe(signal.reason);
        expect(ran).toEqual([]);
        expect(simulation.journal.map(({ outcome }) => outcome)).toEqual(['aborted']);
      }
    },
  );

  test.each(rows(timedDoors))(
    'a request that nobody answers is let go over %s',
    async (_name, door) => {
      const { client, simulation } = door.open([hang()]);
      const { signal, abort } = cancellable();
      const loop = watch(runToolLoop(client, { ...params, tools: [], signal }));
      await pass(1000);
      abort();
      await rest();
      expect(loop.error).toBe(signal.reason);
      expect(simulation.journal.map(({ outcome }) => outcome)).toEqual(['aborted']);
    },
  );

  sdkFault(
    'aborting the controller of a raw stream ends the iteration as if all had been said',
    async () => {
      const client = fakeAnthropic([turn]);
      const stream = await client.messages.create({ ...params, stream: true });
      const seen: string[] = [];
      const reading = watch(
        (async () => {
          for await (const { type } of stream) seen.push(type);
        })(),
      );
      await pass(500);
      stream.controller.abort();
      await rest();
      expect(reading.state).toBe('resolved');
      expect(seen).toHaveLength(3);
      expect(client.simulation.journal[0]!.outcome).toBe('aborted');
    },
  );
});

function cancellable(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
