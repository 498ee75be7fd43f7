/** Answers that are no message: each is written into its exchange as it is given. */
import type { StreamShape } from '../script/stream-shape.ts';
import type { ErrorTurn, RawTurn } from '../script/turn.ts';
import { edgeErrorBody, errorBody, type ApiErrorInfo } from '../wire/errors.ts';
import type { Outcome, Violation } from '../wire/exchange.ts';
import { REQUEST_ID, SHOULD_RETRY } from '../wire/headers.ts';
import { idAt } from '../wire/ids.ts';
import type { JsonAnswer, RawAnswer } from './answer.ts';
import type { OpenExchange } from './journal.ts';

type Headers = Readonly<Record<string, string>>;

/** Statuses below 500 that clients try again by themselves (SDK shouldRetry). */
const RETRIED = [408, 409, 429];

const NO_RETRY: Headers = { [SHOULD_RETRY]: 'false' };

/**
 * The status of an answer that tells of a mistake in the script. The API never uses it, and no client retries it:
 * a mistake in the script is not dressed as an error of the API.
 */
const SCRIPT_MISTAKE_STATUS = 418;

/** Why a request got no turn: none was left for it, or the one it got could not be played. */
export type ScriptMistake = 'no_turn' | 'turn_failed';

/** The headers that every answer of the API carries. */
export function headersOf({ index }: OpenExchange, seed: number): Record<string, string> {
  return {
    [REQUEST_ID]: idAt('req', seed, index),
    'anthropic-organization-id': '00000000-0000-4000-8000-000000000000',
  };
}

function record(
  exchange: OpenExchange,
  outcome: Outcome,
  answer: Omit<JsonAnswer, 'type'>,
): JsonAnswer {
  const { status, headers, body } = answer;
  Object.assign(exchange, { outcome, response: { status, headers, body, streamed: false } });
  return { type: 'json', ...answer };
}

/** An answer with status 200. */
export function recordBody(
  exchange: OpenExchange,
  seed: number,
  body: unknown,
  { headers, encoding }: Pick<StreamShape, 'headers' | 'encoding'> = {},
): JsonAnswer {
  return record(exchange, 'answered', {
    status: 200,
    headers: { ...headersOf(exchange, seed), ...headers },
    body,
    ...(encoding && { encoding }),
  });
}

/** An answer that is not the API's; what came in its place is no success, whatever its status. */
export function recordRaw(exchange: OpenExchange, { status, headers, body }: RawTurn): RawAnswer {
  exchange.outcome = 'failed';
  exchange.response = { status, headers, body, streamed: false };
  return { type: 'raw', status, headers, body };
}

/** An error in the envelope of the API. */
export function recordError(
  exchange: OpenExchange,
  seed: number,
  outcome: Outcome,
  { status, error, headers = {} }: { status: number; error: ApiErrorInfo; headers?: Headers },
): JsonAnswer {
  const own = headersOf(exchange, seed);
  const body = errorBody(error, own[REQUEST_ID]!);
  return record(exchange, outcome, { status, headers: { ...own, ...headers }, body });
}

/** What a rule refuses. */
export function recordRefusal(
  exchange: OpenExchange,
  seed: number,
  { status, type, message, details, envelope }: Violation,
): JsonAnswer {
  const error = { type, message, ...(details === undefined ? {} : { details }) };
  if (envelope === 'edge') {
    return record(exchange, 'refused', { status, headers: {}, body: edgeErrorBody(error) });
  }
  return recordError(exchange, seed, 'refused', { status, error, headers: NO_RETRY });
}

/** An error of the script. Captured 4xx answers forbid a retry; what is retried by status is left to the client. */
export function recordFailure(
  exchange: OpenExchange,
  seed: number,
  { status, error, headers, envelope }: ErrorTurn,
): JsonAnswer {
  if (envelope === 'edge') {
    return record(exchange, 'failed', { status, headers, body: edgeErrorBody(error) });
  }
  const retry = RETRIED.includes(status) || status >= 500 ? {} : NO_RETRY;
  return recordError(exchange, seed, 'failed', {
    status,
    error,
    headers: { ...retry, ...headers },
  });
}

/** Tells of a mistake in the script; `problem` is a sentence about this request. */
export function recordMistake(
  exchange: OpenExchange,
  seed: number,
  mistake: ScriptMistake,
  problem: string,
): JsonAnswer {
  exchange.problem = problem;
  const error = {
    type: 'invalid_request_error',
    message: `[ensaio] Request ${exchange.index + 1}: ${problem}`,
    details: { error_code: `ensaio_${mistake}` },
  };
  return recordError(exchange, seed, 'unexpected', {
    status: SCRIPT_MISTAKE_STATUS,
    error,
    headers: NO_RETRY,
  });
}
