// HTTP as it can be: too large, too slow, cut off, nonsense.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { connectionError, emptyAnswer, respond, simulate, streamed } from '../../fakes/index.ts';
import { LARGEST_BODY } from '../../src/wire/routes.ts';
import { body } from '../support/send.ts';
import { rawClient, rawRequest } from './raw.ts';
import { ask, clientOf, request, started } from './started.ts';

const SMALL = JSON.stringify(body());
const STREAMED = JSON.stringify(body({ stream: true }));

test('refuses a body that says it is too large before it is there, and goes on with the connection', async () => {
  const simulation = simulate(['Hello.']);
  const client = await rawClient(await started(simulation));
  const size = LARGEST_BODY + 1;
  client.socket.write(rawRequest('/v1/messages', '', { 'content-length': size }));
  const answer = await client.until(/maximum size/);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  const [, json] = /(\{.*\})/.exec(answer)!;
  expect(JSON.parse(json!)).toEqual({
    error: { type: 'request_too_large', message: 'Request exceeds the maximum size' },
  });
  expect(simulation.violations).toMatchObject([{ rule: 'body-too-large' }]);
  expect(simulation.journal[0]!.request.body).toBeUndefined();
  const chunk = Buffer.alloc(64 * 1024, ' ');
  for (let sent = 0; sent < size; sent += chunk.length) {
    client.socket.write(chunk.subarray(0, size - sent));
  }
  client.socket.write(rawRequest('/v1/messages', SMALL));
  await client.until(/"Hello\."/);
});

test('stops keeping a body of unknown size where it becomes too large', async () => {
  const simulation = simulate(['Hello.']);
  const client = await rawClient(await started(simulation));
  client.socket.write(rawRequest('/v1/messages', '', { 'transfer-encoding': 'chunked' }));
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  for (let sent = 0; sent <= LARGEST_BODY; sent += chunk.length) {
    client.socket.write(`${chunk.length.toString(16)}\r\n`);
    client.socket.write(chunk);
    client.socket.write('\r\n');
  }
  expect(await client.until(/maximum size/)).toMatch(/^HTTP\/1\.1 413 /);
  client.socket.write(`0\r\n\r\n${rawRequest('/v1/messages', SMALL)}`);
  await client.until(/"Hello\."/);
});

test('takes a body of the largest size', async () => {
  const server = await started(simulate(['Hello.']));
  const whole = SMALL + ' '.repeat(LARGEST_BODY - SMALL.length);
  const init = { ...request(), body: whole };
  expect((await ask(server, 'POST', '/v1/messages', init)).status).toBe(200);
});

test.each<[what: string, sent: string]>([
  ['nothing', ''],
  ['half a header', 'POST /v1/messages HT'],
  ['half a body', rawRequest('/v1/messages', SMALL).slice(0, -10)],
])('cuts off a client that sends %s and then nothing', async (_what, sent) => {
  const simulation = simulate(['Hello.']);
  const client = await rawClient(await started(simulation, { timeout: 40 }));
  client.socket.write(sent);
  const answer = await client.closed();
  expect(answer === '' || answer.startsWith('HTTP/1.1 408 ')).toBe(true);
  expect(simulation.pending).toHaveLength(1);
});

test('cuts off a client that does not take its answer', async () => {
  const simulation = simulate([streamed('x'.repeat(20_000_000), { pieces: 100_000 })]);
  const client = await rawClient(await started(simulation, { timeout: 40 }));
  client.socket.pause();
  client.socket.write(rawRequest('/v1/messages', STREAMED));
  await expect.poll(() => simulation.journal[0]?.outcome).toBe('aborted');
  client.socket.resume();
  expect(await client.closed()).toMatch(/^HTTP\/1\.1 200 /);
}, 60_000);

test('waits as long as the script does', async () => {
  const turn = streamed('Hello.', { pace: { ttftMs: 150 } });
  const server = await started(simulate([turn]), { timeout: 20 });
  const params = body() as unknown as Parameters<
    ReturnType<typeof clientOf>['messages']['stream']
  >[0];
  expect(await clientOf(server).messages.stream(params).finalText()).toBe('Hello.');
});

