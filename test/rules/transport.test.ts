/** What is refused before a body means anything, in the order in which the API looks: size, path, key, headers, JSON. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import Anthropic from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';
import { fakeAnthropic, simulate, type Simulation } from '../../fakes/index.ts';
import { isNotSimulated, routeOf } from '../../src/wire/routes.ts';
import { body, HEADERS, send, type SendOptions } from '../support/send.ts';
import { checkCases, refused } from './cases.ts';

const KEY = 'sk-ant-the-right-one';
const LIMIT = 32 * 1024 * 1024;
const UNSUPPORTED = [400, 'request_body_encoding_unsupported'];
const INVALID = [400, 'request_body_encoding_invalid'];
const TOO_LARGE = [413, 'request_body_too_large_after_decoding'];
const OAUTH = 'sk-ant-oat01-a-subscription';

/** The usual headers with some of them left out or changed. */
function headers(changed: Readonly<Record<string, string>>): SendOptions {
  return { headers: { ...HEADERS, ...changed } };
}
const bearer = (key: string): SendOptions =>
  headers({ 'x-api-key': '', authorization: `Bearer ${key}` });
const version = (value: string): SendOptions => headers({ 'anthropic-version': value });
const betas = (value: string): SendOptions => headers({ 'anthropic-beta': value });

const unexpected = (names: string): string =>
  refused(
    `Unexpected value(s) ${names} for the \`anthropic-beta\` header. Please consult our documentation at platform.claude.com/docs or try again without the header.`,
  );

const notSimulated = (asked: string): string =>
  `404 not_found_error: [ensaio] ${asked} is not simulated. The real API has this endpoint; this simulation has only POST /v1/messages, POST /v1/messages/count_tokens, GET /v1/models, GET /v1/models/{id}. Answer it in your test, in front of the simulation: with an MSW handler, or with a fetch of your own that hands all else on to simulation.fetch. [ensaio_not_simulated]`;

