/** Which requests the MSW door answers, and which it leaves alone. */
import * as fc from 'fast-check';
import { getResponse } from 'msw';
import { expect, test } from 'vitest';
import { fakeAnthropic, simulate, type Simulation } from '../../fakes/index.ts';
import { anthropicHandlers, type AnthropicHandlersOptions } from '../../fakes/msw.ts';
import { body, HEADERS } from '../support/send.ts';

type BaseURL = AnthropicHandlersOptions['baseURL'];

function post(url: string): Request {
  return new Request(url, { method: 'POST', headers: HEADERS, body: JSON.stringify(body()) });
}

/** The status a request gets, undefined when no handler takes it, and what the simulation saw. */
async function ask(
  baseURL: BaseURL,
  request: Request,
): Promise<{ status: number | undefined; paths: string[] }> {
  const simulation = simulate(['Hello.']);
  const handlers = anthropicHandlers(simulation, baseURL === undefined ? {} : { baseURL });
  const response = await getResponse(handlers, request);
  return {
    status: response?.status,
    paths: simulation.journal.map(({ request: { path } }) => path),
  };
}

const answered = { status: 200, paths: ['/v1/messages'] };
const leftAlone = { status: undefined, paths: [] };

const segment = fc.oneof(
  fc.webSegment(),
  fc.constantFrom('v1', 'a+b', '(c)', '*', '%2F', ':x', '{y}', 'é', '[0]', '|', '^', '$'),
);
/** A base URL without a slash or a `/v1` at its end. */
const base = fc
  .tuple(fc.webAuthority(), fc.array(segment, { maxLength: 4 }))
  .map(([host, path]) => new URL(`https://${host}/${path.join('/')}`).href)
  .map((href) => href.replace(/(\/|\/v1)*$/, ''));

test('answers below any base URL, whatever stands in it, and however it ends', async () => {
  await fc.assert(
    fc.asyncProperty(base, fc.constantFrom('', '/', '//', '/v1', '/v1/'), async (mine, end) => {
      expect(await ask(mine + end, post(`${mine}/v1/messages`))).toEqual(answered);
    }),
  );
});

test('answers below no other base URL, however near', async () => {
  await fc.assert(
    fc.asyncProperty(base, fc.constantFrom('x', '.x', '-', '/x', '/v2'), async (mine, end) => {
      expect(await ask(mine, post(`${mine}${end}/v1/messages`))).toEqual(leftAlone);
    }),
  );
});

test.each<[baseURL: BaseURL, url: string]>([
  [undefined, 'https://api.anthropic.com/v1/messages'],
  [undefined, 'https://api.anthropic.com/v1/messages?beta=true'],
  [undefined, 'https://api.anthropic.com:443/v1/messages'],
  ['https://API.Anthropic.com', 'https://api.anthropic.com/v1/messages'],
  ['https://api.anthropic.com/', 'https://api.anthropic.com/v1/messages'],
  ['https://api.anthropic.com/v1', 'https://api.anthropic.com/v1/messages'],
  ['https://api.anthropic.com/v1/', 'https://api.anthropic.com/v1/messages'],
  ['http://localhost:8080/proxy', 'http://localhost:8080/proxy/v1/messages'],
  ['http://localhost:8080/proxy/v1', 'http://localhost:8080/proxy/v1/messages'],
  ['http://[::1]:8080/a(b)+c', 'http://[::1]:8080/a(b)+c/v1/messages'],
  [
    'https://gateway.test/v1/account/anthropic',
    'https://gateway.test/v1/account/anthropic/v1/messages',
  ],
  [['https://one.test', 'https://two.test/x/'], 'https://one.test/v1/messages'],
  [['https://one.test', 'https://two.test/x/'], 'https://two.test/x/v1/messages'],
])('answers with the base URL %o at %s', async (baseURL, url) => {
  expect(await ask(baseURL, post(url))).toEqual(answered);
});

