// Every error of the API by name: the SDK raises its own class for it, from the right status, body and headers.
import Anthropic, { APIError } from '@anthropic-ai/sdk';
import * as internals from '@anthropic-ai/sdk/core/error-classes';
import type { ErrorDetails } from '@anthropic-ai/sdk/resources/shared';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest';
import * as ensaio from '../../fakes/index.ts';
import {
  apiError,
  codedError,
  contentTooLarge,
  EnsaioError,
  fakeAnthropic,
  FakeApiError,
  fakeMessages,
  imageDimensionsTooLarge,
  overloaded,
  rampLimitExceeded,
  rateLimited,
  simulate,
  streamed,
  threadUnsupportedRequest,
  type ErrorBuilder,
  type ErrorCode,
  type ErrorOptions,
  type TurnInput,
} from '../../fakes/index.ts';
import { STATUS_ERRORS } from '../../src/script/status-errors.ts';
import type { ErrorTurn } from '../../src/script/turn.ts';
import { ERROR_CODES } from '../../src/wire/error-codes.ts';
import { body, send } from '../support/send.ts';

const params = {
  model: 'claude-opus-5',
  max_tokens: 64,
  messages: [{ role: 'user' as const, content: 'Hello.' }],
};

type ErrorClass = abstract new (...args: never[]) => unknown;

/** What the SDK keeps its classes in, by status and code. It is not part of its types. */
const { ERROR_CODE_CLASSES } = internals as unknown as {
  ERROR_CODE_CLASSES: ReadonlyMap<string, ErrorClass>;
};
const codes = [...ERROR_CODE_CLASSES].map(([key, errorClass]) => {
  const [status, code] = key.split(' ') as [string, ErrorCode];
  return { status: Number(status), code, errorClass };
});

/** Every name of a status with its builder, the type of its error, and its class. */
const statuses: readonly [keyof typeof STATUS_ERRORS, number, string, ErrorClass][] = [
  ['badRequest', 400, 'invalid_request_error', Anthropic.BadRequestError],
  ['creditBalanceTooLow', 400, 'invalid_request_error', Anthropic.BadRequestError],
  ['spendLimitReached', 400, 'invalid_request_error', Anthropic.BadRequestError],
  ['authenticationError', 401, 'authentication_error', Anthropic.AuthenticationError],
  ['paymentRequired', 402, 'billing_error', Anthropic.PaymentRequiredError],
  ['permissionDenied', 403, 'permission_error', Anthropic.PermissionDeniedError],
  ['notFound', 404, 'not_found_error', Anthropic.NotFoundError],
  ['requestTimeout', 408, 'invalid_request_error', Anthropic.RequestTimeoutError],
  ['conflict', 409, 'conflict_error', Anthropic.ConflictError],
  ['preconditionFailed', 412, 'invalid_request_error', Anthropic.PreconditionFailedError],
  ['contentTooLarge', 413, 'request_too_large', Anthropic.ContentTooLargeError],
  ['unprocessableEntity', 422, 'invalid_request_error', Anthropic.UnprocessableEntityError],
  ['rateLimited', 429, 'rate_limit_error', Anthropic.RateLimitError],
  [
    'requestHeaderFieldsTooLarge',
    431,
    'invalid_request_error',
    Anthropic.RequestHeaderFieldsTooLargeError,
  ],
  ['clientClosedRequest', 499, 'invalid_request_error', Anthropic.ClientClosedRequestError],
  ['internalError', 500, 'api_error', Anthropic.InternalServerError],
  ['notImplemented', 501, 'api_error', Anthropic.NotImplementedError],
  ['serviceUnavailable', 503, 'api_error', Anthropic.ServiceUnavailableError],
  ['gatewayTimeout', 504, 'timeout_error', Anthropic.GatewayTimeoutError],
  ['overloaded', 529, 'overloaded_error', Anthropic.OverloadedError],
];

/** The error that the SDK raises for a turn. */
async function raised(turn: TurnInput): Promise<APIError> {
  const client = fakeAnthropic([turn], { maxRetries: 0 });
  const error = await client.messages.create(params).catch((reason: unknown) => reason);
  client.simulation.assertDone();
  if (!(error instanceof APIError)) throw new TypeError('the SDK raised no APIError');
  return error;
}