test('a stream begins before its first event', async () => {
  const simulation = simulate([streamed('Hello.', { pace: { ttftMs: 1_000_000 } })]);
  const server = await started(simulation);
  const response = await fetch(`${server.url}/v1/messages`, request({}, { stream: true }));
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  await response.body!.cancel();
  await expect.poll(() => simulation.journal[0]!.outcome).toBe('aborted');
});

test('a client that leaves in mid-stream has aborted, and what it left is not played on', async () => {
  const simulation = simulate([streamed('x'.repeat(100), { pace: { tokensPerSecond: 0.001 } })]);
  const client = await rawClient(await started(simulation));
  client.socket.write(rawRequest('/v1/messages', STREAMED));
  await client.until(/message_start/);
  expect(simulation.journal[0]!.outcome).toBe('open');
  client.socket.destroy();
  await expect.poll(() => simulation.journal[0]!.outcome).toBe('aborted');
});

test('a client that leaves before its answer has aborted', async () => {
  const simulation = simulate([
    respond(
      (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          signal!.addEventListener('abort', () => reject(signal!.reason as Error));
        }),
    ),
  ]);
  const client = await rawClient(await started(simulation));
  client.socket.write(rawRequest('/v1/messages', SMALL));
  await expect.poll(() => simulation.journal[0]?.turn).toBeDefined();
  client.socket.destroy();
  await expect.poll(() => simulation.journal[0]!.outcome).toBe('aborted');
});

test('a broken connection is one', async () => {
  const simulation = simulate([connectionError('gone'), 'Hello.']);
  const server = await started(simulation);
  const client = await rawClient(server);
  client.socket.write(rawRequest('/v1/messages', SMALL));
  expect(await client.closed()).toBe('');
  const again = clientOf(server).withOptions({ maxRetries: 0 });
  const params = body() as unknown as Parameters<typeof again.messages.stream>[0];
  expect(await again.messages.stream(params).finalText()).toBe('Hello.');
});

test('answers many requests on one connection, in their order', async () => {
  const simulation = simulate(['one', 'two', 'three']);
  const client = await rawClient(await started(simulation));
  client.socket.write(
    rawRequest('/v1/messages', SMALL) +
      rawRequest('/v1/messages', STREAMED) +
      rawRequest('/v1/messages', SMALL),
  );
  const answers = await client.until(/three/);
  expect(answers.indexOf('"one"')).toBeLessThan(answers.indexOf('two'));
  expect(answers.indexOf('two')).toBeLessThan(answers.indexOf('"three"'));
});

test.each<[what: string, sent: string, status: RegExp]>([
  ['no HTTP', 'hello\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['a host that is none', 'GET /v1/models HTTP/1.1\r\nhost: a b\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['no host', 'GET /v1/models HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['a whole URL', 'GET http://[ HTTP/1.1\r\nhost: a\r\n\r\n', /^HTTP\/1\.1 404 /],
  ['TRACE', 'TRACE / HTTP/1.1\r\nhost: a\r\n\r\n', /^HTTP\/1\.1 400 /],
  [
    'a path that is badly encoded',
    'GET /run/%E0%A4%A/v1/models HTTP/1.1\r\nhost: a\r\n\r\n',
    /^HTTP\/1\.1 418 /,
  ],
  ['HTTP/1.0', 'GET /v1/models HTTP/1.0\r\n\r\n', /^HTTP\/1\.1 401 /],
  ['HEAD', 'HEAD /v1/models HTTP/1.1\r\nhost: a\r\n\r\n', /^HTTP\/1\.1 405 /],
])('answers %s', async (_what, sent, status) => {
  const server = await started(simulate([]));
  const client = await rawClient(server);
  client.socket.write(sent);
  expect(await client.until(/\r\n\r\n/)).toMatch(status);
  expect((await ask(server, 'GET', '/_ensaio/runs')).status).toBe(200);
});

test('answers after whatever bytes came before', async () => {
  const server = await started(simulate([]));
  const good = rawRequest('/v1/messages', SMALL);
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: good.length }),
      fc.nat({ max: 20 }),
      fc.string({ unit: 'binary', maxLength: 20 }),
      async (at, cut, put) => {
        const { socket } = await rawClient(server);
        socket.end(good.slice(0, at) + put + good.slice(at + cut));
        expect((await ask(server, 'GET', '/_ensaio/runs')).status).toBe(200);
        socket.destroy();
      },
    ),
    { numRuns: 60 },
  );
});

