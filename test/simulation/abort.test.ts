/** An aborted call ends at once, with the standard error, and leaves nothing running. */
import { expect, test } from 'vitest';
import { fakeAnthropic, fakeMessages, respond, simulate, streamed } from '../../fakes/index.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { body, HEADERS } from '../support/send.ts';

const URL_OF_API = 'https://api.anthropic.com/v1/messages';
const params = { model: 'm', max_tokens: 5, messages: [{ role: 'user' as const, content: 'Hi.' }] };

function init(signal: AbortSignal, fields = {}): RequestInit {
  return { method: 'POST', headers: HEADERS, body: JSON.stringify(body(fields)), signal };
}

/** Counts the listeners that are on a signal at the moment. */
function countListeners(signal: AbortSignal): () => number {
  let count = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    count += 1;
    addEventListener.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    count -= 1;
    removeEventListener.apply(signal, args);
  };
  return () => count;
}

test('rejects a call that was aborted before, and uses no turn', async () => {
  const simulation = simulate(['one']);
  await expect(simulation.fetch(URL_OF_API, init(AbortSignal.abort()))).rejects.toMatchObject({
    name: 'AbortError',
  });
  await expect(
    simulation.fetch(new Request(URL_OF_API, init(AbortSignal.abort()))),
  ).rejects.toMatchObject({ name: 'AbortError' });
  expect(simulation.journal).toEqual([]);
  expect(simulation.pending).toHaveLength(1);
});

test('rejects with the reason that was given', async () => {
  const simulation = simulate(['one']);
  const reason = new Error('enough');
  await expect(simulation.fetch(URL_OF_API, init(AbortSignal.abort(reason)))).rejects.toBe(reason);
});

test('hears of an abort also when nobody but the simulation has the request any more', async () => {
  const simulation = simulate(['one'], { latency: 1_000_000 });
  const controller = new AbortController();
  const answer = simulation.fetch(new Request(URL_OF_API, init(controller.signal)));
  await collectGarbage();
  controller.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});

test('rejects while a respond function is still thinking, and its signal tells it', async () => {
  const controller = new AbortController();
  let told = false;
  const simulation = simulate([
    respond(async (_request, { signal }) => {
      signal!.addEventListener('abort', () => (told = true));
      controller.abort();
      return new Promise<never>(() => undefined);
    }),
  ]);
  await expect(simulation.fetch(URL_OF_API, init(controller.signal))).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(told).toBe(true);
  expect(simulation.journal[0]!.outcome).toBe('aborted');
});

test('rejects while it waits on the clock', async () => {
  const controller = new AbortController();
  const simulation = simulate(['one'], { latency: 1e9 });
  const call = simulation.fetch(URL_OF_API, init(controller.signal));
  queueMicrotask(() => controller.abort());
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});

test('errors the body in mid-stream', async () => {
  const controller = new AbortController();
  const listeners = countListeners(controller.signal);
  const simulation = simulate(['Hello, hello, hello.']);
  const response = await simulation.fetch(URL_OF_API, init(controller.signal, { stream: true }));
  const reader = response.body!.getReader();
  await reader.read();
  controller.abort();
  await expect(reader.read()).rejects.toMatchObject({ name: 'AbortError' });
  expect(simulation.journal[0]!.outcome).toBe('aborted');
  expect(listeners()).toBe(0);
});

test('takes its listeners off the signal when a stream was read to its end', async () => {
  const controller = new AbortController();
  const listeners = countListeners(controller.signal);
  const simulation = simulate(['Hello.', 'Bye.']);
  await (await simulation.fetch(URL_OF_API, init(controller.signal, { stream: true }))).text();
  await (await simulation.fetch(URL_OF_API, init(controller.signal))).text();
  expect(listeners()).toBe(0);
  expect(simulation.journal.map(({ outcome }) => outcome)).toEqual(['answered', 'answered']);
});

test('ends a wait in the stream when its reader leaves', async () => {
  const simulation = simulate([streamed('Hello.', { pace: { ttftMs: 1e9 } })]);
  const response = await simulation.fetch(URL_OF_API, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify(body({ stream: true })),
  });
  await response.body!.cancel();
  expect(simulation.journal[0]!.outcome).toBe('aborted');
});

test('ends at once for a client of the SDK, by its own abort and by leaving the loop', async () => {
  const client = fakeAnthropic(['Hello, hello, hello.', 'Again, again.']);
  const stream = client.messages.stream(params);
  stream.on('text', () => stream.abort());
  await expect(stream.finalMessage()).rejects.toThrow('Request was aborted');
  // oxlint-disable-next-line no-unreachable-loop
  for await (const event of await client.messages.create({ ...params, stream: true })) {
    expect(event.type).toBe('message_start');
    break;
  }
  expect(client.simulation.journal.map(({ outcome }) => outcome)).toEqual(['aborted', 'aborted']);
});

test('ends at once over fakeMessages', async () => {
  const fake = fakeMessages(['Hello, hello, hello.', 'Again.', 'And again.']);
  // oxlint-disable-next-line no-unreachable-loop
  for await (const event of await fake.messages.create({ ...params, stream: true })) {
    expect(event.type).toBe('message_start');
    break;
  }
  const stream = fake.messages.stream(params);
  stream.abort();
  await expect(stream.finalMessage()).rejects.toMatchObject({ name: 'AbortError' });
  await expect(fake.messages.create(params, { signal: AbortSignal.abort() })).rejects.toMatchObject(
    {
      name: 'AbortError',
    },
  );
});