const isRetried = (status: number): boolean => [408, 409, 429].includes(status) || status >= 500;

/** What every answer of the API itself has: its own id in body and header, and a word on retrying. */
function expectEnvelope(error: APIError, inner: object): void {
  expect(error.requestID).toMatch(/^req_01\w{22}$/);
  expect(error.error).toEqual({ type: 'error', error: inner, request_id: error.requestID });
  const headers = Object.fromEntries(error.headers!);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'request-id': error.requestID,
    'anthropic-organization-id': expect.any(String),
  });
  expect(headers['x-should-retry']).toBe(isRetried(error.status!) ? undefined : 'false');
}

const camel = (code: string): string =>
  code.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** What the root entry exports under a name. */
const root: Readonly<Record<string, unknown>> = { ...ensaio };
const exported = (name: string): ErrorBuilder => root[name] as ErrorBuilder;

describe('any error', () => {
  const text = fc.string({ minLength: 1 });
  const details = fc.option(
    fc
      .dictionary(text, fc.jsonValue())
      .chain((fields) => text.map((error_code) => ({ ...fields, error_code }))),
    { nil: undefined },
  );

  test('reaches the caller of the SDK as it was scripted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 400, max: 599 }),
        fc.string(),
        fc.record({ type: text, details, shouldRetry: fc.boolean() }, { requiredKeys: [] }),
        async (status, words, options) => {
          const error = await raised(apiError(status, words, options));
          const { type } = options;
          expect(error.status).toBe(status);
          expect(error.apiMessage).toBe(words);
          expect(error.type).toEqual(type ?? expect.stringMatching(/^[a-z_]+$/));
          // What JSON cannot tell apart is the same.
          expect(error.details).toEqual(JSON.parse(JSON.stringify(options.details ?? null)));
          expect(error.errorCode).toBe(options.details?.error_code ?? null);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('errors by the name of their status', () => {
  test.each(statuses)(
    '%s is the %i that the SDK has a class for',
    async (name, status, type, errorClass) => {
      const builder = exported(name);
      const error = await raised(builder());
      expect(error.constructor).toBe(errorClass);
      expect(error).toMatchObject({ status, type, errorCode: null, details: null });
      const { message } = STATUS_ERRORS[name];
      expect(error.apiMessage).toBe(message);
      if (name !== 'contentTooLarge') expectEnvelope(error, { type, message });
    },
  );

  test('there is one for every status class of the SDK', () => {
    const all = Array.from({ length: 200 }, (_, index) => 400 + index);
    const classes = all.map((status) => {
      const { constructor } = APIError.generate(status, {}, undefined, new Headers());
      return [status, constructor] as const;
    });
    // Every 5xx without a class of its own is an InternalServerError.
    const own = classes.filter(
      ([status, constructor]) =>
        constructor !== APIError &&
        (constructor !== Anthropic.InternalServerError || status === 500),
    );
    const named = new Set(Object.values(STATUS_ERRORS).map(({ status }) => status));
    expect(own.map(([status]) => status)).toEqual([...named].sort((a, b) => a - b));
  });

  test('the table above has all of them', () => {
    expect(statuses.map(([name]) => name)).toEqual(Object.keys(STATUS_ERRORS));
  });
});

describe('errors by their code', () => {
  test('are those of the SDK, each with its status', () => {
    const known = Object.entries(ERROR_CODES).map(([code, { status }]) => `${status} ${code}`);
    expect(known.sort()).toEqual([...ERROR_CODE_CLASSES.keys()].sort());
    expectTypeOf<ErrorCode>().toEqualTypeOf<ErrorDetails['error_code']>();
  });

  test.each(codes)('$status $code is a $errorClass.name', async ({ status, code, errorClass }) => {
    const error = await raised(codedError(code));
    expect(error.constructor).toBe(errorClass);
    expect(error).toMatchObject({ status, errorCode: code });
    expect(error.apiMessage).toBe(ERROR_CODES[code].message);
    expectEnvelope(error, {
      type: error.type,
      message: error.apiMessage,
      details: error.details,
    });
    expect(error.details).toMatchObject({ error_code: code });
  });

  /** The codes that the SDK's doc comments promise for the methods of a resource. */
  function promised(resource: string): ErrorCode[] {
    const path = `../../node_modules/@anthropic-ai/sdk/resources/${resource}.d.ts`;
    const source = readFileSync(new URL(path, import.meta.url), 'utf8');
    const names = new Set([...source.matchAll(/@throws \{(\w+)\}/g)].map(([, name]) => name));
    return codes.filter(({ errorClass }) => names.has(errorClass.name)).map(({ code }) => code);
  }

  test.each(['messages/messages', 'beta/messages/messages', 'models'])(
    'there is a function for each that %s may answer with',
    (resource) => {
      const names = promised(resource);
      expect(names.length).toBeGreaterThan(1);
      for (const code of names) {
        expect(exported(camel(code)), code).toBeTypeOf('function');
        expect(exported(camel(code))()).toEqual(codedError(code));
      }
    },
  );

  test('carry the fields that the code has, and those that are given', async () => {
    expect((await raised(imageDimensionsTooLarge())).details).toEqual({
      error_code: 'image_dimensions_too_large',
      max_side_length_pixels: 8000,
      paths: ['messages.0.content.0'],
    });
    const given = imageDimensionsTooLarge({ details: { paths: ['messages.2.content.1'] } });
    expect((await raised(given)).details).toMatchObject({
      max_side_length_pixels: 8000,
      paths: ['messages.2.content.1'],
    });
    const unsupported = threadUnsupportedRequest({ details: { unsupported: ['hipaa'] } });
    expect((await raised(unsupported)).details).toEqual({
      error_code: 'thread_unsupported_request',
      unsupported: ['hipaa'],
    });
  });

  test('share nothing with the next error of the same code', () => {
    const paths = (): string[] => imageDimensionsTooLarge().error.details!['paths'] as string[];
    paths().push('messages.9.content.9');
    expect(paths()).toEqual(['messages.0.content.0']);
  });

  test('keep their code whatever the details say', () => {
    const details = { error_code: 'another' } as object;
    expect(rampLimitExceeded({ details: { ...details } }).error.details).toEqual({
      error_code: 'ramp_limit_exceeded',
    });
  });

  test('carry retry-after where the code sends the client to it', () => {
    expect(rampLimitExceeded().headers).toEqual({ 'retry-after': '1' });
    expect(rampLimitExceeded({ retryAfter: 7 }).headers).toEqual({ 'retry-after': '7' });
    expect(ensaio.enforcedSpendLimitReached().headers).toEqual({});
  });

  test('are refused when there is no such code', () => {
    expect(() => codedError('no_such_code' as ErrorCode)).toThrowErrorMatchingInlineSnapshot(`
      [EnsaioError: [ensaio] codedError: there is no error code "no_such_code".

      apiError(status, message, { details: { error_code } }) makes an error of any code.]
    `);
    expect(() => codedError('constructor' as ErrorCode)).toThrow(EnsaioError);
  });
});

describe('headers', () => {
  const reset = new Date('2026-10-21T12:00:00.250Z');

  test.each<[string, ErrorOptions, Record<string, string>]>([
    ['nothing', {}, {}],
    ['seconds to wait', { retryAfter: 2 }, { 'retry-after': '2' }],
    ['no time to wait', { retryAfter: 0 }, { 'retry-after': '0' }],
    [
      'a time to wait for',
      { retryAfter: reset },
      { 'retry-after': 'Wed, 21 Oct 2026 12:00:00 GMT' },
    ],
    ['milliseconds to wait', { retryAfterMs: 30 }, { 'retry-after-ms': '30' }],
    ['a word against retrying', { shouldRetry: false }, { 'x-should-retry': 'false' }],
    ['a word for retrying', { shouldRetry: true }, { 'x-should-retry': 'true' }],
    [
      'limits',
      {
        limits: {
          requests: { limit: 50, remaining: 0, reset },
          tokens: { remaining: 1000 },
          inputTokens: { limit: 40_000 },
          outputTokens: { reset: 'soon' },
          priorityInputTokens: { limit: 1 },
          priorityOutputTokens: { remaining: 2 },
        },
      },
      {
        'anthropic-ratelimit-requests-limit': '50',
        'anthropic-ratelimit-requests-remaining': '0',
        'anthropic-ratelimit-requests-reset': '2026-10-21T12:00:00Z',
        'anthropic-ratelimit-tokens-remaining': '1000',
        'anthropic-ratelimit-input-tokens-limit': '40000',
        'anthropic-ratelimit-output-tokens-reset': 'soon',
        'anthropic-priority-input-tokens-limit': '1',
        'anthropic-priority-output-tokens-remaining': '2',
      },
    ],
    [
      'headers of your own, which count more',
      { retryAfter: 2, headers: { 'Retry-After': 'never', 'X-Own': 'yes' } },
      { 'retry-after': 'never', 'x-own': 'yes' },
    ],
  ])('are made from %s', async (_name, options, headers) => {
    expect(rateLimited(options).headers).toEqual(headers);
    const error = await raised(rateLimited(options));
    expect(Object.fromEntries(error.headers!)).toMatchObject(headers);
    expect(error.constructor).toBe(Anthropic.RateLimitError);
  });
});

describe('the edge', () => {
  test('answers 413 in its own form, without an id', async () => {
    const error = await raised(contentTooLarge());
    expect(error.error).toEqual({
      error: { type: 'request_too_large', message: 'Request exceeds the maximum size' },
    });
    expect(error.requestID).toBeNull();
    expect(Object.fromEntries(error.headers!)).toEqual({ 'content-type': 'application/json' });
  });

  test('answers as the rule about large bodies does', async () => {
    const scripted = await send(simulate([contentTooLarge()]), body());
    const refused = await send(simulate([]), 'x'.repeat(32 * 1024 * 1024 + 1));
    expect([scripted.status, scripted.text]).toEqual([refused.status, refused.text]);
    expect([...scripted.headers]).toEqual([...refused.headers]);
  });

  test('may answer any error, and the API may answer a 413', async () => {
    const error = await raised(overloaded({ envelope: 'edge', retryAfter: 3 }));
    expect(error.error).toEqual({ error: { type: 'overloaded_error', message: 'Overloaded' } });
    expect(Object.fromEntries(error.headers!)).toEqual({
      'content-type': 'application/json',
      'retry-after': '3',
    });
    const message = 'Request exceeds the maximum size';
    const own = await raised(contentTooLarge({ envelope: 'api' }));
    expectEnvelope(own, { type: 'request_too_large', message });
    expect(own.constructor).toBe(Anthropic.ContentTooLargeError);
  });
});

describe('the SDK retries', () => {
  /** How many requests were made for a turn that fails once, after so many milliseconds each. */
  async function requestsAfter(turn: TurnInput, ...times: readonly number[]): Promise<number[]> {
    vi.useFakeTimers({ now: Date.parse('2026-10-21T12:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const client = fakeAnthropic([turn, 'Back.'], { maxRetries: 1 });
    const settled = Promise.allSettled([client.messages.create(params)]);
    const counts: number[] = [];
    let passed = 0;
    for (const time of times) {
      await vi.advanceTimersByTimeAsync(time - passed);
      passed = time;
      counts.push(client.simulation.journal.length);
    }
    await settled;
    expect(vi.getTimerCount()).toBe(0);
    return counts;
  }

  /** Its first wait is half a second, less up to a quarter. */
  const [early, late] = [374, 500];

  test.each(statuses)('%s by its status', async (name, status) => {
    expect(await requestsAfter(exported(name)(), early, late)).toEqual([
      1,
      isRetried(status) ? 2 : 1,
    ]);
  });

  test.each(statuses)('%s as x-should-retry says', async (name) => {
    const builder = exported(name);
    expect(await requestsAfter(builder({ shouldRetry: true }), early, late)).toEqual([1, 2]);
    expect(await requestsAfter(builder({ shouldRetry: false }), early, late)).toEqual([1, 1]);
  });

  test.each<[string, ErrorOptions, number]>([
    ['retry-after', { retryAfter: 2 }, 2000],
    ['retry-after of ten minutes', { retryAfter: 600 }, 600_000],
    ['retry-after as a date', { retryAfter: new Date('2026-10-21T12:00:05Z') }, 5000],
    ['retry-after-ms', { retryAfterMs: 30 }, 30],
    ['retry-after-ms before retry-after', { retryAfter: 9, retryAfterMs: 40 }, 40],
  ])('after %s', async (_name, options, wait) => {
    expect(await requestsAfter(rateLimited(options), wait - 1, wait)).toEqual([1, 2]);
  });

  test('after a wait of its own when it is told to wait no time', async () => {
    expect(await requestsAfter(rateLimited({ retryAfter: 0 }), early, late)).toEqual([1, 2]);
  });
});

describe('without the SDK', () => {
  /** The fields that code reads off an error. */
  const read = (error: APIError | FakeApiError): object => {
    const { status, message, type, details, errorCode, apiMessage, requestID } = error;
    const headers = Object.fromEntries(error.headers ?? []);
    delete headers['content-type'];
    return {
      status,
      message,
      type,
      whole: error.error,
      details,
      errorCode,
      apiMessage,
      requestID,
      headers,
    };
  };

  const builders: readonly [string, () => ErrorTurn][] = [
    ...statuses.map(([name]): [string, () => ErrorTurn] => [
      name,
      () => exported(name)({ retryAfter: 2 }),
    ]),
    ...codes.map(({ code }): [string, () => ErrorTurn] => [code, () => codedError(code)]),
  ];

  test.each(builders)(
    '%s is raised with the fields that the SDK gives it',
    async (_name, build) => {
      const turn = build();
      const fake = fakeMessages([turn]);
      const error: unknown = await fake.messages.create(params).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(FakeApiError);
      expect(read(error as FakeApiError)).toEqual(read(await raised(turn)));
    },
  );
});

test('an error of any name may end a stream', async () => {
  const error = codedError('cmek_key_unreachable');
  const client = fakeAnthropic([streamed('Hello.', { errorAfter: { events: 2, error } })]);
  await expect(client.messages.stream(params).finalMessage()).rejects.toMatchObject({
    status: undefined,
    type: 'api_error',
    errorCode: 'cmek_key_unreachable',
  });
});

test.each<[string, unknown, string]>([
  [
    'an option that is none',
    { retryafter: 1 },
    'overloaded: the options are message, type, details',
  ],
  [
    'a time that is a text',
    { retryAfter: '2' },
    'a number of seconds from 0, or a Date, received "2"',
  ],
  ['a time before now', { retryAfter: -1 }, 'received -1'],
  ['a time that is none', { retryAfter: new Date(Number.NaN) }, 'retryAfter is'],
  ['milliseconds that never pass', { retryAfterMs: Infinity }, 'received Infinity'],
  ['a word that is none', { shouldRetry: 'false' }, 'true or false, received "false"'],
  ['a limit that is none', { limits: { request: {} } }, 'limits takes requests, tokens'],
  [
    'a field of a limit that is none',
    { limits: { tokens: { left: 1 } } },
    'limits.tokens takes limit',
  ],
  [
    'an amount that is none',
    { limits: { tokens: { limit: '1' } } },
    'limits.tokens.limit is a number',
  ],
  ['a reset that is none', { limits: { tokens: { reset: 1 } } }, 'a Date or a text, received 1'],
  [
    'a header that cannot be sent',
    { headers: { 'x y': '1' } },
    'what HTTP cannot carry, received {"x y":"1"}',
  ],
  ['an envelope that is none', { envelope: 'cloud' }, '"api" or "edge", received "cloud"'],
  ['a text that is none', { message: 5 }, 'message is a text, received 5'],
  [
    'details of the edge',
    { envelope: 'edge', details: { error_code: 'x' } },
    'the edge sends no details',
  ],
])('refuses %s', (_name, options, words) => {
  const build = (): unknown => overloaded(options as ErrorOptions);
  expect(build).toThrow(EnsaioError);
  expect(build).toThrow(words);
});

test.each([399, 600, 429.5, Number.NaN])('refuses the status %d', (status) => {
  expect(() => apiError(status, 'No.')).toThrow('status must be 400 to 599');
});
