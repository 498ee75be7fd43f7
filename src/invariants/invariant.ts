/** What an invariant is: something a good loop always keeps, with a place when it does not. */
import type { Entry } from '../wire/conversation.ts';

/** Where in the conversation; `block` is absent when the whole message is meant. */
export interface Place {
  readonly message: number;
  readonly block?: number;
}

export interface InvariantFinding {
  readonly place: Place;
  readonly message: string;
}

export interface Invariant {
  /** Kebab-case, stable. */
  readonly id: string;
  /** One sentence: what always holds. */
  readonly summary: string;
  /** Why a loop that breaks it gets into trouble. */
  readonly reason: string;
  readonly source: string;
  check(entries: readonly Entry[]): Iterable<InvariantFinding>;
}
