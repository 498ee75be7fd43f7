/** Whether an abort ends everything. */
import type { Exchange } from '../wire/exchange.ts';
import { placeOf, type ClientCheck, type Evidence } from './client-check.ts';

function problemOf(
  { index, outcome }: Exchange,
  { signal, sentBeforeAbort = Infinity }: Evidence['options'],
): string | undefined {
  if (index >= sentBeforeAbort) {
    return 'was sent after the signal of the app was aborted: expected no further request, received one';
  }
  return signal?.aborted === true && outcome === 'open'
    ? 'is still under way although the signal of the app is aborted: expected that it ends, received an open request'
    : undefined;
}

export const leftRunning: ClientCheck = {
  id: 'left-running',
  summary: 'A request was under way or was sent although the app was aborted.',
  reason: 'Nobody waits for the answer, and it is paid for all the same.',
  source: 'reports C088 and C089; SDK RequestOptions.signal',
  *check({ journal, options }) {
    for (const exchange of journal) {
      const problem = problemOf(exchange, options);
      if (problem === undefined) continue;
      yield {
        exchange: exchange.index,
        message: `${placeOf(exchange)} ${problem}. Pass the signal to every request, and look at it before the next.`,
      };
    }
  },
};
