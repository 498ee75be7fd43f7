/** What was found in an exchange, and the block it is about. */
import type { Exchange, Violation } from '../../../src/wire/exchange.ts';
import type { TranscriptView } from '../views.ts';

/** A violation was refused, a note was let through, and an invariant is what a good loop would have kept. */
export type FindingKind = 'violation' | 'note' | 'invariant';

export interface Finding {
  readonly kind: FindingKind;
  readonly id: string;
  readonly text: string;
  readonly path?: string;
  /** In the conversation; absent when it is about something else in the request. */
  readonly message?: number;
  /** Absent when it is about the whole message. */
  readonly block?: number;
}

/** The message and the block in a path like `messages.2.content.0`. */
export function placeIn(path: string): { message?: number; block?: number } {
  const [, message, block] = /^messages\.(\d+)(?:\.content\.(\d+))?(?![^.])/.exec(path) ?? [];
  if (message === undefined) return {};
  return { message: Number(message), ...(block === undefined ? {} : { block: Number(block) }) };
}

function toFinding(kind: FindingKind, violation: Violation): Finding {
  const { rule: id, message: text, path, after = 0 } = violation;
  if (path === undefined) return { kind, id, text };
  const { message, ...place } = placeIn(path);
  return {
    kind,
    id,
    text,
    path,
    ...(message === undefined ? {} : { message: message + after, ...place }),
  };
}

/** All that was found in an exchange, and in its conversation when that has gone no further since. */
export function findingsOf(
  { index, violations, notes }: Exchange,
  transcript: TranscriptView | undefined,
): Finding[] {
  const isNewest = transcript?.exchanges.at(-1) === index;
  const broken = isNewest ? transcript.invariants : [];
  return [
    ...violations.map((violation) => toFinding('violation', violation)),
    ...notes.map((note) => toFinding('note', note)),
    ...broken.map(({ invariant, message, place }): Finding => {
      const block = place.block === undefined ? '' : `.content.${place.block}`;
      const path = `messages.${place.message}${block}`;
      return { kind: 'invariant', id: invariant, text: message, path, ...place };
    }),
  ];
}
