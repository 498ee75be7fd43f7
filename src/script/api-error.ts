/** An error answer as a turn: any status, with the body and the headers that the API would send. */
import { isFields, type OptionCheck } from '../check-options.ts';
import { EnsaioError } from '../error.ts';
import { errorTypeOf, type ErrorDetails } from '../wire/errors.ts';
import { SHOULD_RETRY } from '../wire/headers.ts';
import { checkFields } from './builder-options.ts';
import { rateLimitHeaders, type RateLimits } from './rate-limits.ts';
import { show } from '../show.ts';
import type { ErrorTurn } from './turn.ts';

/** What may be said of an error besides its status and text. */
export interface ApiErrorOptions<Details = ErrorDetails> {
  /** `error.type`. Default: the documented type of the status. */
  readonly type?: string;
  /** `error.details`. Default: those of the code; none for an error without a code. */
  readonly details?: Details;
  /** The header `retry-after`: whole seconds on the real API, or a time, sent as an HTTP date. Default: no header. */
  readonly retryAfter?: number | Date;
  /** The header `retry-after-ms`, in milliseconds, which the SDK prefers to `retry-after`. Default: no header. */
  readonly retryAfterMs?: number;
  /** The header `x-should-retry`. Default: `false` below 500 but for 408, 409 and 429; no header for the others. */
  readonly shouldRetry?: boolean;
  /** How much is left of each limit, in `anthropic-ratelimit-…` headers. Default: no headers. */
  readonly limits?: RateLimits;
  /** Other response headers; they replace those above. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Who answers: the API, or the network in front of it, whose body has no `type`, `request_id` and details, and whose
   * headers have no `request-id` (H10). Default `api`.
   */
  readonly envelope?: 'api' | 'edge';
}

/** What may be said of an error that has a status and a text already. */
export interface ErrorOptions<Details = ErrorDetails> extends ApiErrorOptions<Details> {
  /** `error.message`. Clients should not match on it. Default: the text of the API where it is known, or our own. */
  readonly message?: string;
}

/** Makes an error turn. Throws `EnsaioError` (`turn-invalid`) for an option that is none. */
export type ErrorBuilder<Details = ErrorDetails> = (options?: ErrorOptions<Details>) => ErrorTurn;

const isText = (value: unknown): boolean => typeof value === 'string';
const isAmount = (value: unknown): boolean => Number.isFinite(value) && Number(value) >= 0;
const isTime = (value: unknown): boolean => value instanceof Date && !Number.isNaN(value.getTime());

const CHECKS: Readonly<Record<keyof ApiErrorOptions, OptionCheck>> = {
  type: [isText, 'a text'],
  details: [isFields, 'an object'],
  retryAfter: [
    (value) => isAmount(value) || isTime(value),
    'a number of seconds from 0, or a Date',
  ],
  retryAfterMs: [isAmount, 'a number of milliseconds from 0'],
  shouldRetry: [(value) => typeof value === 'boolean', 'true or false'],
  limits: [isFields, 'an object'],
  headers: [isFields, 'an object'],
  envelope: [(value) => value === 'api' || value === 'edge', '"api" or "edge"'],
};

const NAMES = Object.keys(CHECKS);

/** The builder that takes the message by its place. */
const OWN_NAME = 'apiError';

const invalid = (builder: string, reason: string): EnsaioError =>
  new EnsaioError('turn-invalid', `${builder}: ${reason}.`);

/** Gives the options of a builder back. Throws `EnsaioError` (`turn-invalid`) when they are no object. */
export function errorFields<Options extends object>(options: Options, builder: string): Options {
  if (isFields(options)) return options;
  throw invalid(builder, `options are an object, received ${show(options)}`);
}

/** A misspelt option would let a test pass for nothing. */
function checkOptions(options: ApiErrorOptions, builder: string): void {
  const names = builder === OWN_NAME ? NAMES : ['message', ...NAMES];
  checkFields(builder, options, CHECKS, { names });
  if (options.envelope === 'edge' && options.details !== undefined) {
    throw invalid(builder, 'the edge sends no details; leave them out, or set envelope to "api"');
  }
}

/** Names in lower case: one written twice is one header. */
function toHeaders(
  headers: Readonly<Record<string, string>>,
  builder: string,
): Record<string, string> {
  try {
    return Object.fromEntries(new Headers(headers));
  } catch {
    throw invalid(builder, `headers holds what HTTP cannot carry, received ${show(headers)}`);
  }
}

function headersOf(options: ApiErrorOptions, builder: string): Record<string, string> {
  const { retryAfter, retryAfterMs, shouldRetry, limits = {}, headers = {} } = options;
  const own = {
    'retry-after': retryAfter instanceof Date ? retryAfter.toUTCString() : retryAfter,
    'retry-after-ms': retryAfterMs,
    [SHOULD_RETRY]: shouldRetry,
  };
  const given = Object.entries(own).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    ...rateLimitHeaders(limits),
    ...toHeaders(headers, builder),
  };
}

/** What `builder` makes of its options, which mistakes in them are told by. */
export function buildError(
  builder: string,
  status: number,
  errorMessage: string,
  options: ApiErrorOptions,
): ErrorTurn {
  if (!Number.isInteger(status) || status < 400 || status > 599) {
    throw invalid(builder, `status must be 400 to 599, received ${status}`);
  }
  if (!isText(errorMessage))
    throw invalid(builder, `message is a text, received ${show(errorMessage)}`);
  checkOptions(errorFields(options, builder), builder);
  const { type = errorTypeOf(status), details, envelope = 'api' } = options;
  return {
    type: 'error',
    status,
    error: { type, message: errorMessage, ...(details === undefined ? {} : { details }) },
    headers: headersOf(options, builder),
    ...(envelope === 'api' ? {} : { envelope }),
  };
}

/**
 * An error answer with any status from 400 to 599.
 * @throws EnsaioError `turn-invalid` for another status, or for an option that is none
 */
export function apiError(
  status: number,
  errorMessage: string,
  options: ApiErrorOptions = {},
): ErrorTurn {
  return buildError(OWN_NAME, status, errorMessage, options);
}
