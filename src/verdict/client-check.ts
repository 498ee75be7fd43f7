/** What a check of the client is: something it must not do under failure, with the exchange in which it shows. */
import type { Exchange } from '../wire/exchange.ts';
import type { Retry } from './retries.ts';

/** A counter of `usage` that an app can add up. */
export type UsageCounter =
  'input_tokens' | 'output_tokens' | 'cache_creation_input_tokens' | 'cache_read_input_tokens';

export interface ClientVerdictOptions {
  /** Ids of checks to leave out. Default none. */
  readonly except?: readonly string[];
  /** How many retries of one request are no storm. Default 10. */
  readonly maxRetries?: number;
  /** The shortest wait before a retry that counts as one, in milliseconds on the simulation's clock. Default 10. */
  readonly backoffMs?: number;
  /** What the app has counted over all replies, for `usage-lost`. Default: it is not judged. */
  readonly usage?: Readonly<Partial<Record<UsageCounter, number>>>;
  /** The signal the app was given, for `left-running`: when it is aborted, nothing may be under way. */
  readonly signal?: AbortSignal;
  /** How long `simulation.journal` was when the signal was aborted, for `left-running`: nothing may be sent after. */
  readonly sentBeforeAbort?: number;
}

/** What a check goes by. */
export interface Evidence {
  readonly journal: readonly Exchange[];
  readonly retries: readonly Retry[];
  readonly options: ClientVerdictOptions;
}

/** Where something shows, and what: it happened, what was expected and received, what to do. */
export interface Sighting {
  /** The number of the exchange in the journal. */
  readonly exchange: number;
  readonly message: string;
}

export interface ClientCheck {
  /** Kebab-case, stable. */
  readonly id: string;
  /** One sentence: what the client did. */
  readonly summary: string;
  /** Why a client that does it gets into trouble. */
  readonly reason: string;
  readonly source: string;
  check(evidence: Evidence): Iterable<Sighting>;
}

/** An exchange as messages name it: its place in the journal, and the turn that answered. */
export function placeOf({ index, turn }: Exchange): string {
  return turn === undefined ? `journal[${index}]` : `journal[${index}] (${turn})`;
}
