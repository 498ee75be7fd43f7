/** Which requests send again what failed before; the wire has no id that says so. */
import type { Exchange } from '../wire/exchange.ts';
import { askedWaitMs, forbidsRetry, hasFailed, retryCountOf } from './failure.ts';

/** A request and the failed one that it sends again. */
export interface Retry {
  readonly failed: Exchange;
  readonly exchange: Exchange;
  /** Milliseconds between them on the simulation's clock; undefined when that clock cannot have seen the wait. */
  readonly waitedMs: number | undefined;
  /** The retry that `failed` was itself. */
  readonly before: Retry | undefined;
  /** How many retries of the first request it makes, itself included. */
  readonly count: number;
}

/** The shortest wait of the SDK without a header: half a second less up to a quarter of it. */
const SHORTEST_SDK_WAIT_MS = 375;

/**
 * One that the SDK counts is the SDK's own, and it always waits: where it seems not to have, its timers run on another
 * clock than the simulation.
 */
function waitBetween(failed: Exchange, exchange: Exchange): number | undefined {
  const waitedMs = exchange.startedAt - failed.endedAt!;
  const shortestMs = Math.min(askedWaitMs(failed) || Infinity, SHORTEST_SDK_WAIT_MS);
  return (retryCountOf(exchange) ?? 0) > 0 && waitedMs < shortestMs ? undefined : waitedMs;
}

/**
 * Everything that makes it the same request. A changed one is no retry: it corrects what was refused, goes to another
 * model, or leaves a lost thread. How it is answered, and who asks, changes nothing of it.
 */
function requestKey({ request: { method, path, body } }: Exchange): string {
  const { stream: _stream, metadata: _metadata, ...asked } = body;
  return JSON.stringify([method, path, asked]);
}

function groupByRequest(journal: readonly Exchange[]): Exchange[][] {
  const readable = journal.filter(({ request: { body } }) => typeof body === 'object' && body);
  const groups = Map.groupBy(readable, requestKey);
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Of several failures that a request may be a retry of, the one that excuses it most is assumed. */
function mostExcusing(failures: readonly Exchange[]): Exchange | undefined {
  const mayFollowAt = (failed: Exchange): number =>
    forbidsRetry(failed) ? Number.MAX_VALUE : failed.endedAt! + askedWaitMs(failed);
  return [...failures].sort((a, b) => mayFollowAt(a) - mayFollowAt(b))[0];
}

/** Pairs each retry of one group with what it retries; each failure is retried once. */
function pair(group: readonly Exchange[]): Map<Exchange, Exchange> {
  const pairs = new Map<Exchange, Exchange>();
  const retried = new Set<Exchange>();
  const assign = (exchange: Exchange, fits: (failed: Exchange) => boolean): void => {
    const failures = group.filter(
      (failed) =>
        failed.index < exchange.index &&
        hasFailed(failed) &&
        // What was still under way is another request that only looks the same.
        !exchange.alongside.includes(failed.index) &&
        !retried.has(failed) &&
        fits(failed),
    );
    const failed = mostExcusing(failures);
    if (!failed) return;
    retried.add(failed);
    pairs.set(exchange, failed);
  };
  // First those that say so themselves: what they retry is not open to others.
  const counted = group.filter((exchange) => (retryCountOf(exchange) ?? 0) > 0);
  for (const exchange of counted) {
    assign(exchange, (failed) => retryCountOf(failed) === retryCountOf(exchange)! - 1);
  }
  for (const exchange of group) if (!counted.includes(exchange)) assign(exchange, () => true);
  return pairs;
}

/** The retries of a journal, in its order. */
export function retriesOf(journal: readonly Exchange[]): Retry[] {
  if (!journal.some(hasFailed)) return [];
  const pairs = new Map(groupByRequest(journal).flatMap((group) => [...pair(group)]));
  const retries = new Map<Exchange, Retry>();
  for (const exchange of journal) {
    const failed = pairs.get(exchange);
    if (!failed) continue;
    const before = retries.get(failed);
    retries.set(exchange, {
      failed,
      exchange,
      waitedMs: waitBetween(failed, exchange),
      before,
      count: (before?.count ?? 0) + 1,
    });
  }
  return [...retries.values()];
}
