/** Connections that fail, wait or lead somewhere else, as the real clients meet them. */
import Anthropic, { APIConnectionError, InternalServerError } from '@anthropic-ai/sdk';
import { afterEach, expect, test, vi } from 'vitest';
import {
  connectionError,
  connectionRefused,
  connectionReset,
  delayed,
  emptyAnswer,
  events,
  fakeAnthropic,
  fakeMessages,
  gatewayPage,
  hang,
  overloaded,
  rawAnswer,
  respond,
  simulate,
  type TurnInput,
} from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';

const params = body() as never;
const streaming = body({ stream: true }) as never;

afterEach(() => void vi.useRealTimers());

test.each([
  [connectionRefused(), 'ECONNREFUSED', 'connect ECONNREFUSED'],
  [connectionReset(), 'ECONNRESET', 'read ECONNRESET'],
  [
    connectionError('fetch failed', { code: 'ENOTFOUND' }),
    'ENOTFOUND',
    'getaddrinfo ENOTFOUND api.anthropic.com',
  ],
  [connectionError('fetch failed', { code: 'EODD' }), 'EODD', 'EODD'],
])('%o fails as fetch does', async (turn, code, message) => {
  const simulation = simulate([turn]);
  await expect(send(simulation, params)).rejects.toMatchObject({
    name: 'TypeError',
    message: 'fetch failed',
    cause: { code, message },
  });
  expect(simulation.journal[0]!.outcome).toBe('failed');
  await expect(
    fakeAnthropic([turn], { maxRetries: 0 }).messages.create(params),
  ).rejects.toBeInstanceOf(APIConnectionError);
  await expect(fakeMessages([turn]).messages.create(params)).rejects.toMatchObject({
    name: 'FakeApiError',
    status: undefined,
    message: 'Connection error.',
    cause: { cause: { code } },
  });
});

test('a broken connection is tried again by the SDK, after its backoff', async () => {
  vi.useFakeTimers();
  const client = fakeAnthropic([connectionRefused(), connectionReset(), 'Hello.'], {
    maxRetries: 2,
  });
  const answer = client.messages.create(params);
  await vi.runAllTimersAsync();
  expect((await answer).content).toMatchObject([{ text: 'Hello.' }]);
  expect(client.simulation.journal.map(({ outcome }) => outcome)).toEqual([
    'failed',
    'failed',
    'answered',
  ]);
});

test('hangs until its caller gives up', async () => {
  const simulation = simulate([hang()]);
  const controller = new AbortController();
  const answer = simulation.fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers: { 'x-api-key': 'k', 'anthropic-version': '2026-10-21' },
    body: JSON.stringify(params),
    signal: controller.signal,
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(simulation.journal[0]!.outcome).toBe('open');
  expect(() => simulation.assertDone()).toThrow('no answer yet');
  controller.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  expect(simulation.journal[0]!.outcome).toBe('aborted');
});

test("the client's timeout ends a hang, and the SDK sends the request again", async () => {
  vi.useFakeTimers();
  const client = fakeAnthropic([hang(), 'Hello.'], { maxRetries: 1, timeout: 30_000 });
  const answer = client.messages.create(params);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(client.simulation.journal.map(({ outcome }) => outcome)).toEqual(['open']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await answer).content).toMatchObject([{ text: 'Hello.' }]);
  // Both were taken, and both would have been paid for.
  expect(client.simulation.journal.map(({ outcome }) => outcome)).toEqual(['aborted', 'answered']);
});

test.each<[string, TurnInput]>([
  ['a message', 'Hello.'],
  ['an error', overloaded()],
  ['what respond returns', respond(() => 'Hello.')],
  ['a late turn', delayed('Hello.', 5)],
])('delays the headers of %s on the clock', async (_what, turn) => {
  const waits: number[] = [];
  const clock = { now: () => 0, sleep: (ms: number) => Promise.resolve(void waits.push(ms)) };
  await send(simulate([delayed(turn, 700)], { clock }), params);
  expect(waits[0]).toBe(700);
});

test('headers later than the timeout of the client count as no answer', async () => {
  vi.useFakeTimers();
  const client = fakeAnthropic([delayed('Late.', 60_000), 'Hello.'], {
    maxRetries: 1,
    timeout: 20_000,
  });
  const answer = client.messages.create(params);
  await vi.advanceTimersByTimeAsync(25_000);
  expect((await answer).content).toMatchObject([{ text: 'Hello.' }]);
  expect(client.simulation.journal[0]!.outcome).toBe('aborted');
  expect(vi.getTimerCount()).toBe(0);
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses a delay of %d', (ms) => {
  expect(() => delayed('Hello.', ms)).toThrow(
    `delayed: ms is a number of milliseconds from 0, received ${ms}.`,
  );
});

test("a gateway's page is an error without the API's envelope", async () => {
  const { status, headers, text } = await send(simulate([gatewayPage()]), params);
  expect(status).toBe(502);
  expect([...headers.keys()]).toEqual(['content-type', 'server']);
  expect(text).toContain('<title>502 Bad Gateway</title>');
  const error = await fakeAnthropic([gatewayPage()], { maxRetries: 0 })
    .messages.create(params)
    .catch((e) => e);
  expect(error).toBeInstanceOf(InternalServerError);
  expect(error).toMatchObject({ status: 502, type: null, requestID: null });
  expect(error.message).toMatch(/^502 <html>/);
  const fake = await fakeMessages([gatewayPage()])
    .messages.create(params)
    .catch((e) => e);
  expect(fake).toMatchObject({ status: 502, type: null, requestID: null });
  expect(fake.message).toBe(error.message);
});

