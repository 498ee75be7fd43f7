// A server as code sees it: where it listens, what it is told, how it ends.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeAnthropic, respond, simulate, streamed } from '../../fakes/index.ts';
import { serve, type ServeOptions } from '../../fakes/server.ts';
import { rawClient } from './raw.ts';
import { answerTo, ask, request, started } from './started.ts';

test('listens on this machine, on a port that was free', async () => {
  const [one, other] = [await started([]), await started([])];
  expect(one.url).toBe(`http://127.0.0.1:${one.port}`);
  expect(one.port).not.toBe(other.port);
});

test('listens where it is told to', async () => {
  const { port, close } = await started([]);
  await close();
  const server = await started([], { port, hostname: 'localhost' });
  expect(server.url).toBe(`http://localhost:${port}`);
  expect((await ask(server, 'GET', '/_ensaio/runs')).status).toBe(200);
});

test('says how to reach it when it listens on every address, and warns', async () => {
  const warnings: string[] = [];
  const onWarning = (warning: string): void => void warnings.push(warning);
  const server = await started([], { hostname: '0.0.0.0', onWarning });
  await started([], { hostname: '0.0.0.0', onWarning, token: 'secret' });
  await started([], { hostname: '127.0.0.2', onWarning });
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  expect((await ask(server, 'GET', '/_ensaio/runs')).status).toBe(200);
  expect(warnings).toMatchInlineSnapshot(`
    [
      "Other machines may reach 0.0.0.0 and use what is served there. A token would guard the control endpoints.",
      "Other machines may reach 0.0.0.0 and use what is served there.",
    ]
  `);
});

test('warns the process when nobody else listens', async () => {
  const emitWarning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  onTestFinished(() => emitWarning.mockRestore());
  await started([], { hostname: '0.0.0.0' });
  expect(emitWarning).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining('Other machines may reach 0.0.0.0'),
    { type: 'EnsaioWarning', code: 'ENSAIO_HOST' },
  );
});

test('says that a port is taken', async () => {
  const taken: Server = createServer();
  onTestFinished(() => void taken.close());
  await once(taken.listen(0, '127.0.0.1'), 'listening');
  const { port } = taken.address() as AddressInfo;
  const failure: unknown = await serve([], { port }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'listen-failed',
    reason: `The server cannot listen on port ${port} of 127.0.0.1: it is in use.`,
    hint: expect.stringContaining('--port') as string,
    details: { code: 'EADDRINUSE', port },
  });
});

test.each<[options: Record<string, unknown>, reason: string]>([
  [{ port: 70_000 }, 'port is a whole number from 0 to 65535, received 70000.'],
  [{ port: 'abc' }, 'port is a whole number from 0 to 65535, received "abc".'],
  [{ hostname: '' }, 'hostname is a text, received "".'],
  [{ token: 'a\nb' }, 'token is a text that a header can hold, received "a\\nb".'],
  [{ timeout: 0 }, 'timeout is a whole number from 1 to 2147483647, received 0.'],
  [{ grace: -1 }, 'grace is a whole number from 0 to 2147483647, received -1.'],
  [{ strict: 'no' }, 'strict is true or false, received "no".'],
  [{ journalLimit: 0 }, 'journalLimit is a whole number from 1, or Infinity, received 0.'],
  [{ runLimit: 0 }, 'runLimit is a whole number from 1 to 9007199254740991, received 0.'],
  [{ prot: 1 }, 'There is no option "prot".'],
])('refuses %j', async (options, reason) => {
  await expect(serve([], options as ServeOptions)).rejects.toMatchObject({
    code: 'option-invalid',
    reason,
  });
});

test.each([[undefined], ['Hello.'], [['Hello.']], [{ name: 'a', script: [] }], [[null]]])(
  'serves no %j',
  async (source) => {
    await expect(serve(source as never)).rejects.toMatchObject({
      code: 'option-invalid',
      reason: expect.stringMatching(/^serve takes a simulation, or a list/) as string,
    });
  },
);

test('makes every run with the options it was given', async () => {
  const server = await started([{ name: 'a', script: ['Hello.'] }], { strict: false, seed: 7 });
  const wrong = request({}, { temperature: 2 });
  expect((await ask(server, 'POST', '/v1/messages', wrong)).status).toBe(200);
  const { journal, notes } = server.simulation();
  expect(notes.length).toBeGreaterThan(0);
  const alone = fakeAnthropic(['Hello.'], { seed: 7 });
  await alone.messages.create({
    model: 'claude-opus-5',
    max_tokens: 9,
    messages: [{ role: 'user', content: 'Hello.' }],
  });
  const idOf = ({ response }: (typeof journal)[number]): unknown =>
    (response!.body as { id?: unknown }).id;
  expect(idOf(journal[0]!)).toBe(idOf(alone.simulation.journal[0]!));
});

test('gives a run 1000 exchanges to keep', async () => {
  const server = await started([{ name: 'a', script: [] }]);
  const { socket } = await rawClient(server);
  socket.write('GET /v1/models HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(1001));
  const simulation = server.simulation();
  await expect.poll(() => simulation.dropped.exchanges).toBe(1);
  expect(simulation.journal).toHaveLength(1000);
  expect(simulation.journal[0]!.index).toBe(1);
});

test('ends at once when nothing is under way, and only once', async () => {
  const server = await started([{ name: 'a', script: ['Hello.'] }]);
  await answerTo(server, '/v1/messages');
  await Promise.all([server.close(), server[Symbol.asyncDispose]()]);
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  await server.close();
});

test('lets an answer end that is under way, and takes no further request', async () => {
  const { promise: asked, resolve: ask1 } = Promise.withResolvers<void>();
  const { promise: turn, resolve: go } = Promise.withResolvers<string>();
  const simulation = simulate([
    respond(() => {
      ask1();
      return turn;
    }),
  ]);
  const server = await started(simulation, { grace: 60_000 });
  const answer = answerTo(server, '/v1/messages');
  await asked;
  const closed = server.close();
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  go('At last.');
  expect(await answer).toBe('At last.');
  await closed;
});

test('cuts what does not end in time', async () => {
  const simulation = simulate([streamed('x'.repeat(64), { pace: { tokensPerSecond: 0.001 } })]);
  const server = await started(simulation, { grace: 10 });
  const response = await fetch(`${server.url}/v1/messages`, request({}, { stream: true }));
  const reading = response.text();
  await Promise.all([server.close(), expect(reading).rejects.toThrow('terminated')]);
  expect(simulation.journal[0]!.outcome).toBe('aborted');
});

test('sends the last of an answer before it ends', async () => {
  const text = 'x'.repeat(4_000_000);
  const server = await started(simulate([text]), { grace: 60_000 });
  const answer = answerTo(server, '/v1/messages');
  const outcome = (): unknown => server.simulation().journal[0]?.outcome;
  await expect.poll(outcome, { interval: 1 }).toBe('answered');
  await server.close();
  expect(await answer).toBe(text);
});
