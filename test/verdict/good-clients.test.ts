/** Clients that do well under every failure get no finding: the SDK in each of its forms, and the loop of the kit. */
import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import {
  apiError,
  clientVerdict,
  connectionError,
  fakeAnthropic,
  internalError,
  overloaded,
  rateLimited,
  respond,
  streamed,
  text,
  toolUse,
  type Turn,
  type TurnInput,
} from '../../fakes/index.ts';
import { defineTool, runToolLoop } from '../../src/loop/index.ts';
import { params, rehearse } from './rehearse.ts';

afterEach(() => {
  vi.useRealTimers();
});

const shouldRetry = fc
  .constantFrom('true', 'false')
  .map((value) => ({ headers: { 'x-should-retry': value } }));
const error = fc.oneof(
  fc.constant(rateLimited()),
  fc.integer({ min: 0, max: 90 }).map((retryAfter) => rateLimited({ retryAfter })),
  fc
    .integer({ min: 1, max: 900 })
    .map((ms) => overloaded({ headers: { 'retry-after-ms': String(ms) } })),
  fc.constant(internalError()),
  fc
    .tuple(fc.constantFrom(400, 401, 404, 408, 409, 413, 503, 529), fc.option(shouldRetry))
    .map(([status, options]) => apiError(status, 'no', options ?? {})),
);
const said = fc.constantFrom<TurnInput & object>(
  [text('Let me look.'), toolUse('look')],
  [toolUse('look'), toolUse('look')],
  [text('An answer of some length, told in pieces.')],
);
const events = fc.integer({ min: 0, max: 12 });
const anyTurn: fc.Arbitrary<TurnInput> = fc.oneof(
  { weight: 3, arbitrary: said },
  { weight: 3, arbitrary: error },
  fc.constant(connectionError()),
  fc.constant(respond(() => new Promise<never>(() => undefined))),
  fc.tuple(said, events).map(([turn, at]) => streamed(turn, { cutAfter: { events: at } })),
  fc
    .tuple(said, events, error)
    .map(([turn, at, failure]) => streamed(turn, { errorAfter: { events: at, error: failure } })),
);

/** A tool that never gives the same result, so that a call that ran twice can be told. */
function lookAround() {
  let looks = 0;
  const run = () => `seen ${++looks} times`;
  const inputSchema = { type: 'object' as const, properties: {} };
  return {
    ofRunner: betaTool({ name: 'look', description: 'Looks.', inputSchema, run }),
    ofLoop: defineTool({ name: 'look', description: 'Looks.', inputSchema, run, effect: 'read' }),
  };
}

type App = (client: Anthropic) => Promise<unknown>;

/** Asks again as the error allows, after a wait that is long enough for any header. */
async function patiently(ask: () => PromiseLike<unknown>): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask();
    } catch (failure) {
      const { status, headers } = failure as InstanceType<typeof Anthropic.APIError>;
      const isTransient = status === undefined || [408, 409, 429].includes(status) || status >= 500;
      const isForbidden = headers?.get('x-should-retry') === 'false';
      if (!isTransient || isForbidden || attempt === 2) throw failure;
      await new Promise((resolve) => setTimeout(resolve, 120_000));
    }
  }
}

