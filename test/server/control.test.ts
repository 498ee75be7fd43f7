// What a server tells of its runs, and whom it tells.
import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { simulate, text, toolUse } from '../../fakes/index.ts';
import type { EnsaioServer } from '../../fakes/server.ts';
import { controlRoutes } from '../../fakes/server/control-routes.ts';
import { checkAccess } from '../../fakes/server/guard.ts';
import { rules } from '../../src/rules/index.ts';
import { answerTo, ask, clientOf, request, started } from './started.ts';

const order = [
  { name: 'order', script: [[text('Let me look.'), toolUse('look', { at: 'A-1' })], 'It ships.'] },
];
const say = (server: EnsaioServer, run: string): Promise<string> =>
  answerTo(server, `/run/${run}/v1/messages`);

test('lists scripts and the runs that have begun', async () => {
  const server = await started(order);
  expect((await ask(server, 'GET', '/_ensaio/scripts')).body).toEqual([
    { name: 'order', title: 'order', turns: 2, routes: 0 },
  ]);
  expect((await ask(server, 'GET', '/_ensaio/runs')).body).toEqual([]);
  await say(server, 'order~1');
  expect((await ask(server, 'GET', '/_ensaio/runs')).body).toEqual([
    {
      name: 'order~1',
      script: 'order',
      done: false,
      exchanges: 1,
      dropped: { exchanges: 0, unexpected: 0, refused: {} },
      open: 0,
      pending: 1,
      unexpected: 0,
      violations: 0,
      notes: 0,
    },
  ]);
});

test('shows journal, transcripts and pending turns, and no key', async () => {
  const server = await started(order);
  const client = clientOf(server, '/run/order', 'sk-ant-secret-of-mine');
  const tools = [{ name: 'look', input_schema: { type: 'object' as const } }];
  const params = { model: 'claude-opus-5', max_tokens: 64, tools };
  const user = { role: 'user' as const, content: 'Where is A-1?' };
  const { content } = await client.messages.create({ ...params, messages: [user] });
  const { body: pending } = await ask(server, 'GET', '/_ensaio/runs/order/pending');
  expect(pending).toEqual([
    { place: 'turn 2', turn: { type: 'message', content: [{ type: 'text', text: 'It ships.' }] } },
  ]);
  const call = content.find((block) => block.type === 'tool_use')!;
  const result = { type: 'tool_result' as const, tool_use_id: call.id, content: 'on its way' };
  const history = [
    user,
    { role: 'assistant' as const, content },
    { role: 'user' as const, content: [result] },
  ];
  await client.messages.create({ ...params, messages: history });

  const { body: journal } = await ask(server, 'GET', '/_ensaio/runs/order/journal');
  expect(journal).toEqual(JSON.parse(JSON.stringify(server.simulation('order').journal)));
  expect(JSON.stringify(journal)).not.toContain('secret');
  const { body: newest } = await ask(server, 'GET', '/_ensaio/runs/order/journal?from=1');
  expect(newest).toEqual(journal.slice(1));

  const { body: transcripts } = await ask(server, 'GET', '/_ensaio/runs/order/transcripts');
  expect(transcripts).toMatchObject([
    {
      exchanges: [0, 1],
      text: expect.stringContaining('-> on its way') as string,
      toolCalls: [{ id: call.id, name: 'look', input: { at: 'A-1' }, result }],
      reply: { content: [{ text: 'It ships.' }] },
      invariants: [],
    },
  ]);
  expect(transcripts[0].messages).toHaveLength(4);
  expect((await ask(server, 'GET', '/_ensaio/runs/order/verify')).body).toEqual({ done: true });
});

test('verifies with the report of assertDone', async () => {
  const server = await started(order);
  await say(server, 'order');
  await ask(server, 'POST', '/run/order/v1/messages', request({}, { max_tokens: -1 }));
  const { status, body } = await ask(server, 'GET', '/_ensaio/runs/order/verify');
  expect(status).toBe(409);
  expect(body).toMatchObject({
    done: false,
    error: { code: 'not-done', details: { unused: 1, open: 0, unexpected: 0, refused: 1 } },
  });
  expect(() => server.simulation('order').assertDone()).toThrow(body.error.message as string);
});

test('a run that nobody has reached is not done', async () => {
  const server = await started(order);
  expect((await ask(server, 'GET', '/_ensaio/runs/order~1/verify')).status).toBe(409);
});

