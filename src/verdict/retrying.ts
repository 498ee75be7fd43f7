/** When and how often a failed request is sent again. */
import { placeOf, type ClientCheck, type Sighting } from './client-check.ts';
import { askedWaitMs, asksForPause, describeFailure, forbidsRetry, statusOf } from './failure.ts';
import type { Retry } from './retries.ts';

/** A timer may fire a millisecond or two before its time. */
const EARLY_MS = 2;

function sighting({ exchange, failed }: Retry, what: string): Sighting {
  return {
    exchange: exchange.index,
    message: `${placeOf(exchange)} sends again what ${describeFailure(failed)} in ${placeOf(failed)}: ${what}`,
  };
}

const OTHER_CLOCK =
  'Times are from the clock of the simulation, which the client has to wait on too.';

/** A 401 may be tried once more with a fresh token, which the journal cannot tell from the old one. */
function isFreshToken({ failed, before }: Retry): boolean {
  return statusOf(failed) === 401 && (before === undefined || statusOf(before.failed) !== 401);
}

function isForbidden(retry: Retry): boolean {
  return retry.failed.outcome !== 'aborted' && forbidsRetry(retry.failed) && !isFreshToken(retry);
}

export const retryAfterIgnored: ClientCheck = {
  id: 'retry-after-ignored',
  summary:
    'A request was sent again before the time was over that `retry-after` or `retry-after-ms` asked for.',
  reason: 'It is refused again, and a limit that is not left alone takes longer to recover.',
  source: 'rate-limits and errors documentation; SDK retryRequest; fact 9.3',
  *check({ retries }) {
    for (const retry of retries) {
      const askedMs = askedWaitMs(retry.failed);
      const { waitedMs } = retry;
      if (isForbidden(retry) || waitedMs === undefined || waitedMs >= askedMs - EARLY_MS) continue;
      yield sighting(
        retry,
        `expected ${askedMs} ms between them, as the answer asks, received ${waitedMs} ms. Wait as long as it says. ${OTHER_CLOCK}`,
      );
    }
  },
};

export const retriedForbidden: ClientCheck = {
  id: 'retried-forbidden',
  summary:
    'The same request was sent again after an answer that forbids it: `x-should-retry: false`, or a 4xx other than 408, 409 and 429.',
  reason: 'The same request gets the same answer, however often it is sent.',
  source: 'errors documentation; SDK shouldRetry; facts 9.3 and 12',
  *check({ retries }) {
    for (const retry of retries.filter(isForbidden)) {
      yield sighting(
        retry,
        'expected no retry of the same request, received one. Correct the request, or give the error to the caller.',
      );
    }
  },
};

export const retriedWithoutBackoff: ClientCheck = {
  id: 'retried-without-backoff',
  summary:
    'A request was sent again at once after a limit, an overload, an error of the server or a broken connection.',
  reason: 'All clients that do so together keep an overload going.',
  source: 'errors documentation; SDK calculateDefaultRetryTimeoutMillis; report C079',
  *check({ retries, options: { backoffMs = 10 } }) {
    for (const retry of retries) {
      const { failed, waitedMs } = retry;
      if (!asksForPause(failed) || askedWaitMs(failed) > 0) continue;
      if (waitedMs === undefined || waitedMs >= backoffMs) continue;
      yield sighting(
        retry,
        `expected a pause of ${backoffMs} ms at least, received ${waitedMs} ms. Wait before each retry, and longer each time. ${OTHER_CLOCK}`,
      );
    }
  },
};

export const retryStorm: ClientCheck = {
  id: 'retry-storm',
  summary: 'One request was sent again and again, more often than `maxRetries`.',
  reason: 'Retries of retries multiply the load just when there is least room for it.',
  source: 'SDK maxRetries, which is 2 by default; report C062',
  *check({ retries, options: { maxRetries = 10 } }) {
    const carriedOn = new Set(retries.map(({ before }) => before));
    for (const retry of retries) {
      if (retry.count <= maxRetries || carriedOn.has(retry)) continue;
      yield sighting(
        retry,
        `expected ${maxRetries} retries at most, received ${retry.count}. Give up sooner; when a client that retries stands inside another, let one of them do it.`,
      );
    }
  },
};