test('an empty 200 is no message', async () => {
  const client = fakeAnthropic([emptyAnswer(), emptyAnswer({ contentType: 'text/event-stream' })]);
  await expect(client.messages.create(params)).rejects.toThrow('Unexpected end of JSON input');
  await expect(client.messages.stream(params).finalMessage()).rejects.toThrow(
    'request ended without sending any chunks',
  );
  expect(client.simulation.journal.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
  const fake = fakeMessages([emptyAnswer(), emptyAnswer()]);
  await expect(fake.messages.create(params)).rejects.toThrow('Unexpected end of JSON input');
  await expect(fake.messages.stream(params).finalMessage()).rejects.toThrow(
    'request ended without sending any chunks',
  );
});

test('sends bytes as they are, whatever the request asked for', async () => {
  const bytes = new Uint8Array([0xff, 0x00, 0x80]);
  const turn = rawAnswer({ status: 203, headers: { 'x-a': 'b' }, body: bytes });
  const response = await simulate([turn]).fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers: { 'x-api-key': 'k', 'anthropic-version': '2026-10-21' },
    body: JSON.stringify(streaming),
  });
  expect(response.status).toBe(203);
  expect([...response.headers]).toEqual([['x-a', 'b']]);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
});

test('an answer with a wrong content type is a text to the SDK', async () => {
  const turn = rawAnswer({ headers: { 'content-type': 'text/plain' }, body: '{"id":"msg_1"}' });
  expect(await fakeAnthropic([turn]).messages.create(params)).toBe('{"id":"msg_1"}');
  expect(await fakeMessages([turn]).messages.create(params)).toBe('{"id":"msg_1"}');
});

test.each([199, 600, 200.5])('refuses the status %d', (status) => {
  expect(() => rawAnswer({ status })).toThrow(
    `rawAnswer: status is 200 to 599, received ${status}.`,
  );
});

test.each([204, 205, 304])('status %d goes out without a body', async (status) => {
  const response = await simulate([rawAnswer({ status })]).fetch(
    'https://api.anthropic.com/v1/messages',
    {
      method: 'POST',
      headers: { 'x-api-key': 'k', 'anthropic-version': '2026-10-21' },
      body: JSON.stringify(params),
    },
  );
  expect([response.status, response.body, [...response.headers]]).toEqual([status, null, []]);
});

test.each<[object | null, string]>([
  [null, 'an answer has status, headers, body, received null.'],
  [{ statuscode: 500 }, 'an answer has status, headers, body, received statuscode.'],
  [{ headers: 'x' }, 'headers is names and values that HTTP headers can have, received "x".'],
  [
    { headers: { 'a b': 'c' } },
    'headers is names and values that HTTP headers can have, received {"a b":"c"}.',
  ],
  [{ body: { a: 1 } }, 'body is a text or bytes, received {"a":1}.'],
  [{ status: 204, body: 'x' }, 'an answer with status 204 has no body, received "x".'],
])('refuses the raw answer %j', (answer, message) => {
  expect(() => rawAnswer(answer as never)).toThrow(`rawAnswer: ${message}`);
});

test('a gateway says its status', async () => {
  expect((await send(simulate([gatewayPage(504)]), params)).text).toContain(
    '<title>504 Gateway Time-out</title>',
  );
});

test('turns inside turns come to an end', async () => {
  const endless = respond(() => endless);
  const { body: answer } = await send(simulate([endless]), params);
  expect(answer.error.message).toBe(
    '[ensaio] Request 1: turn 1 failed: it comes to no end after 100 turns inside turns',
  );
});

test('a stream written by hand goes out as it stands', async () => {
  const written = events(
    [
      {
        event: 'message_start',
        data: {
          type: 'message_start',
          message: {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model: 'm',
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 1, output_tokens: 1 },
          },
        },
      },
      ': keep-alive\n\n',
      { type: 'ping' },
      { event: 'odd', data: 'not JSON' },
      'event: message_stop\ndata: {"type":"m',
    ],
    { lineEnd: 'crlf' },
  );
  const simulation = simulate([written]);
  const { text } = await send(simulation, streaming);
  expect(text.replaceAll('\r\n', '\n')).toBe(
    `event: message_start
data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}

: keep-alive

event: ping
data: {"type": "ping"}

event: odd
data: not JSON

event: message_stop
data: {"type":"m`,
  );
  expect(text.match(/\r\n/g)).toHaveLength(12);
  expect(simulation.journal[0]).toMatchObject({
    outcome: 'failed',
    response: { body: { id: 'msg_1', content: [] } },
  });
});

test('says that a stream written by hand is only for requests that stream', async () => {
  const { body: answer } = await send(simulate([events([{ type: 'ping' }])]), params);
  expect(answer.error.message).toBe(
    '[ensaio] Request 1: turn 1 failed: events() is a stream, and the request does not stream',
  );
});

test.each<[string, () => unknown, string]>([
  ['no list', () => events('x' as never), 'events takes a list of events, received "x".'],
  [
    'pieces',
    () => events([], { pieces: 1 } as never),
    'events: pieces shapes a message, and this is none.',
  ],
])('refuses %s', (_what, make, message) => {
  expect(make).toThrow(message);
});

test('events that are written wrong never break the simulation', async () => {
  const odd = [
    null,
    1,
    [],
    {},
    { type: 'message_start' },
    { type: 'message_delta' },
    { type: 'content_block_start', index: 1e9 },
    { type: 'content_block_delta', index: 1e9, delta: null },
  ];
  const simulation = simulate([events(odd.map((data) => ({ event: 'message_start', data })))]);
  expect((await send(simulation, streaming)).status).toBe(200);
  expect(simulation.journal[0]!.outcome).toBe('failed');
});

test('the client in front is the real one', () => {
  expect(fakeAnthropic([])).toBeInstanceOf(Anthropic);
});