test.each<[what: string, text: string]>([
  ['JSON', '{"turns": [{"reply": "Hello."}]}'],
  ['YAML', 'turns:\n  - reply: Hello.\n'],
  ['a list of turns', '[{ reply: Hello. }]'],
  [
    'a whole scenario',
    'name: hello\ninput: Say it.\nturns: [{ reply: Hello. }]\nexpect: { requests: 1 }\n',
  ],
])('takes a script as %s', async (_what, script) => {
  const server = await started([]);
  const put = await ask(server, 'PUT', '/_ensaio/scripts/Say%20hello', { body: script });
  expect(put).toMatchObject({ status: 200, body: { name: 'say-hello', turns: 1 } });
  expect(await say(server, 'say-hello')).toBe('Hello.');
  expect(await say(server, 'say-hello~2')).toBe('Hello.');
});

test('says where a script is wrong, and leaves the one it had', async () => {
  const server = await started(order);
  const { status, body } = await ask(server, 'PUT', '/_ensaio/scripts/order', {
    body: 'turns:\n  - reply: Hello.\n  - repyl: Again.\n',
  });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({
    code: 'scenario-invalid',
    details: { problems: [{ code: 'unknown-key', line: 3, column: 5, path: 'turns[1].repyl' }] },
  });
  expect(body.error.message).toContain('order:3:5 unknown-key');
  const { status: second, body: list } = await ask(server, 'PUT', '/_ensaio/scripts/order', {
    body: '[{ reply: [{ type: text }] }]',
  });
  expect([second, list.error.code]).toEqual([400, 'scenario-invalid']);
  expect(await say(server, 'order')).toBe('Let me look.');
});

test('a script that is put makes its runs start over, and those that are taken away are gone', async () => {
  const server = await started(order);
  await say(server, 'order');
  await say(server, 'default');
  await ask(server, 'PUT', '/_ensaio/scripts/order', { body: '[{ reply: New. }]' });
  expect(await say(server, 'order')).toBe('New.');
  expect(await say(server, 'default')).toBe('New.');
  expect((await ask(server, 'DELETE', '/_ensaio/scripts/order')).status).toBe(204);
  expect((await ask(server, 'GET', '/_ensaio/runs')).body).toEqual([]);
  expect(await say(server, 'order')).toBe('ensaio_run_unknown');
  const { status, body } = await ask(server, 'DELETE', '/_ensaio/scripts/Order');
  expect([status, body.error.code]).toEqual([404, 'script-unknown']);
});

test.each([
  ['the only script', order],
  ['a simulation', simulate(['Old.'])],
])('a script that is put as default takes the place of %s', async (_what, source) => {
  const server = await started(source);
  await say(server, 'default');
  await ask(server, 'PUT', '/_ensaio/scripts/default', { body: '[{ reply: New. }]' });
  expect(await answerTo(server, '/v1/messages')).toBe('New.');
  expect(await say(server, 'default~1')).toBe('New.');
  expect((await ask(server, 'GET', '/_ensaio/runs/default')).body.script).toBe('default');
});

test('tells the rules', async () => {
  const { body } = await ask(await started([]), 'GET', '/_ensaio/rules');
  expect(body.map(({ id }: { id: string }) => id)).toEqual(rules.map(({ id }) => id));
  expect(body[0]).toMatchObject({ status: 413, stage: 'transport', essential: true, doubt: null });
});

test('answers what is no endpoint with what there is', async () => {
  const server = await started(order);
  const codes = async (method: string, path: string): Promise<unknown[]> => {
    const { status, body } = await ask(server, method, path);
    return [status, body.error.code, body.error.message];
  };
  expect(await codes('GET', '/_ensaio/nothing')).toEqual([
    404,
    'path-unknown',
    'There is no /_ensaio/nothing.',
  ]);
  expect(await codes('POST', '/_ensaio/runs/order')).toEqual([
    405,
    'method-unknown',
    '/_ensaio/runs/order takes GET, DELETE, received POST.',
  ]);
  expect(await codes('GET', '/_ensaio/runs/nobody/journal')).toEqual([
    404,
    'run-unknown',
    'There is no script "nobody" for the run "nobody".',
  ]);
  expect(await codes('PUT', '/_ensaio/scripts/~')).toEqual([
    400,
    'option-invalid',
    'A script cannot be named "~".',
  ]);
  const headers = { accept: 'application/json' };
  const { body } = await ask(server, 'GET', '/_ensaio', { headers });
  expect(body.endpoints).toHaveLength(controlRoutes.length);
});