checkCases([
  {
    name: 'a path nobody knows',
    rule: 'path-unknown',
    facts: ['H11'],
    sent: body(),
    options: { path: '/v1/message' },
    answer: '404 not_found_error: Not found',
    accepted: body(),
    acceptedOptions: { path: '/v1/messages?beta=true' },
  },
  {
    name: 'a path the simulation does not have',
    rule: 'path-not-simulated',
    facts: ['9.8'],
    sent: { requests: [] },
    options: { path: '/v1/messages/batches' },
    answer: notSimulated('POST /v1/messages/batches'),
    accepted: body(),
  },
  {
    name: 'a file asked for',
    rule: 'path-not-simulated',
    facts: ['9.8'],
    sent: undefined,
    options: { path: '/v1/files/file_1', method: 'GET' },
    answer: notSimulated('GET /v1/files/file_1'),
    accepted: body(),
  },
  {
    name: 'a message got instead of posted',
    rule: 'method-not-allowed',
    facts: ['H12'],
    sent: undefined,
    options: { method: 'GET' },
    answer: '405 invalid_request_error: Method Not Allowed',
    accepted: body(),
  },
  {
    name: 'models posted instead of got',
    rule: 'method-not-allowed',
    facts: ['H12'],
    sent: {},
    options: { path: '/v1/models' },
    answer: '405 invalid_request_error: Method Not Allowed',
    accepted: undefined,
    acceptedOptions: { path: '/v1/models', method: 'GET' },
  },
  {
    name: 'no key',
    rule: 'api-key-missing',
    facts: ['H01', '1.5'],
    sent: body(),
    options: headers({ 'x-api-key': '' }),
    answer: '401 authentication_error: x-api-key header is required',
    accepted: body(),
    acceptedOptions: bearer(KEY),
  },
  {
    name: 'no key, whatever else is wrong',
    rule: 'api-key-missing',
    facts: ['H01'],
    sent: '{',
    options: headers({ 'x-api-key': '', 'anthropic-version': '', 'anthropic-beta': 'x' }),
    answer: '401 authentication_error: x-api-key header is required',
    accepted: body(),
  },
  {
    name: 'a key in no known scheme',
    rule: 'api-key-missing',
    facts: ['H01'],
    sent: body(),
    options: headers({ 'x-api-key': '', authorization: `Basic ${KEY}` }),
    answer: '401 authentication_error: x-api-key header is required',
    accepted: body(),
    acceptedOptions: bearer(KEY),
  },
  {
    name: 'a wrong key',
    rule: 'api-key-wrong',
    facts: ['H02'],
    simulation: { apiKey: KEY },
    sent: body(),
    options: headers({ 'x-api-key': 'sk-ant-another' }),
    answer: '401 authentication_error: invalid x-api-key',
    accepted: body(),
    acceptedOptions: headers({ 'x-api-key': KEY }),
  },
  {
    name: 'a wrong bearer',
    rule: 'api-key-wrong',
    facts: ['H02', '1.5'],
    simulation: { apiKey: KEY },
    sent: body(),
    options: bearer('sk-ant-another'),
    answer: '401 authentication_error: Invalid bearer token',
    accepted: body(),
    acceptedOptions: bearer(KEY),
  },
  {
    name: 'a wrong key next to a right bearer',
    rule: 'api-key-wrong',
    facts: ['1.5'],
    simulation: { apiKey: KEY },
    sent: body(),
    options: headers({ 'x-api-key': 'sk-ant-another', authorization: `Bearer ${KEY}` }),
    answer: '401 authentication_error: invalid x-api-key',
    accepted: body(),
    acceptedOptions: headers({ 'x-api-key': KEY, authorization: 'Bearer sk-ant-another' }),
  },
  {
    name: "a subscription's token without its beta",
    rule: 'oauth-beta-missing',
    facts: ['H03'],
    simulation: { refuse: ['oauth-beta-missing'] },
    sent: body(),
    options: bearer(OAUTH),
    answer: '401 authentication_error: OAuth authentication is currently not supported.',
    accepted: body(),
    acceptedOptions: headers({
      'x-api-key': '',
      authorization: `Bearer ${OAUTH}`,
      'anthropic-beta': 'oauth-2025-04-20',
    }),
  },
  {
    name: 'no version',
    rule: 'version-missing',
    facts: ['H06', '1.1'],
    sent: body(),
    options: version(''),
    answer: refused('anthropic-version: header is required'),
    accepted: body(),
    acceptedOptions: version('2023-06-01'),
  },
  {
    name: 'a version there never was',
    rule: 'version-unknown',
    facts: ['1.1'],
    sent: body(),
    options: version('2024-10-22'),
    answer: refused('anthropic-version: "2024-10-22" is not a valid version'),
    accepted: body(),
    acceptedOptions: version('2026-10-21'),
  },
  {
    name: 'a version sent in two spellings of the header',
    rule: 'version-unknown',
    facts: ['C092'],
    sent: body(),
    options: { headers: { 'Anthropic-Version': '2026-10-21' } },
    answer: refused('anthropic-version: "2026-10-21, 2026-10-21" is not a valid version'),
    accepted: body(),
  },
  {
    name: 'betas that are none, all of them named',
    rule: 'beta-misnamed',
    facts: ['H07'],
    sent: body(),
    options: betas('foo, context-1m-2025-08-07, bar-2027-01-01'),
    answer: unexpected('`foo`, `bar-2027-01-01`'),
    accepted: body(),
    acceptedOptions: betas('context-1m-2025-08-07'),
  },
  {
    name: 'a beta without its day',
    rule: 'beta-misnamed',
    facts: ['H07'],
    sent: body(),
    options: betas('context-1m'),
    answer: unexpected('`context-1m`'),
    accepted: body(),
    acceptedOptions: betas('claude-code-20250219'),
  },
  {
    name: 'a beta nobody has heard of',
    rule: 'beta-unknown',
    facts: ['H07'],
    simulation: { refuse: ['beta-unknown'] },
    sent: body(),
    options: betas('time-travel-2026-09-31'),
    answer: unexpected('`time-travel-2026-09-31`'),
    accepted: body(),
    acceptedOptions: betas('inline-tools-2026-09-15, message-threads-2026-08-12'),
  },
  {
    name: 'an empty list of betas',
    rule: 'beta-unknown',
    facts: ['H07'],
    simulation: { refuse: ['beta-unknown'] },
    sent: body(),
    options: betas(''),
    answer: unexpected('``'),
    accepted: body(),
  },
  {
    name: 'an empty body',
    rule: 'body-not-json',
    facts: ['H09'],
    sent: '',
    answer: refused(
      'The request body is not valid JSON: Input is a zero-length, empty document: line 1 column 1 (char 0)',
    ),
    accepted: body(),
  },
  {
    name: 'a body cut short',
    rule: 'body-not-json',
    facts: ['H08'],
    sent: '{"model":"claude-sonnet-5","max_tokens":',
    answer: refused(
      'The request body is not valid JSON: unexpected end of data: line 1 column 41 (char 40)',
    ),
    accepted: body(),
  },
  {
    name: 'a number that is none',
    rule: 'body-not-json',
    facts: ['H08'],
    sent: '{\n  "max_tokens": NaN\n}',
    answer: refused(
      'The request body is not valid JSON: unexpected character: line 2 column 17 (char 18)',
    ),
    accepted: body(),
  },
  {
    name: 'half an emoji, as JSON.stringify writes it',
    rule: 'body-not-json',
    facts: ['C035'],
    sent: body({ messages: [{ role: 'user', content: 'fire \u{1F525}'.slice(0, 6) }] }),
    answer: refused(
      'The request body is not valid JSON: no low surrogate in string: line 1 column 91 (char 90)',
    ),
    accepted: body({ messages: [{ role: 'user', content: 'fire \u{1F525}' }] }),
  },
  {
    name: 'half an emoji, as it stands in a string',
    rule: 'body-not-json',
    facts: ['C035'],
    sent: '{"model":"fire \uD83D"}',
    answer: refused(
      'The request body is not valid JSON: str is not valid UTF-8: surrogates not allowed: line 1 column 1 (char 0)',
    ),
    accepted: JSON.stringify(body({ metadata: { user_id: 'u' } })).replace('u"', '\u{1F525}"'),
  },
  {
    name: 'a body nested a hundred thousand times',
    rule: 'body-not-json',
    facts: ['H08'],
    sent: '['.repeat(100_000) + ']'.repeat(100_000),
    answer: refused(
      'The request body is not valid JSON: array and object recursion depth exceeded: line 1 column 1026 (char 1025)',
    ),
    accepted: body(),
  },
]);

