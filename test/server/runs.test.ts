// Which run a request is for, and that runs share nothing.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { scriptName } from '../../fakes/server/script-name.ts';
import { answerTo, ask, clientOf, request, started } from './started.ts';

const scripts = [
  { name: 'First one!', script: ['first 1', 'first 2'] },
  { name: 'v1', script: ['second 1', 'second 2'] },
];

test.each<[what: string, path: string, headers: Record<string, string>, run: string]>([
  ['the path', '/run/first-one/v1/messages', {}, 'first-one'],
  ['the path, with a run of its own', '/run/first-one~a/v1/messages', {}, 'first-one~a'],
  ['the path, encoded', '/run/first-one~a%20b/v1/messages', {}, 'first-one~a b'],
  ['the path, named like a version', '/run/v1/v1/messages', {}, 'v1'],
  ['the header', '/v1/messages', { 'x-ensaio-run': 'v1~b' }, 'v1~b'],
  ['the key', '/v1/messages', { 'x-api-key': 'sk-ant-test-v1~c' }, 'v1~c'],
  [
    'the bearer',
    '/v1/messages',
    { 'x-api-key': '', authorization: 'Bearer sk-ant-test-v1~d' },
    'v1~d',
  ],
  [
    'the header of a script alone',
    '/v1/messages',
    { 'x-ensaio-scenario': 'First one!' },
    'first-one',
  ],
  [
    'a name of any kind with the header of a script',
    '/run/worker 7/v1/messages',
    { 'x-ensaio-scenario': 'v1' },
    'worker 7',
  ],
  [
    'the path before the header before the key',
    '/run/v1~path/v1/messages',
    { 'x-ensaio-run': 'v1~header', 'x-api-key': 'sk-ant-test-v1~key' },
    'v1~path',
  ],
  [
    'the header before the key',
    '/v1/messages',
    { 'x-ensaio-run': 'v1~header', 'x-api-key': 'sk-ant-test-v1~key' },
    'v1~header',
  ],
])('takes the run from %s', async (_what, path, headers, run) => {
  const server = await started(scripts);
  const prefix = run.startsWith('first') ? 'first' : 'second';
  expect(await answerTo(server, path, headers)).toBe(`${prefix} 1`);
  expect(await answerTo(server, path, headers)).toBe(`${prefix} 2`);
  const { body: runs } = await ask(server, 'GET', '/_ensaio/runs');
  expect(runs).toMatchObject([{ name: run, exchanges: 2, pending: 0, done: true }]);
  expect(server.simulation(run).journal.map(({ request: { path: sent } }) => sent)).toEqual([
    '/v1/messages',
    '/v1/messages',
  ]);
});

test('begins each run at the first turn of its script', async () => {
  const server = await started(scripts);
  for (const run of ['first-one', 'first-one~a', 'first-one~b']) {
    expect(await answerTo(server, `/run/${run}/v1/messages`)).toBe('first 1');
  }
  expect(await answerTo(server, '/run/first-one~a/v1/messages')).toBe('first 2');
  expect(server.simulation('first-one~b').pending).toHaveLength(1);
});

test('makes the only script that of the run default', async () => {
  const server = await started(scripts.slice(0, 1));
  expect(await answerTo(server, '/v1/messages')).toBe('first 1');
  expect(await answerTo(server, '/some/gateway/v1/messages')).toBe('first 2');
  expect(await answerTo(server, '/run/default~a/v1/messages')).toBe('first 1');
  expect(await answerTo(server, '/v1/messages', { 'x-api-key': 'sk-ant-api03-x' })).toBe(
    'ensaio_no_turn',
  );
});

test('serves a simulation as the run default', async () => {
  const simulation = simulate(['Hello.']);
  const server = await started(simulation);
  expect(server.simulation()).toBe(simulation);
  expect(await answerTo(server, '/v1/messages')).toBe('Hello.');
  simulation.assertDone();
  await ask(server, 'DELETE', '/_ensaio/runs/default');
  expect(simulation.journal).toEqual([]);
  expect(await answerTo(server, '/v1/messages')).toBe('Hello.');
});