/** The changes of the runs, one after another. */
async function* changes({ url }: EnsaioServer, signal?: AbortSignal): AsyncGenerator<string[]> {
  const response = await fetch(`${url}/_ensaio/events`, { signal: signal ?? null });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  let received = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    received += chunk;
    for (let end = received.indexOf('\n\n'); end !== -1; end = received.indexOf('\n\n')) {
      const [name, data] = received.slice(0, end).split('\n');
      expect(name).toBe('event: change');
      yield (JSON.parse(data!.replace('data: ', '')) as { runs: string[] }).runs;
      received = received.slice(end + 2);
    }
  }
}

test('tells which runs change while they do, and ends when the server does', async () => {
  const server = await started(order);
  await say(server, 'order~1');
  const events = changes(server);
  expect((await events.next()).value).toEqual(['order~1']);
  const seen = async (run: string): Promise<void> => {
    for (;;) {
      const { value } = await events.next();
      if (value?.includes(run)) return;
    }
  };
  await Promise.all([seen('order~2'), say(server, 'order~2')]);
  await Promise.all([seen('order~1'), ask(server, 'POST', '/_ensaio/runs/order~1/reset')]);
  await server.close();
  // Whatever was still on its way, and then the end.
  const left: string[][] = [];
  for await (const runs of events) left.push(runs);
  expect(left.flat()).not.toContain('order');
});

test('tells nothing to those who have gone', async () => {
  const server = await started(order);
  const controller = new AbortController();
  const events = changes(server, controller.signal);
  expect((await events.next()).value).toEqual([]);
  controller.abort();
  await expect(events.next()).rejects.toThrow(/abort/i);
  expect(await say(server, 'order')).toBe('Let me look.');
});

