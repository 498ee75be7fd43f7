/** What there is to say of a request besides its conversation: how it ended, what it cost, how long it took. */
import { replyOf, type Exchange } from '../wire/exchange.ts';

export interface ExchangeFactsOptions {
  /** What an exchange is called. Default: its number in the journal, `[1]`. */
  readonly nameExchange?: (index: number) => string;
  /** Whether it is known how long exchanges took; a log seldom says. Default true. */
  readonly isTimed?: boolean;
}

/** Milliseconds as people read them. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** How long it took on the clock of the simulation. */
export function durationOf({ startedAt, endedAt }: Exchange): string {
  return endedAt === undefined ? 'under way' : formatDuration(endedAt - startedAt);
}

const nameOf = ({ index }: Exchange, { nameExchange }: ExchangeFactsOptions): string =>
  nameExchange?.(index) ?? `[${index}]`;

const timeOf = (exchange: Exchange, { isTimed = true }: ExchangeFactsOptions): string =>
  isTimed ? durationOf(exchange) : '';

const joined = (facts: readonly string[]): string =>
  facts.filter((fact) => fact !== '').join(' · ');

/** What a reply cost; a log may say nothing of it, or anything. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

export function tokensOf(exchange: Exchange): Tokens | undefined {
  const usage = Object(replyOf(exchange)?.usage) as Readonly<Record<string, unknown>>;
  const { input_tokens: input, output_tokens: output } = usage;
  return typeof input === 'number' && typeof output === 'number' ? { input, output } : undefined;
}

/** How a reply ended and what it cost, in a line: `[0] · turn 1 · tool_use · 12 in, 30 out · 5 ms`. */
export function replyFacts(exchange: Exchange, options: ExchangeFactsOptions = {}): string {
  const reason: unknown = replyOf(exchange)?.stop_reason;
  const tokens = tokensOf(exchange);
  return joined([
    nameOf(exchange, options),
    exchange.turn ?? '',
    typeof reason === 'string' ? reason : '',
    tokens === undefined ? '' : `${tokens.input} in, ${tokens.output} out`,
    timeOf(exchange, options),
  ]);
}

/** What came in place of a reply. */
export interface AttemptFacts {
  /** In a line behind the outcome: `400 invalid_request_error · [2] · 5 ms`. */
  readonly facts: string;
  /** What was said; empty when nothing was. */
  readonly said: string;
}

const SILENT: Readonly<Partial<Record<Exchange['outcome'], string>>> = {
  open: 'The model is answering.',
  aborted: 'The client left before the end.',
  failed: 'The connection broke, as scripted.',
};

const textOr = (value: unknown, other: string): string =>
  typeof value === 'string' ? value : other;

export function attemptFacts(exchange: Exchange, options: ExchangeFactsOptions = {}): AttemptFacts {
  const { outcome, response, problem } = exchange;
  const { error } = Object(response?.body) as { error?: unknown };
  const { type, message } = Object(error) as { type?: unknown; message?: unknown };
  const status = response !== undefined && response.status >= 400 ? [response.status] : [];
  const answer = [...status, textOr(type, '')].join(' ').trim();
  return {
    facts: joined([answer, nameOf(exchange, options), timeOf(exchange, options)]),
    said: textOr(message, problem ?? SILENT[outcome] ?? ''),
  };
}
