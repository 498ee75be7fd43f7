/** An app that makes its own client is reached through MSW. */
import Anthropic from '@anthropic-ai/sdk';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { connectionError, simulate } from '../../fakes/index.ts';
import { anthropicHandlers } from '../../fakes/msw.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const params = {
  model: 'claude-opus-5',
  max_tokens: 64,
  messages: [{ role: 'user' as const, content: 'Hi.' }],
};
const makeClient = (options = {}) =>
  new Anthropic({ apiKey: 'sk-ant-test', maxRetries: 0, ...options });

test('answers the default host and any other it is told', async () => {
  const simulation = simulate(['one', 'two']);
  server.use(
    ...anthropicHandlers(simulation),
    ...anthropicHandlers(simulation, { baseURL: 'http://localhost:8080/proxy/' }),
  );
  await makeClient().messages.create(params);
  await makeClient({ baseURL: 'http://localhost:8080/proxy' }).messages.create(params);
  simulation.assertDone();
});

test('leaves every other host and path to its user', async () => {
  const simulation = simulate([]);
  server.use(
    ...anthropicHandlers(simulation),
    http.get('https://elsewhere.test/', () => HttpResponse.text('mine')),
  );
  expect(await (await fetch('https://elsewhere.test/')).text()).toBe('mine');
  await expect(fetch('https://api.anthropic.com/other')).rejects.toThrow(TypeError);
  expect(simulation.journal).toEqual([]);
});

test('streams piece by piece, and an abort reaches the simulation', async () => {
  const simulation = simulate(['A long answer in many pieces. '.repeat(100)]);
  server.use(...anthropicHandlers(simulation));
  const stream = makeClient().messages.stream(params);
  let texts = 0;
  stream.on('text', () => {
    texts += 1;
    stream.abort();
  });
  await expect(stream.finalMessage()).rejects.toThrow('aborted');
  // What was under way may still arrive; the answer has 188 pieces.
  expect(texts).toBeLessThan(20);
  await expect.poll(() => simulation.journal[0]!.outcome).toBe('aborted');
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
