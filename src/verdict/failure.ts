/** What became of a request that brought no reply, and what its answer says about trying again. */
import type { Exchange } from '../wire/exchange.ts';
import { RETRY_COUNT, SHOULD_RETRY } from '../wire/headers.ts';

/** The longest wait that one timer can be set to; the SDK takes a longer one for none. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Statuses below 500 that are tried again (api/errors documentation; SDK shouldRetry). */
const RETRIED: readonly (number | undefined)[] = [408, 409, 429];

/** Whether the exchange is over and brought no reply. */
export function hasFailed({ outcome, endedAt }: Exchange): boolean {
  return outcome !== 'answered' && endedAt !== undefined;
}

/** The status of the answer; undefined when the connection broke before there was one. */
export function statusOf({ response }: Exchange): number | undefined {
  return response?.status;
}

function headerOf({ response }: Exchange, name: string): string {
  return new Headers(response?.headers).get(name) ?? '';
}

/** Whether the answer forbids to send the same again. */
export function forbidsRetry(exchange: Exchange): boolean {
  const shouldRetry = headerOf(exchange, SHOULD_RETRY);
  if (shouldRetry !== '') return shouldRetry === 'false';
  const status = statusOf(exchange) ?? 500;
  return status >= 400 && status < 500 && !RETRIED.includes(status);
}

/** Whether it failed for a reason that a pause helps against: a limit, an overload, a broken connection. */
export function asksForPause(exchange: Exchange): boolean {
  if (exchange.outcome !== 'failed' || forbidsRetry(exchange)) return false;
  // Of a stream that only broke off the reader has waited for what there was.
  return !exchange.response?.streamed || exchange.streamEnding === 'error';
}

/** How long the answer asks to be left alone, in milliseconds; 0 when it does not. As the SDK reads it. */
export function askedWaitMs(exchange: Exchange): number {
  const after = headerOf(exchange, 'retry-after');
  const seconds = Number.parseFloat(after);
  const ms =
    Number.parseFloat(headerOf(exchange, 'retry-after-ms')) ||
    (Number.isNaN(seconds) ? Date.parse(after) - (exchange.endedAt ?? 0) : seconds * 1000);
  return ms > 0 && ms <= LONGEST_WAIT_MS ? ms : 0;
}

/** How often the client says it has tried before; undefined when it says nothing. */
export function retryCountOf({ request }: Exchange): number | undefined {
  const count = Number.parseInt(request.headers[RETRY_COUNT] ?? '', 10);
  return Number.isNaN(count) ? undefined : count;
}

/** How it failed, in a few words. */
export function describeFailure(exchange: Exchange): string {
  const status = statusOf(exchange);
  if (status === undefined) return exchange.outcome === 'aborted' ? 'was aborted' : 'got no answer';
  if (!exchange.response!.streamed) return `was answered with ${status}`;
  if (exchange.streamEnding === 'error') return 'ended in an `error` event';
  return exchange.outcome === 'aborted' ? 'was aborted in mid-stream' : 'was cut in mid-stream';
}
