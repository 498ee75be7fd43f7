/** A request comes in more forms than one, and none of them is read as another. */
import { expect, test } from 'vitest';
import { events, rawAnswer, simulate, streamed } from '../../fakes/index.ts';
import { body, HEADERS, send } from '../support/send.ts';

const URL_OF_API = 'https://api.anthropic.com/v1/messages';

const init = (fields: RequestInit = {}): RequestInit => ({
  method: 'POST',
  headers: HEADERS,
  body: JSON.stringify(body()),
  ...fields,
});

test('what is said beside a Request counts for more than what it says itself', async () => {
  const simulation = simulate(['Hello.']);
  const other = JSON.stringify(body({ max_tokens: 7 }));
  const request = new Request(URL_OF_API, init());
  const headers = { ...HEADERS, 'anthropic-beta': 'compact-2026-09-04' };
  expect((await simulation.fetch(request, { body: other, headers })).status).toBe(200);
  expect(simulation.journal[0]!.request).toMatchObject({
    betas: ['compact-2026-09-04'],
    body: { max_tokens: 7 },
  });
});

test('a Request that was aborted is not read, however long its body is', async () => {
  const endless = new ReadableStream();
  const aborted = init({ body: endless, signal: AbortSignal.abort(new Error('enough')) });
  const request = new Request(URL_OF_API, { ...aborted, duplex: 'half' } as RequestInit);
  await expect(simulate([]).fetch(request)).rejects.toThrow('enough');
});

test('without a body it is one without JSON', async () => {
  const simulation = simulate([]);
  for (const empty of [{}, { body: null }, { body: '' }]) {
    const { body: _body, ...rest } = init();
    expect((await simulation.fetch(URL_OF_API, { ...rest, ...empty })).status).toBe(400);
  }
  const listed = await simulation.fetch(new URL('/v1/models?limit=1', URL_OF_API), {
    headers: HEADERS,
  });
  expect(await listed.json()).toMatchObject({ data: [{}] });
});

test.each(['null', '[]', '5', '"mcp_servers"', 'true', '[null]'])(
  'the journal has %s as it was sent',
  async (json) => {
    const simulation = simulate([]);
    expect((await send(simulation, json)).status).toBe(400);
    expect(simulation.journal[0]!.request.body).toEqual(JSON.parse(json));
    const lenient = simulate([], { strict: false });
    expect((await send(lenient, json)).body.error).toMatchObject({
      message: '[ensaio] Request 1: the request has no messages.',
      details: { error_code: 'ensaio_no_turn' },
    });
  },
);

test.each([{}, { thread: null }])('a request asks for no thread by %j', async (fields) => {
  const simulation = simulate(['a'], { threads: 'refuse' });
  const answer = await send(simulation, body(fields));
  expect(answer.status, answer.text).toBe(200);
});

test('a body that is said to be larger than any may be is not read', async () => {
  const simulation = simulate([]);
  const headers = { ...HEADERS, 'content-length': String(2 ** 40) };
  const answer = await simulation.fetch(new Request(URL_OF_API, init({ headers })));
  expect(answer.status).toBe(413);
});

test('what is no answer of the API goes out, and into the journal, as it is written', async () => {
  const raw = { status: 503, headers: { 'x-gateway': 'g' }, body: 'down' };
  const simulation = simulate([rawAnswer(raw), rawAnswer({ status: 204 }), 'Hello.']);
  const response = await simulation.fetch(URL_OF_API, init());
  expect(Object.fromEntries(response.headers)).toEqual({ 'x-gateway': 'g' });
  expect([response.status, await response.text()]).toEqual([503, 'down']);
  expect((await simulation.fetch(URL_OF_API, init())).body).toBeNull();
  expect(simulation.journal[0]).toMatchObject({
    outcome: 'failed',
    response: { ...raw, streamed: false },
  });
});

test('nothing is sent of an event that has no bytes', async () => {
  const simulation = simulate([events(['', ': kept alive\n\n', ''])]);
  const fields = init({ body: JSON.stringify(body({ stream: true })) });
  const chunks: number[] = [];
  const response = await simulation.fetch(URL_OF_API, fields);
  for await (const chunk of response.body!) chunks.push(chunk.length);
  expect(chunks).toEqual([14]);
});

test.each([1, 7, [3, 50], 10_000])(
  'chunks of %j bytes tell the same, and none is empty, with waits between them',
  async (bytes) => {
    const clock = { now: () => 0, sleep: () => Promise.resolve() };
    const pace = { delaysMs: [5] };
    const plain = simulate([streamed('Hello, hello.', { pace })], { clock });
    const shaped = simulate([streamed('Hello, hello.', { pace, bytes })], { clock });
    const asked = body({ stream: true });
    const fields = init({ body: JSON.stringify(asked) });
    const response = await shaped.fetch(URL_OF_API, fields);
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body!) chunks.push(chunk);
    const most = Math.max(...[bytes].flat());
    for (const { length } of chunks) expect(length).toBeGreaterThan(0);
    for (const { length } of chunks) expect(length).toBeLessThanOrEqual(most);
    expect(Buffer.concat(chunks).toString()).toBe((await send(plain, asked)).text);
  },
);