test('tells how long an answer is, but for an empty one, which clients would take as none', async () => {
  const client = await rawClient(await started(simulate(['Snow ☃.', emptyAnswer()])));
  client.socket.write(rawRequest('/v1/messages', SMALL));
  const [head, json] = (await client.until(/\}$/)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^content-length: ${json!.length}\r?$`, 'im'));
  client.socket.write(rawRequest('/v1/messages', SMALL, { connection: 'close' }));
  const empty = (await client.closed()).slice(head!.length + json!.length);
  expect(empty).toContain('HTTP/1.1 200');
  expect(empty).not.toMatch(/content-length/i);
});

test('sends every event in a chunk of its own', async () => {
  const client = await rawClient(await started(simulate([streamed('Hello.', { pieces: 2 })])));
  client.socket.write(rawRequest('/v1/messages', STREAMED, { connection: 'close' }));
  const answer = await client.closed();
  const chunks = answer.match(/\r\n[0-9a-f]+\r\nevent: /g);
  expect(chunks).toHaveLength(answer.match(/^event: /gm)!.length);
  expect(chunks!.length).toBeGreaterThan(6);
});

test('frames nothing for a client of HTTP/1.0, whose answer ends with the connection', async () => {
  const turn = streamed('Snow ☃.', { pieces: 2 });
  const server = await started(simulate([turn, turn]));
  const client = await rawClient(server);
  client.socket.write(rawRequest('/v1/messages', STREAMED).replace('HTTP/1.1', 'HTTP/1.0'));
  const [head, sent] = (await client.closed()).split(/\r\n\r\n/);
  expect(head).not.toMatch(/transfer-encoding/i);
  const events = sent!.split('\n\n').slice(0, -1);
  expect(events.every((event) => /^event: \w+\ndata: \{.*\}$/.test(event))).toBe(true);
  expect(events.at(-1)).toContain('message_stop');
});

test('what comes in other chunks than events is framed as well', async () => {
  const shape = { bytes: [1, 7, 1000] };
  const server = await started(simulate([streamed('Snow ☃.', shape), 'Hello.']));
  const client = await rawClient(server);
  client.socket.write(rawRequest('/v1/messages', STREAMED));
  const answer = await client.until(/\r\n0\r\n\r\n$/);
  expect(answer).toMatch(/\r\n1\r\ne\r\n7\r\nvent: m\r\n3e8\r\n/);
  client.socket.write(rawRequest('/v1/messages', SMALL));
  expect(await client.until(/Hello\./)).toContain('Hello.');
});

test.each([SMALL, STREAMED])('compresses what is said to be compressed: %s', async (sent) => {
  const turn = streamed('Hello.', { encoding: 'gzip' });
  const server = await started(simulate([turn, turn]));
  const client = await rawClient(server);
  client.socket.write(rawRequest('/v1/messages', sent, { connection: 'close' }));
  const answer = await client.closed();
  expect(answer).toMatch(/^content-encoding: gzip\r$/im);
  // The two bytes that gzip begins with, and no word of the answer.
  expect(answer).toContain('\u001F\u008B');
  expect(answer).not.toContain('Hello');
  const reply = await clientOf(server).messages.create(JSON.parse(SMALL));
  expect(reply.content).toMatchObject([{ text: 'Hello.' }]);
});
