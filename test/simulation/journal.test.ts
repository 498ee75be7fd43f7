/** The journal holds what was sent when it was sent, and never a key. */
import { expect, test } from 'vitest';
import {
  connectionError,
  fakeAnthropic,
  fakeMessages,
  manualClock,
  respond,
  simulate,
  streamed,
  toolUse,
  type Simulation,
} from '../../fakes/index.ts';
import { body, HEADERS, send } from '../support/send.ts';

interface Client {
  messages: {
    create(params: object): Promise<{ content: unknown[] }>;
  };
  simulation: Simulation;
}

const clients: [string, () => Client][] = [
  ['fakeAnthropic', () => fakeAnthropic(['one', 'two']) as unknown as Client],
  ['fakeMessages', () => fakeMessages(['one', 'two']) as unknown as Client],
];

test.each(clients)('holds snapshots that no later change reaches, over %s', async (_name, make) => {
  const client = make();
  const messages = [{ role: 'user' as const, content: 'first' }];
  const answer = await client.messages.create({ model: 'm', max_tokens: 5, messages });
  messages.push({ role: 'user', content: 'second' });
  messages[0]!.content = 'changed';
  answer.content.length = 0;
  await client.messages.create({ model: 'm', max_tokens: 5, messages });
  const { journal } = client.simulation;
  expect(journal.map(({ request }) => request.body.messages)).toEqual([
    [{ role: 'user', content: 'first' }],
    [
      { role: 'user', content: 'changed' },
      { role: 'user', content: 'second' },
    ],
  ]);
  expect(journal[0]!.response!.body).toMatchObject({ content: [{ text: 'one' }] });
});

test.each([
  ['x-api-key', 'sk-ant-api03-very-secret'],
  ['authorization', 'Bearer sk-ant-api03-very-secret'],
  ['cookie', 'session=sk-ant-api03-very-secret'],
  ['x-goog-api-key', 'sk-ant-api03-very-secret'],
  ['helicone-auth', 'Bearer sk-ant-api03-very-secret'],
  ['cf-aig-authorization', 'Bearer sk-ant-api03-very-secret'],
  ['x-session-token', 'sk-ant-api03-very-secret'],
])('never keeps the secret of %s', async (name, value) => {
  const simulation = simulate(['one']);
  await simulation.fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers: { 'x-api-key': 'k', 'anthropic-version': '2026-10-21', [name]: value },
    body: JSON.stringify(body()),
  });
  expect(JSON.stringify(simulation.journal)).not.toContain('very-secret');
  expect(simulation.journal[0]!.request.headers[name]).toBe('[redacted]');
});

test('never keeps the token of an MCP server, nor a key in a refused request', async () => {
  const simulation = simulate(['one'], { apiKey: 'sk-ant-the-right-one' });
  const server = {
    type: 'url',
    name: 'm',
    url: 'https://mcp.test/?token=very-secret',
    authorization_token: 'very-secret',
  };
  const answer = await send(simulation, body({ mcp_servers: [server] }), {
    headers: { 'x-api-key': 'sk-ant-very-secret', 'anthropic-beta': 'mcp-client-2025-11-20' },
  });
  expect(answer.status).toBe(401);
  expect(JSON.stringify(simulation.journal)).not.toContain('secret');
});

test('keeps the address of an MCP server, but for what is asked there', async () => {
  const simulation = simulate(['one', 'two']);
  const urls = ['https://mcp.test/sse', 'https://mcp.test/sse?token=secret&a=b', '?'];
  const servers = urls.map((url, at) => ({ type: 'url', name: `m${at}`, url, tool: { url: 5 } }));
  await send(simulation, body({ mcp_servers: servers }));
  const kept = simulation.journal[0]!.request.body['mcp_servers'] as object[];
  expect(kept).toEqual([
    { ...servers[0], url: 'https://mcp.test/sse' },
    { ...servers[1], url: 'https://mcp.test/sse?[redacted]' },
    { ...servers[2], url: '?[redacted]' },
  ]);
});

test('records what became of each request', async () => {
  const simulation = simulate(['one']);
  await send(simulation, body());
  await send(simulation, '{"model":');
  await send(simulation, body());
  await send(simulation, body(), { path: '/v1/nowhere' });
  expect(
    simulation.journal.map(({ index, outcome, response }) => [index, outcome, response?.status]),
  ).toEqual([
    [0, 'answered', 200],
    [1, 'refused', 400],
    [2, 'unexpected', 418],
    [3, 'refused', 404],
  ]);
});

test('keeps what a script said when it said it', async () => {
  const input: Record<string, unknown> = { at: 'left' };
  const simulation = simulate([[toolUse('look', input)]]);
  await send(simulation, body());
  input['at'] = 'right';
  expect(simulation.journal[0]!.response!.body).toMatchObject({
    content: [{ input: { at: 'left' } }],
  });
});

test('records when each request came in and ended, and what was under way meanwhile', async () => {
  const clock = manualClock({ startsAt: 0 });
  const simulation = simulate(
    [
      'Hello.',
      connectionError(),
      streamed('Hello.', { pace: { ttftMs: 30 } }),
      respond(() => new Promise<never>(() => undefined)),
    ],
    { clock, latency: 10 },
  );
  const controller = new AbortController();
  const ask = (fields: object = {}, signal?: AbortSignal): Promise<unknown> =>
    simulation
      .fetch('https://api.anthropic.com/v1/messages', {
        method: 'POST',
        headers: HEADERS,
        body: JSON.stringify(body({ ...fields })),
        ...(signal ? { signal } : {}),
      })
      .then((response) => response.text())
      .catch(() => undefined);
  const first = ask();
  await clock.advance(4);
  const others = [ask(), ask({ stream: true }), ask({}, controller.signal)];
  await clock.advance(50);
  expect(simulation.journal.at(-1)!.endedAt).toBeUndefined();
  controller.abort();
  await Promise.all([first, ...others]);
  const refused = ask({ max_tokens: 'many' });
  await clock.run(refused);
  expect(
    simulation.journal.map(({ outcome, startedAt, endedAt, alongside }) => [
      outcome,
      startedAt,
      endedAt,
      alongside,
    ]),
  ).toEqual([
    ['answered', 0, 10, []],
    ['failed', 4, 14, [0]],
    ['answered', 4, 44, [0, 1]],
    ['aborted', 4, 54, [0, 1, 2]],
    ['refused', 54, 54, []],
  ]);
});