/** Every path that something is simulated at, with the method it takes. */
const ROUTES: readonly (readonly [path: string, method: string])[] = [
  ['/v1/messages', 'POST'],
  ['/v1/messages/count_tokens', 'POST'],
  ['/v1/models', 'GET'],
  ['/v1/models?limit=0', 'GET'],
  ['/v1/models/claude-opus-5', 'GET'],
  ['/v1/models/nobody-knows-it', 'GET'],
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const ELSEWHERE = ['/v1/message', '/v1/files', '/v1/messages/batches/msgbatch_1/results'];

test.each([
  ...ROUTES.flatMap(([path, taken]) =>
    METHODS.filter((method) => method !== taken).map((method) => ({
      method,
      path,
      only: 'method-not-allowed',
    })),
  ),
  ...ELSEWHERE.flatMap((path) =>
    METHODS.map((method) => ({
      method,
      path,
      only: path === '/v1/message' ? 'path-unknown' : 'path-not-simulated',
    })),
  ),
])(
  '$method $path answers $only and finds fault with nothing else',
  async ({ method, path, only }) => {
    const bodies = ['GET', 'HEAD'].includes(method) ? [undefined] : [undefined, '', '{', '{}'];
    for (const strict of [true, false]) {
      for (const sent of bodies) {
        const simulation = simulate(['Never said.'], { strict });
        // oxlint-disable-next-line no-await-in-loop -- one after another
        const answer = await send(simulation, sent, {
          path,
          method,
          headers: { 'x-api-key': '', 'anthropic-version': '', 'anthropic-beta': 'x' },
        });
        expect(simulation.violations.map(({ rule }) => rule)).toEqual([only]);
        expect(simulation.notes).toEqual([]);
        expect(answer.headers.get('x-should-retry')).toBe('false');
      }
    }
  },
);

test.each([
  ['HEAD', '/', 'which opens a connection ahead of time'],
  ['GET', '/', 'which asks whether anybody is there'],
  ['GET', '/favicon.ico', 'which browsers ask for'],
])('lets %s %s pass, %s', async (method, path) => {
  const simulation = simulate([]);
  expect((await send(simulation, undefined, { path, method })).status).toBe(404);
  simulation.assertDone();
});

test.each([
  ['POST', '/'],
  ['GET', '/v1'],
  ['HEAD', '/v1/message'],
])('does not let %s %s pass', async (method, path) => {
  const simulation = simulate([]);
  expect((await send(simulation, undefined, { path, method })).status).toBe(404);
  expect(() => simulation.assertDone()).toThrow('path-unknown');
});

test('tells a client of the SDK at once that batches and files are not simulated', async () => {
  const client = fakeAnthropic([]);
  const calls: readonly (() => PromiseLike<unknown>)[] = [
    () => client.messages.batches.list(),
    () => client.beta.files.retrieveMetadata('file_1'),
  ];
  for (const ask of calls) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await expect(ask()).rejects.toMatchObject({
      status: 404,
      type: 'not_found_error',
      errorCode: 'ensaio_not_simulated',
      apiMessage: expect.stringMatching(/ is not simulated\..* Answer it in your test/),
    });
  }
  expect(client.simulation.journal).toHaveLength(calls.length);
  expect(() => client.simulation.assertDone()).toThrow(/path-not-simulated/);
});