test('says what there is to a request that no run is there for', async () => {
  const server = await started(scripts);
  const told = async (path: string, headers = {}): Promise<string> => {
    const init = { method: 'POST', headers: { 'x-api-key': 'test', ...headers }, body: '{}' };
    const { status, headers: got, body } = await ask(server, 'POST', path, init);
    expect(status).toBe(418);
    expect(got.get('x-should-retry')).toBe('false');
    expect(body.request_id).toBe(got.get('request-id'));
    return `${body.error.details.error_code}: ${body.error.message}`;
  };
  expect([
    await told('/v1/messages'),
    await told('/run/frist-one/v1/messages'),
    await told('/v1/messages', { 'x-api-key': 'sk-ant-test-nobody~1' }),
    await told(`/run/v1~${'x'.repeat(200)}/v1/messages`),
    await told('/run//v1/messages'),
  ]).toMatchInlineSnapshot(`
    [
      "ensaio_run_unknown: [ensaio] Nothing says which of the 2 scripts the run "default" is of. Put /run/<script> behind the base URL, or send the header x-ensaio-run: <script>. The scripts are first-one, v1.",
      "ensaio_run_unknown: [ensaio] There is no script "frist-one" for the run "frist-one". A run is named <script> or <script>~<anything>. The scripts are first-one, v1.",
      "ensaio_run_unknown: [ensaio] There is no script "nobody" for the run "nobody~1". A key that begins sk-ant-test- names a run, and this one does. A run is named <script> or <script>~<anything>. The scripts are first-one, v1.",
      "ensaio_run_unknown: [ensaio] The name of a run has at most 200 characters, received 203.",
      "ensaio_run_unknown: [ensaio] There is no script "" for the run "". A run is named <script> or <script>~<anything>. The scripts are first-one, v1.",
    ]
  `);
  expect(await answerTo(server, '/run/v1/v1/messages')).toBe('second 1');
  expect(
    await told('/run/v1/v1/messages', { 'x-ensaio-scenario': 'First one!' }),
  ).toMatchInlineSnapshot(
    `"ensaio_run_taken: [ensaio] The run "v1" is of the script "v1", and this request wants it to be of "First one!". Give the other run another name, or DELETE /_ensaio/runs/v1 first."`,
  );
});

test('knows a run by its script however that is spelt', async () => {
  const server = await started(scripts);
  const spellings = ['first-one~a', 'First one!~a', 'FIRST-ONE~a', 'first%20one~a'];
  const answers: string[] = [];
  for (const run of spellings) {
    answers.push(await answerTo(server, `/run/${encodeURI(decodeURI(run))}/v1/messages`));
  }
  expect(answers).toEqual(['first 1', 'first 2', 'ensaio_no_turn', 'ensaio_no_turn']);
  expect(server.simulation('First one!~a')).toBe(server.simulation('first-one~a'));
});

test('begins no run by looking at one', async () => {
  const server = await started([{ name: 'empty', script: [] }]);
  expect((await ask(server, 'GET', '/_ensaio/runs/empty~typo')).body).toMatchObject({
    name: 'empty~typo',
    exchanges: 0,
  });
  const { status, body } = await ask(server, 'GET', '/_ensaio/runs/empty~typo/verify');
  expect(status).toBe(409);
  expect(body).toEqual({
    done: false,
    error: {
      code: 'not-done',
      message: 'No request has come to the run "empty~typo".',
      hint: 'GET /_ensaio/runs lists those that have begun: is the base URL of the client that of this run?',
      details: {},
    },
  });
  expect((await ask(server, 'DELETE', '/_ensaio/runs/empty~typo')).status).toBe(204);
  expect((await ask(server, 'GET', '/_ensaio/runs')).body).toEqual([]);
});

test('begins no more runs than there may be, and forgets none by itself', async () => {
  const server = await started(scripts, { runLimit: 2 });
  expect(await answerTo(server, '/run/v1~a/v1/messages')).toBe('second 1');
  expect(await answerTo(server, '/run/v1~b/v1/messages')).toBe('second 1');
  const { status, body } = await ask(server, 'POST', '/run/v1~c/v1/messages', request());
  expect(status).toBe(418);
  expect(body.error.message).toMatchInlineSnapshot(
    `"[ensaio] The run "v1~c" would be one more than the 2 that there may be. DELETE /_ensaio/runs/<name> forgets a run; runLimit (\`--run-limit\` of ensaio serve) allows more."`,
  );
  expect((await ask(server, 'POST', '/_ensaio/runs/v1~c/reset')).status).toBe(429);
  expect(await answerTo(server, '/run/v1~a/v1/messages')).toBe('second 2');
  await ask(server, 'DELETE', '/_ensaio/runs/v1~b');
  expect(await answerTo(server, '/run/v1~c/v1/messages')).toBe('second 1');
});

test('says so when there is no script at all, and when there is only a simulation', async () => {
  const bare = await started([]);
  const single = await started(simulate([]));
  const messageOf = async (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'answered',
      (error: Error) => error.message,
    );
  const ask1 = { model: 'claude-opus-5', max_tokens: 9, messages: [] };
  expect(await messageOf(clientOf(bare).messages.create(ask1))).toContain('PUT /_ensaio/scripts/');
  expect(await messageOf(clientOf(single, '/run/a').messages.create(ask1))).toContain(
    'The server was given one simulation',
  );
});

test('refuses two scripts that would have one name', async () => {
  const twice = [...scripts, { name: 'FIRST  one', script: [] }];
  await expect(started(twice)).rejects.toMatchObject({
    code: 'option-invalid',
    reason: 'Two scripts would be served as "first-one": "First one!" and "FIRST  one".',
  });
});

test('finds a name for any title', async () => {
  const server = await started([
    { name: '前', script: [] },
    { name: 'Olá, São Paulo', script: [] },
  ]);
  expect(server.scripts.map(({ name }) => name)).toEqual(['script-1', 'ola-sao-paulo']);
});

test('makes names that need no escape and stay as they are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (title) => {
      const name = scriptName(title);
      expect(encodeURIComponent(name)).toBe(name);
      expect(scriptName(name)).toBe(name);
      expect(name).not.toContain('~');
    }),
  );
});
