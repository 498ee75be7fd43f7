/** How much was asked in conversations, what it cost, and how long it took on the simulated clock. */
import { countOf } from '../../src/scenario/count-of.ts';
import { formatDuration, tokensOf } from '../../src/transcript/exchange-facts.ts';
import type { Exchange } from '../../src/wire/exchange.ts';
import type { ReportedConversation } from './report.ts';

export interface ConversationCounts {
  readonly requests: number;
  readonly tokens: { readonly input: number; readonly output: number };
  /** From the first request to the last answer, in milliseconds; absent when it is not known. */
  readonly elapsedMs?: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

function elapsedMs(exchanges: readonly Exchange[]): number {
  const starts = exchanges.map(({ startedAt }) => startedAt);
  const ends = exchanges.map(({ startedAt, endedAt = startedAt }) => endedAt);
  return Math.max(...ends) - Math.min(...starts);
}

export function countsOf(conversations: readonly ReportedConversation[]): ConversationCounts {
  const exchanges = conversations.flatMap(({ told }) => told.exchanges ?? []);
  const tokens = exchanges.map(tokensOf).filter((each) => each !== undefined);
  const isTimed = conversations.every(({ facts }) => facts?.isTimed !== false);
  return {
    requests: exchanges.length,
    tokens: {
      input: sum(tokens.map(({ input }) => input)),
      output: sum(tokens.map(({ output }) => output)),
    },
    ...(isTimed && exchanges.length > 0 ? { elapsedMs: elapsedMs(exchanges) } : {}),
  };
}

export const formatNumber = (value: number): string => value.toLocaleString('en');

/** "2 requests · 34 in, 75 out · 12 ms"; empty when nothing was asked. */
export function formatCounts({ requests, tokens, elapsedMs: ms }: ConversationCounts): string {
  if (requests === 0) return '';
  const { input, output } = tokens;
  return [
    countOf(requests, 'request'),
    ...(input + output > 0 ? [`${formatNumber(input)} in, ${formatNumber(output)} out`] : []),
    ...(ms === undefined ? [] : [formatDuration(ms)]),
  ].join(' · ');
}
