/** An app that makes its own client is reached through MSW. */
import Anthropic from '@anthropic-ai/sdk';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bypass, http, HttpResponse, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { connectionError, overloaded, simulate, streamed } from '../../fakes/index.ts';
import { anthropicHandlers } from '../../fakes/msw.ts';
import { body, HEADERS } from '../support/send.ts';

const server = setupServer();

function refuse(): never {
  throw new TypeError('A test asks nobody.');
}

// MSW 3 has another name for it than MSW 2.
const unhandled = { onUnhandledFrame: refuse, onUnhandledRequest: refuse };
beforeAll(() => server.listen(unhandled));
afterEach(() => {
  server.resetHandlers();
  server.events.removeAllListeners();
});
afterAll(() => server.close());

const params = {
  model: 'claude-opus-5',
  max_tokens: 64,
  messages: [{ role: 'user' as const, content: 'Hi.' }],
};
const makeClient = (options = {}): Anthropic =>
  new Anthropic({ apiKey: 'sk-ant-test', maxRetries: 0, ...options });

/** 188 pieces. */
const LONG = 'A long answer in many pieces. '.repeat(100);

const outcomes = (simulation: { journal: readonly { outcome: string }[] }): string[] =>
  simulation.journal.map(({ outcome }) => outcome);

test('answers every base URL it is given', async () => {
  const simulation = simulate(['one', 'two', 'three']);
  const baseURL = ['https://api.anthropic.com', 'http://localhost:8080/proxy/'];
  server.use(
    ...anthropicHandlers(simulation, { baseURL }),
    ...anthropicHandlers(simulation, { baseURL: 'https://gateway.test/v1/mine/anthropic' }),
  );
  for (const url of ['https://api.anthropic.com', 'http://localhost:8080/proxy']) {
    // oxlint-disable-next-line no-await-in-loop
    await makeClient({ baseURL: url }).messages.create(params);
  }
  await makeClient({ baseURL: 'https://gateway.test/v1/mine/anthropic' }).messages.create(params);
  simulation.assertDone();
});

test('lets go of an answer that a client gives up to try again', async () => {
  const simulation = simulate([overloaded({ retryAfterMs: 1 }), 'one']);
  server.use(...anthropicHandlers(simulation));
  await makeClient({ maxRetries: 1 }).messages.create(params);
  simulation.assertDone();
});

test('keeps two simulations on two base URLs apart', async () => {
  const planner = simulate(['a plan']);
  const writer = simulate(['a text']);
  server.use(
    ...anthropicHandlers(planner, { baseURL: 'https://gateway.test/planner' }),
    ...anthropicHandlers(writer, { baseURL: 'https://gateway.test/writer' }),
  );
  const texts = await Promise.all(
    ['writer', 'planner'].map((name) =>
      makeClient({ baseURL: `https://gateway.test/${name}` })
        .messages.stream(params)
        .finalText(),
    ),
  );
  expect(texts).toEqual(['a text', 'a plan']);
  planner.assertDone();
  writer.assertDone();
});

test('leaves every other request to its user', async () => {
  const simulation = simulate([]);
  const unhandledURLs: string[] = [];
  server.events.on('request:unhandled', ({ request }) => void unhandledURLs.push(request.url));
  server.use(
    ...anthropicHandlers(simulation),
    http.get('https://elsewhere.test/', () => HttpResponse.text('mine')),
  );
  expect(await (await fetch('https://elsewhere.test/')).text()).toBe('mine');
  const others = ['https://api.anthropic.com/oauth/token', 'https://other.test/v1/messages'];
  for (const url of others) {
    // What the user's `onUnhandledRequest` throws becomes of it.
    // oxlint-disable-next-line no-await-in-loop
    const failed = await fetch(url).then(
      ({ status }) => status >= 500,
      () => true,
    );
    expect(failed).toBe(true);
  }
  expect(unhandledURLs).toEqual(others);
  expect(simulation.journal).toEqual([]);
});

test('lets a request through that a handler before it passes on, or that is sent past MSW', async () => {
  const real = createServer((_, response) => response.end('from the network'));
  await new Promise<void>((resolve) => real.listen(0, '127.0.0.1', resolve));
  const baseURL = `http://127.0.0.1:${(real.address() as AddressInfo).port}`;
  try {
    const simulation = simulate(['from the simulation']);
    server.use(
      http.post(`${baseURL}/v1/messages`, ({ request }) =>
        request.headers.has('x-real') ? passthrough() : undefined,
      ),
      ...anthropicHandlers(simulation, { baseURL }),
    );
    const init = { method: 'POST', headers: HEADERS, body: JSON.stringify(body()) };
    const url = `${baseURL}/v1/messages`;
    const texts = [
      await fetch(url, { ...init, headers: { ...HEADERS, 'x-real': 'yes' } }),
      await fetch(bypass(url, init)),
      await fetch(url, init),
    ].map((response) => response.text());
    expect(await Promise.all(texts)).toEqual([
      'from the network',
      'from the network',
      expect.stringContaining('from the simulation') as string,
    ]);
    simulation.assertDone();
  } finally {
    real.closeAllConnections();
    real.close();
  }
});