const apps: Record<string, App> = {
  'messages.create': (client) => client.messages.create(params),
  'messages.stream': (client) => client.messages.stream(params).finalMessage(),
  'messages.create, asked again by the app': (client) =>
    patiently(() => client.messages.create(params)),
  'messages.stream, asked again by the app': (client) =>
    patiently(() => client.messages.stream(params).finalMessage()),
  'a thread': async (client) => {
    const thread = client.beta.messages.thread(params);
    for (const content of ['And?', 'And then?']) {
      await patiently(() => thread.send({ role: 'user', content }));
    }
  },
  'a streamed thread': async (client) => {
    const thread = client.beta.messages.thread({ ...params, messages: [] });
    for (const content of ['And?', 'And then?']) {
      await thread
        .stream({ role: 'user', content })
        .finalMessage()
        .catch(() => undefined);
      // What the app hears of a broken stream is an error, and it goes on a moment later.
      await new Promise((resolve) => setTimeout(resolve, 120_000));
    }
  },
  toolRunner: (client) =>
    client.beta.messages.toolRunner({ ...params, tools: [lookAround().ofRunner] }).runUntilDone(),
  'toolRunner without threads': (client) =>
    client.beta.messages
      .toolRunner({ ...params, tools: [lookAround().ofRunner], thread: false })
      .runUntilDone(),
  'toolRunner that streams, begun again by the app': (client) => {
    const tools = [lookAround().ofRunner];
    const runner = client.beta.messages.toolRunner({ ...params, tools, stream: true });
    return patiently(async () => {
      for await (const stream of runner) await stream.finalMessage();
    });
  },
  'toolRunner with eager calls': async (client) => {
    const tools = [lookAround().ofRunner];
    const settings = { stream: true, runToolsEagerly: true } as const;
    const runner = client.beta.messages.toolRunner({ ...params, tools, ...settings });
    for await (const stream of runner) await stream.finalMessage();
  },
  'the loop of the kit': (client) =>
    runToolLoop(client, { ...params, tools: [lookAround().ofLoop] }),
};

test.each(Object.keys(apps))('%s gets no finding, whatever fails', async (name) => {
  vi.useFakeTimers();
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyTurn, { maxLength: 6 }),
      fc.constantFrom('keep', 'lose', 'refuse'),
      fc.constantFrom(0, 40),
      async (turns, threads, latency) => {
        const script = [...turns, 'Done.', 'Done.', 'Done.'];
        const { clock, simulation, sdk } = rehearse(script, { timers: vi, threads, latency });
        const client = sdk({ timeout: 60_000 });
        await clock.run(() => apps[name]!(client).catch(() => undefined));
        expect(simulation.journal).not.toEqual([]);
        expect(clientVerdict(simulation)).toEqual([]);
        expect(clock.pending).toBe(0);
      },
    ),
    { numRuns: 30 },
  );
});

test('ten retries of the SDK after `retry-after` get none', async () => {
  vi.useFakeTimers();
  const limited: Turn[] = Array.from({ length: 10 }, () => rateLimited({ retryAfter: 60 }));
  const { clock, simulation, sdk } = rehearse([...limited, 'Hi.'], { timers: vi });
  await clock.run(sdk({ maxRetries: 10 }).messages.create(params));
  expect(simulation.journal).toHaveLength(11);
  expect(clientVerdict(simulation)).toEqual([]);
});

test('the SDK sending once more with a fresh token after a 401 gets none', async () => {
  vi.useFakeTimers();
  const { clock, simulation } = rehearse([apiError(401, 'expired'), 'Hi.'], { timers: vi });
  let minted = 0;
  const client = new Anthropic({
    fetch: simulation.fetch,
    credentials: () => Promise.resolve({ token: `token-${++minted}`, expiresAt: null }),
  });
  await clock.run(client.messages.create(params));
  expect([minted, simulation.journal.length]).toEqual([2, 2]);
  expect(clientVerdict(simulation)).toEqual([]);
});

test('many conversations at once, each retried by the SDK, get none', async () => {
  vi.useFakeTimers();
  const { clock, simulation, sdk } = rehearse(
    [
      ...Array.from({ length: 5 }, () => rateLimited({ retryAfter: 30 })),
      ...Array.from({ length: 5 }, () => overloaded()),
      ...Array.from({ length: 5 }, () => 'Hi.'),
    ],
    { timers: vi, latency: 25 },
  );
  const client = sdk({ maxRetries: 5 });
  await clock.run(Promise.all(Array.from({ length: 5 }, () => client.messages.create(params))));
  expect(simulation.journal).toHaveLength(15);
  expect(clientVerdict(simulation)).toEqual([]);
});

test('the SDK gets none for waits that the clock of the simulation cannot see', async () => {
  const client = fakeAnthropic(
    [
      rateLimited({ headers: { 'retry-after-ms': '1' } }),
      rateLimited({ retryAfter: 0.001 }),
      'Hi.',
    ],
    { clock: { now: () => 0, sleep: () => Promise.resolve() } },
  );
  await client.messages.create(params);
  expect(clientVerdict(client.simulation)).toEqual([]);
});