test('knows every path of the SDK: simulated, or said not to be', () => {
  const sdk = new URL('../../node_modules/@anthropic-ai/sdk/src/', import.meta.url);
  const files = readdirSync(sdk, { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(new URL(file, sdk), 'utf8'));
  const paths = new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/[`'](\/v1\/[a-z_]+[^`'?\s]*)/g)].map(([, path]) =>
        path!.replaceAll(/\$\{[^}]*\}/g, 'an-id'),
      ),
    ),
  );
  expect(paths.size).toBeGreaterThan(50);
  expect([...paths].filter((path) => !routeOf(path) && !isNotSimulated(path))).toEqual([]);
});

const zip = (content: unknown): Uint8Array<ArrayBuffer> =>
  new Uint8Array(gzipSync(typeof content === 'string' ? content : JSON.stringify(content)));

/** Posts bytes with a `content-encoding`. */
async function post(
  simulation: Simulation,
  encoding: string,
  bytes: BodyInit | null,
): Promise<unknown> {
  const answer = await simulation.fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers: { ...HEADERS, 'content-encoding': encoding },
    body: bytes,
  });
  if (answer.status === 200) return 200;
  const { error } = (await answer.json()) as { error: { details?: { error_code: string } } };
  return [answer.status, error.details?.error_code];
}

test.each(['gzip', 'GZIP', ' gzip '])('reads a body whose encoding is "%s"', async (encoding) => {
  const simulation = simulate(['Fine.']);
  expect(await post(simulation, encoding, zip(body()))).toBe(200);
  expect(simulation.journal[0]!.request.body).toEqual(body());
  simulation.assertDone();
});

test.each([
  { what: 'an encoding nobody knows', encoding: 'zip', sent: zip(body()), code: UNSUPPORTED },
  {
    what: 'an encoding on top of another',
    encoding: 'gzip, gzip',
    sent: zip(body()),
    code: UNSUPPORTED,
  },
  {
    what: 'a text that says it is zipped',
    encoding: 'gzip',
    sent: JSON.stringify(body()),
    code: INVALID,
  },
  {
    what: 'half of what was zipped',
    encoding: 'gzip',
    sent: zip(body()).slice(0, 40),
    code: INVALID,
  },
  { what: 'nothing that says it is zipped', encoding: 'gzip', sent: '', code: INVALID },
  {
    what: '32 MB of blanks and a byte',
    encoding: 'gzip',
    sent: zip(' '.repeat(LIMIT + 1)),
    code: TOO_LARGE,
  },
])('refuses $what, and no more than that', async ({ encoding, sent, code }) => {
  for (const strict of [true, false]) {
    const simulation = simulate(['Never said.'], { strict });
    // oxlint-disable-next-line no-await-in-loop -- one after another
    expect(await post(simulation, encoding, sent)).toEqual(code);
    expect(simulation.violations.length).toBe(1);
  }
  expect(await post(simulate(['Fine.']), 'identity', JSON.stringify(body()))).toBe(200);
});

test('looks into what was zipped as into anything else', async () => {
  const simulation = simulate(['Never said.']);
  expect(await post(simulation, 'gzip', zip('{'))).toEqual([400, undefined]);
  expect(await post(simulation, 'gzip', zip(body({ messages: [] })))).toEqual([400, undefined]);
  expect(simulation.violations.map(({ rule }) => rule)).toEqual([
    'body-not-json',
    'messages-empty',
  ]);
});

test('takes any key when none was set, in either scheme', async () => {
  for (const options of [headers({ 'x-api-key': 'anything' }), bearer('anything')]) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    expect((await send(simulate(['Fine.']), body(), options)).status).toBe(200);
  }
});

test('only notes what it is not sure of: unlisted betas, tokens of a subscription', async () => {
  const simulation = simulate(['Fine.', 'Fine.']);
  await send(simulation, body(), betas('time-travel-2026-09-31'));
  await send(simulation, body(), bearer(OAUTH));
  expect(simulation.violations).toEqual([]);
  expect(simulation.notes.map(({ rule }) => rule)).toEqual(['beta-unknown', 'oauth-beta-missing']);
});