test('hands a stream out piece by piece, while the model speaks', async () => {
  const simulation = simulate([LONG]);
  server.use(...anthropicHandlers(simulation));
  const early: boolean[] = [];
  const text = await makeClient()
    .messages.stream(params)
    .on('text', () => early.push(outcomes(simulation)[0] === 'open'))
    .finalText();
  expect(text).toBe(LONG);
  expect(early).toHaveLength(188);
  // The last pieces may arrive together with the end.
  expect(early.filter(Boolean).length).toBeGreaterThan(170);
});

/** The ways to end a stream before it is over. */
const WAYS_TO_LEAVE: [how: string, leave: () => Promise<unknown>][] = [
  [
    'by abort()',
    async () => {
      const stream = makeClient().messages.stream(params);
      stream.on('text', () => stream.abort());
      await stream.done();
    },
  ],
  [
    'by a signal',
    async () => {
      const controller = new AbortController();
      const { signal } = controller;
      const stream = makeClient().messages.stream(params, { signal });
      stream.on('text', () => controller.abort());
      await stream.done();
    },
  ],
  [
    'by leaving the loop',
    async () => {
      for await (const { type } of await makeClient().messages.create({
        ...params,
        stream: true,
      })) {
        if (type === 'content_block_delta') break;
      }
    },
  ],
  [
    'by cancelling the body',
    async () => {
      const response = await fetch('https://api.anthropic.com/v1/messages', {
        method: 'POST',
        headers: HEADERS,
        body: JSON.stringify(body({ stream: true })),
      });
      const reader = response.body!.getReader();
      await reader.read();
      await reader.cancel();
    },
  ],
];

test.each(WAYS_TO_LEAVE)('tells the simulation that a stream was left %s', async (_, leave) => {
  const simulation = simulate([LONG]);
  server.use(...anthropicHandlers(simulation));
  await leave().catch(() => undefined);
  await expect.poll(() => outcomes(simulation)).toEqual(['aborted']);
});

test.each(WAYS_TO_LEAVE)('and when a listener reads along, %s', async (_, leave) => {
  const simulation = simulate([LONG]);
  server.use(...anthropicHandlers(simulation));
  const texts: Promise<string>[] = [];
  server.events.on('response:mocked', ({ response }) => {
    texts.push(response.text().catch(() => 'left'));
  });
  await leave().catch(() => undefined);
  await expect.poll(() => outcomes(simulation)).toEqual(['aborted']);
  expect(await Promise.all(texts)).toHaveLength(1);
});

test('shows a listener the whole stream', async () => {
  server.use(...anthropicHandlers(simulate(['Hello, hello.'])));
  const texts: Promise<string>[] = [];
  server.events.on('response:mocked', ({ response }) => void texts.push(response.text()));
  await makeClient().messages.stream(params).finalText();
  expect(await Promise.all(texts)).toEqual([
    expect.stringMatching(/message_start[^]*hello[^]*message_stop/),
  ]);
});

test('streams under the fake timers of a test', async () => {
  vi.useFakeTimers();
  try {
    server.use(...anthropicHandlers(simulate(['Hello, hello.'])));
    expect(await makeClient().messages.stream(params).finalText()).toBe('Hello, hello.');
  } finally {
    vi.useRealTimers();
  }
});

test('breaks the connection as a network error', async () => {
  server.use(...anthropicHandlers(simulate([connectionError()])));
  await expect(makeClient().messages.create(params)).rejects.toBeInstanceOf(
    Anthropic.APIConnectionError,
  );
});

test('breaks a stream where the script says so', async () => {
  const simulation = simulate([streamed(LONG, { cutAfter: { events: 10 } })]);
  server.use(...anthropicHandlers(simulation));
  let texts = 0;
  const stream = makeClient()
    .messages.stream(params)
    .on('text', () => (texts += 1));
  await expect(stream.finalMessage()).rejects.toThrow('stream ended');
  expect(texts).toBeGreaterThan(0);
  expect(outcomes(simulation)).toEqual(['failed']);
});

test('hands a compressed answer on as it was meant', async () => {
  const turns = [
    streamed('Hello.', { encoding: 'gzip' }),
    streamed('Hello.', { encoding: 'gzip' }),
  ];
  const simulation = simulate(turns);
  server.use(...anthropicHandlers(simulation));
  const client = makeClient();
  const text = [{ text: 'Hello.' }];
  expect((await client.messages.create(params)).content).toMatchObject(text);
  expect((await client.messages.stream(params).finalMessage()).content).toMatchObject(text);
});