test.each<[baseURL: BaseURL, url: string]>([
  [undefined, 'https://api.anthropic.com/'],
  [undefined, 'https://api.anthropic.com/v1'],
  [undefined, 'https://api.anthropic.com/v10/messages'],
  [undefined, 'https://api.anthropic.com/v2/messages'],
  [undefined, 'https://api.anthropic.com/api/v1/messages'],
  [undefined, 'https://api.anthropic.com/oauth/token?next=/v1/messages'],
  [undefined, 'http://api.anthropic.com/v1/messages'],
  [undefined, 'https://api.anthropic.com:8443/v1/messages'],
  [undefined, 'https://api.anthropic.com.elsewhere.test/v1/messages'],
  [undefined, 'https://apixanthropic.com/v1/messages'],
  [undefined, 'https://elsewhere.test/?to=https://api.anthropic.com/v1/messages'],
  ['https://gateway.test/anthropic', 'https://gateway.test/v1/messages'],
  ['https://gateway.test/anthropic', 'https://gateway.test/anthropic2/v1/messages'],
  [['https://one.test', 'https://two.test/x'], 'https://two.test/v1/messages'],
])('leaves alone with the base URL %o %s', async (baseURL, url) => {
  expect(await ask(baseURL, post(url))).toEqual(leftAlone);
});

test.each([
  ['GET', '/v1/messages', 405],
  ['GET', '/v1/models/claude-opus-5', 200],
  ['POST', '/v1/messages/count_tokens', 200],
  ['GET', '/v1/nothing', 404],
  ['PUT', '/v1/nothing/at/all', 404],
  ['POST', '/v1/', 404],
  // The base URL of the app ends in /v1 and the client adds another, as the real API answers it.
  ['POST', '/v1/v1/messages', 404],
])('answers %s %s as the simulation does', async (method, path, status) => {
  const init =
    method === 'GET' ? {} : { body: JSON.stringify({ ...body(), max_tokens: undefined }) };
  const request = new Request(`https://api.anthropic.com${path}`, {
    method,
    headers: HEADERS,
    ...init,
  });
  expect(await ask(undefined, request)).toEqual({ status, paths: [path] });
});

test.each<[baseURL: unknown]>([
  ['api.anthropic.com'],
  ['/anthropic'],
  [''],
  ['file:///tmp/api'],
  ['ws://api.test'],
  ['https://api.test/?'],
  ['https://api.test/#top'],
  [7],
  [null],
  [[]],
  [['https://one.test', 'two.test']],
])('says that %o is no base URL', (baseURL) => {
  const options = { baseURL } as AnthropicHandlersOptions;
  expect(() => anthropicHandlers(simulate([]), options)).toThrow(
    '[ensaio] baseURL is an http or https address without a query, or several, received ',
  );
});

test.each<[what: string, given: unknown, message: string]>([
  [
    'a script',
    ['Hello.'],
    'anthropicHandlers takes a simulation, received ["Hello."].\n\nanthropicHandlers(simulate(["Hello."])).',
  ],
  [
    'nothing',
    undefined,
    'anthropicHandlers takes a simulation, received undefined.\n\nanthropicHandlers(simulate(["Hello."])).',
  ],
  [
    'a client',
    fakeAnthropic([]),
    'anthropicHandlers takes a simulation, received a fake client.\n\nPass its simulation: anthropicHandlers(client.simulation).',
  ],
])('says so when it is given %s in place of a simulation', (_what, given, message) => {
  expect(() => anthropicHandlers(given as Simulation)).toThrow(`[ensaio] ${message}`);
});

test('says that there is no option of that name', () => {
  const misspelt = { baseUrl: 'https://one.test' } as AnthropicHandlersOptions;
  expect(() => anthropicHandlers(simulate([]), misspelt)).toThrow(
    '[ensaio] There is no option "baseUrl".\n\nDid you mean "baseURL"?',
  );
});