/** A GET with headers that fetch would not send. */
function get(
  { url }: EnsaioServer,
  path: string,
  headers: Readonly<Record<string, string>>,
  method = 'GET',
): Promise<{ status: number; headers: Readonly<Record<string, unknown>>; code: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${url}${path}`, { method, headers }, (response) => {
      let received = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
      response.on('end', () => {
        const { error } = JSON.parse(received === '' ? '{}' : received) as {
          error?: { code: string };
        };
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          code: error?.code ?? 'none',
        });
      });
    });
    sent.on('error', reject).end();
  });
}

test.each<[what: string, headers: Record<string, string>, status: number]>([
  ['nothing said', {}, 200],
  ['a page of this machine', { origin: 'http://localhost:5173' }, 200],
  ['a page of this machine by number', { origin: 'http://127.0.0.1:1' }, 200],
  ['the name localhost', { host: 'localhost:4010' }, 200],
  ['a name under localhost', { host: 'app.localhost' }, 200],
  ['the loopback of IPv6', { host: '[::1]:4010' }, 200],
  ['a page of another site', { origin: 'https://evil.example' }, 403],
  ['a page whose origin is hidden', { origin: 'null' }, 403],
  ['a page that looks like this machine', { origin: 'http://localhost.evil.example' }, 403],
  ['a name that leads here', { host: 'evil.example' }, 403],
  ['a number that is none', { host: '127.0.0.1.evil.example' }, 403],
])('without a token, lets in: %s → %i', async (...[, headers, status]) => {
  const server = await started(order);
  const answer = await get(server, '/_ensaio/runs', headers);
  expect([answer.status, answer.code]).toEqual([
    status,
    status === 200 ? 'none' : 'origin-refused',
  ]);
  const { origin = '' } = headers;
  const readable = answer.headers['access-control-allow-origin'];
  expect(readable).toBe(status === 200 && origin !== '' ? origin : undefined);
  const asked = await get(server, '/_ensaio/runs', { origin, ...headers }, 'OPTIONS');
  if (origin !== '') expect(asked.status).toBe(status === 200 ? 204 : 403);
});

test('verifies what turns expect of their requests, of scenarios that it was started with or given', async () => {
  const server = await started([]);
  const turns = `
- reply: { content: [{ tool_use: { id: toolu_a, name: look, input: {} } }] }
- expect: { tool_results: [{ tool_use_id: toolu_a, content: { contains: left } }], user: Hello. }
  reply: Seen.
`;
  await ask(server, 'PUT', '/_ensaio/scripts/looks', { body: turns });
  const tools = [{ name: 'look', input_schema: { type: 'object' } }];
  await ask(server, 'POST', '/run/looks/v1/messages', request({}, { tools }));
  const content = [{ type: 'tool_result', tool_use_id: 'toolu_a', content: 'seen right' }];
  const messages = [
    { role: 'user', content: 'Hello.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_a', name: 'look', input: {} }] },
    { role: 'user', content },
  ];
  await ask(server, 'POST', '/run/looks/v1/messages', request({}, { tools, messages }));
  const { status, body } = await ask(server, 'GET', '/_ensaio/runs/looks/verify');
  expect(status).toBe(409);
  expect(body.error).toMatchInlineSnapshot(`
    {
      "code": "not-done",
      "details": {
        "expectations": [
          "Turn 2, request 2, tool_results[0].content: expected a text that contains "left", received "seen right".",
        ],
      },
      "message": "Turn 2, request 2, tool_results[0].content: expected a text that contains "left", received "seen right".",
    }
  `);
  expect((await ask(server, 'GET', '/_ensaio/runs')).body).toMatchObject([{ done: false }]);
});

test.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['192.0.2.2', false],
  ['::ffff:192.0.2.2', false],
  ['fe80::1', false],
  [undefined, false],
])('without a token, answers what comes from %s: %s', (from, isAnswered) => {
  const url = new URL('http://127.0.0.1:4010/_ensaio/runs');
  const check = (): void =>
    checkAccess({ headers: new Headers(), url, from }, { token: undefined, hostname: '0.0.0.0' });
  if (isAnswered) check();
  else expect(check).toThrow('which is another machine');
});

test('answers HEAD like GET, for those who only ask whether it is there', async () => {
  const server = await started(order);
  for (const path of ['/_ensaio/', '/_ensaio/runs', '/_ensaio/scripts']) {
    expect((await ask(server, 'HEAD', path)).status).toBe(200);
  }
  expect((await ask(server, 'HEAD', '/_ensaio/nothing')).status).toBe(404);
});

test.each(['x', '1.5', '-1', ''])('takes no "%s" for the number of an exchange', async (from) => {
  const server = await started(order);
  const { status, body } = await ask(server, 'GET', `/_ensaio/runs/order/journal?from=${from}`);
  expect([status, body.error]).toEqual([
    400,
    {
      code: 'option-invalid',
      message: `from is a whole number, received "${from}".`,
      hint: 'It is the index of the first exchange that is wanted: ?from=2.',
      details: {},
    },
  ]);
});

test.each<[what: string, headers: Record<string, string>, status: number]>([
  ['nothing', {}, 401],
  ['another token', { 'x-ensaio-token': 'other' }, 401],
  ['another bearer', { authorization: 'Bearer other' }, 401],
  ['the token', { 'x-ensaio-token': 'test token' }, 200],
  ['the bearer', { authorization: 'Bearer test token' }, 200],
  [
    'the token from anywhere',
    { 'x-ensaio-token': 'test token', host: 'ensaio', origin: 'https://app.example' },
    200,
  ],
])('with a token, lets in who sends %s → %i', async (...[, headers, status]) => {
  const server = await started(order, { token: 'test token' });
  const answer = await get(server, '/_ensaio/runs', headers);
  expect([answer.status, answer.code]).toEqual([status, status === 200 ? 'none' : 'token-wrong']);
  expect(await say(server, 'order')).toBe('Let me look.');
});

test('lets a page of any origin use the API, with whatever headers it asks for', async () => {
  const server = await started(order);
  const origin = 'https://app.example';
  const asked = await fetch(`${server.url}/v1/messages`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'anthropic-dangerous-direct-browser-access,x-api-key',
    },
  });
  expect(asked.status).toBe(204);
  expect(Object.fromEntries(asked.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': expect.stringContaining('POST') as string,
    'access-control-allow-headers': 'anthropic-dangerous-direct-browser-access,x-api-key',
  });
  for (const fields of [{}, { stream: true }, { max_tokens: -1 }]) {
    const answer = await fetch(`${server.url}/v1/messages`, request({ origin }, fields));
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-expose-headers')).toBe('*');
    await answer.text();
  }
  expect(server.simulation().journal).toHaveLength(3);
});