test('reads betas from a header that was sent twice, as one list (C091)', async () => {
  const simulation = simulate(['Fine.']);
  const sent = new Headers(HEADERS);
  sent.append('anthropic-beta', 'context-1m-2025-08-07');
  sent.append('Anthropic-Beta', 'context-management-2025-06-27');
  const answer = await simulation.fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers: sent,
    body: JSON.stringify(body({ context_management: { edits: [] } })),
  });
  expect(answer.status).toBe(200);
  expect(simulation.journal[0]!.request.headers['anthropic-beta']).toBe(
    'context-1m-2025-08-07, context-management-2025-06-27',
  );
  expect(simulation.notes).toEqual([]);
});

test('takes the keys of the SDK, which sends them as a bearer', async () => {
  const simulation = simulate(['Fine.'], { apiKey: KEY });
  const ask = (apiKey: string): Promise<Anthropic.Message> =>
    new Anthropic({ apiKey, maxRetries: 0, fetch: simulation.fetch }).messages.create({
      model: 'claude-opus-5',
      max_tokens: 64,
      messages: [{ role: 'user', content: 'Hello.' }],
    });
  await expect(ask('sk-ant-another')).rejects.toMatchObject({
    status: 401,
    type: 'authentication_error',
    apiMessage: 'Invalid bearer token',
  });
  expect((await ask(KEY)).stop_reason).toBe('end_turn');
});

/** A body of exactly so many bytes, in a field whose length nothing limits. */
function bodyOfBytes(bytes: number): string {
  const empty = JSON.stringify(body({ inference_geo: '' }));
  return empty.replace(
    '"inference_geo":""',
    `"inference_geo":"${'x'.repeat(bytes - empty.length)}"`,
  );
}

test.each([{ name: 'more than 32 MB', facts: ['H10', '3.3'], bytes: LIMIT + 1 }])(
  'answers 413 to $name as the edge does, not in the form of the API, before the key is looked at',
  async ({ bytes }) => {
    const simulation = simulate(['Fine.']);
    const answer = await send(simulation, bodyOfBytes(bytes), headers({ 'x-api-key': '' }));
    expect(answer.status).toBe(413);
    expect(answer.body).toEqual({
      error: { type: 'request_too_large', message: 'Request exceeds the maximum size' },
    });
    expect(Object.fromEntries(answer.headers)).toEqual({ 'content-type': 'application/json' });
    expect(simulation.violations[0]).toMatchObject({ rule: 'body-too-large', status: 413 });
    expect((await send(simulation, bodyOfBytes(LIMIT))).status).toBe(200);
    const file = await send(simulation, bodyOfBytes(bytes), { path: '/v1/files' });
    expect(file.body.error.message).toContain('POST /v1/files is not simulated.');
  },
);

test('counts bytes, not characters, and no more of a stream than it must', async () => {
  const simulation = simulate(['Fine.']);
  const narrow = bodyOfBytes(LIMIT);
  const wide = (text: string): string =>
    narrow.replace('"inference_geo":"x', `"inference_geo":"${text}`);
  expect((await send(simulation, wide('é'))).status).toBe(413);
  expect((await send(simulation, wide('é').replace('xx', 'x'))).status).toBe(200);
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(1024 * 1024));
    },
  });
  const answer = await simulation.fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers: HEADERS,
    body: endless,
    duplex: 'half',
  } as RequestInit);
  expect(answer.status).toBe(413);
  expect(pulled).toBeLessThan(40);
});

test('refuses bytes that are no UTF-8 and a byte order mark', async () => {
  const ask = async (...bytes: number[]): Promise<unknown> => {
    const answer = await simulate(['Fine.']).fetch('https://api.anthropic.com/v1/messages', {
      method: 'POST',
      headers: HEADERS,
      body: new Uint8Array([...bytes, ...new TextEncoder().encode(JSON.stringify(body()))]),
    });
    return answer.status === 200 ? 200 : ((await answer.json()) as { error: object }).error;
  };
  const no = (reason: string): object => ({
    type: 'invalid_request_error',
    message: `The request body is not valid JSON: ${reason}: line 1 column 1 (char 0)`,
  });
  expect(await ask(0xff)).toEqual(no('str is not valid UTF-8: surrogates not allowed'));
  expect(await ask(0xef, 0xbb, 0xbf)).toEqual(no('unexpected character'));
  expect(await ask()).toBe(200);
});
