/** Errors by the name of their status: one for each class of the SDK, and two that only their text tells apart. */
import { buildError, errorFields, type ErrorBuilder, type ErrorOptions } from './api-error.ts';
import type { ErrorTurn } from './turn.ts';

interface StatusFacts extends Pick<ErrorOptions, 'envelope'> {
  readonly status: number;
  readonly message: string;
}

/** The status of each error and what it says; the rows name what was captured or reported, `docs` the page api/errors. */
export const STATUS_ERRORS = {
  // Our own.
  badRequest: { status: 400, message: 'The request is not valid.' },
  // H19
  creditBalanceTooLow: {
    status: 400,
    message:
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
  },
  // H18; the beginning is documented (api/rate-limits), the rest reported with request ids.
  spendLimitReached: {
    status: 400,
    message:
      'You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.',
  },
  // H02
  authenticationError: { status: 401, message: 'invalid x-api-key' },
  // docs
  paymentRequired: {
    status: 402,
    message: "There's an issue with your billing or payment information.",
  },
  // docs, H05
  permissionDenied: {
    status: 403,
    message: 'Your API key does not have permission to use the specified resource.',
  },
  // docs
  notFound: { status: 404, message: 'The requested resource could not be found.' },
  // Our own.
  requestTimeout: { status: 408, message: 'The request timed out.' },
  // docs
  conflict: {
    status: 409,
    message: 'The request conflicts with the current state of a resource.',
  },
  // Our own.
  preconditionFailed: { status: 412, message: 'A precondition of the request failed.' },
  // H10
  contentTooLarge: {
    status: 413,
    message: 'Request exceeds the maximum size',
    envelope: 'edge' as const,
  },
  // Our own.
  unprocessableEntity: { status: 422, message: 'The request cannot be processed.' },
  // H14
  rateLimited: {
    status: 429,
    message:
      "This request would exceed your organization's rate limit of 50 requests per minute. For details, refer to: https://docs.claude.com/en/api/rate-limits. You can see the response headers for current usage. Please reduce the prompt length or the maximum tokens requested, or try again later.",
  },
  // Our own.
  requestHeaderFieldsTooLarge: { status: 431, message: 'The request headers are too large.' },
  // Our own.
  clientClosedRequest: { status: 499, message: 'The client closed the request.' },
  // H22
  internalError: { status: 500, message: 'Internal server error' },
  // Our own.
  notImplemented: { status: 501, message: 'This is not implemented.' },
  // Our own.
  serviceUnavailable: { status: 503, message: 'The service is unavailable.' },
  // docs
  gatewayTimeout: { status: 504, message: 'The request timed out while processing.' },
  // H24
  overloaded: { status: 529, message: 'Overloaded' },
};

export type StatusErrorName = keyof typeof STATUS_ERRORS;

/** The error of that name. */
export function statusError(name: StatusErrorName, options: ErrorOptions = {}): ErrorTurn {
  const facts: StatusFacts = STATUS_ERRORS[name];
  const {
    message = facts.message,
    envelope = facts.envelope,
    ...rest
  } = errorFields(options, name);
  return buildError(name, facts.status, message, { ...rest, envelope });
}

function builder(name: StatusErrorName): ErrorBuilder {
  return (options) => statusError(name, options);
}

/** 400 `invalid_request_error`, which no retry mends. */
export const badRequest: ErrorBuilder = builder('badRequest');

/** 400 `invalid_request_error`: there is no credit left. It has no code; only its text tells it apart. */
export const creditBalanceTooLow: ErrorBuilder = builder('creditBalanceTooLow');

/** 400 `invalid_request_error`: a spend limit that the organization set itself is reached. It has no code. */
export const spendLimitReached: ErrorBuilder = builder('spendLimitReached');

/** 401 `authentication_error`: the key is wrong, revoked or expired. */
export const authenticationError: ErrorBuilder = builder('authenticationError');

/** 402 `billing_error`. */
export const paymentRequired: ErrorBuilder = builder('paymentRequired');

/** 403 `permission_error`: the key may not do this. */
export const permissionDenied: ErrorBuilder = builder('permissionDenied');

/** 404 `not_found_error`. */
export const notFound: ErrorBuilder = builder('notFound');

/** 408: the SDK has a class for it and retries it; the API does not document it. */
export const requestTimeout: ErrorBuilder = builder('requestTimeout');

/** 409 `conflict_error`, which the SDK retries. */
export const conflict: ErrorBuilder = builder('conflict');

/** 412: the SDK has a class for it; the API does not document it for messages. */
export const preconditionFailed: ErrorBuilder = builder('preconditionFailed');

/**
 * 413 `request_too_large`: a body over the size limit. The network in front of the API answers it, in a form of its own
 * and without a request id (H10); `envelope: 'api'` gives it the form of the API.
 */
export const contentTooLarge: ErrorBuilder = builder('contentTooLarge');

/** 422: the SDK has a class for it; the API does not document it. */
export const unprocessableEntity: ErrorBuilder = builder('unprocessableEntity');

/**
 * 429 `rate_limit_error`. The API sends `retry-after` with it: `retryAfter`, in seconds, becomes that header, and
 * without it there is none, as when a spend cap is reached. `limits` become `anthropic-ratelimit-…` headers.
 * @example rateLimited({ retryAfter: 2, limits: { requests: { limit: 50, remaining: 0 } } })
 */
export const rateLimited: ErrorBuilder = builder('rateLimited');

/** 431: the SDK has a class for it; the API does not document it. */
export const requestHeaderFieldsTooLarge: ErrorBuilder = builder('requestHeaderFieldsTooLarge');

/** 499: the SDK has a class for it; the API does not document it. */
export const clientClosedRequest: ErrorBuilder = builder('clientClosedRequest');

/** 500 `api_error`. */
export const internalError: ErrorBuilder = builder('internalError');

/** 501: the SDK has a class for it; the API does not document it. */
export const notImplemented: ErrorBuilder = builder('notImplemented');

/** 503 `api_error`. */
export const serviceUnavailable: ErrorBuilder = builder('serviceUnavailable');

/** 504 `timeout_error`: the request took too long on the side of the API. */
export const gatewayTimeout: ErrorBuilder = builder('gatewayTimeout');

/** 529 `overloaded_error`, the text captured from the live API. */
export const overloaded: ErrorBuilder = builder('overloaded');
