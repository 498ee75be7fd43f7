/** What an invariant is: something a good loop always keeps, with a place when it does not. */
import type { Entry } from '../wire/conversation.ts';
import type { Evidence, EvidenceKind } from './evidence.ts';
import type { Place } from './place.ts';

export interface InvariantFinding {
  readonly place: Place;
  /** What is wrong, in words. */
  readonly message: string;
}

export interface Invariant {
  /** Kebab-case, stable. */
  readonly id: string;
  /** The kind of thing it is about, e.g. `pairing`. */
  readonly family: string;
  /** One sentence: what always holds. */
  readonly summary: string;
  /** Why a loop that breaks it gets into trouble. */
  readonly reason: string;
  readonly source: string;
  /** What it needs besides the messages; without it the invariant is not judged. */
  readonly needs: readonly EvidenceKind[];
  check(evidence: Evidence): Iterable<InvariantFinding>;
}

/** One that the messages alone can tell of. */
export interface MessagesInvariant extends Omit<Invariant, 'family' | 'needs' | 'check'> {
  check(entries: readonly Entry[]): Iterable<InvariantFinding>;
}

/** Asks it about every state of the conversation that was sent. */
export function ofMessages(family: string, invariant: MessagesInvariant): Invariant {
  return {
    ...invariant,
    family,
    needs: [],
    *check({ heads }) {
      for (const head of heads) {
        for (const finding of invariant.check(head.entries)) {
          yield { ...finding, place: head.locate(finding.place) };
        }
      }
    },
  };
}
