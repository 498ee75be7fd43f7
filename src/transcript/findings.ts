/** What was found in a conversation, and the block it is about. */
import type { Exchange, Violation } from '../wire/exchange.ts';

/** A violation was refused, a note was let through, and an invariant is what a good loop would have kept. */
export type FindingKind = 'violation' | 'note' | 'invariant';

export interface Finding {
  readonly kind: FindingKind;
  readonly id: string;
  readonly text: string;
  readonly path?: string;
  /** In the conversation; absent when it is about something else. */
  readonly message?: number;
  /** Absent when it is about the whole message. */
  readonly block?: number;
}

/** What an invariant found, as `checkInvariants` tells it. */
export interface BrokenInvariant {
  readonly invariant: string;
  readonly message: string;
  readonly place: {
    readonly message?: number;
    readonly block?: number;
    readonly exchange?: number;
  };
}

/** The message and the block in a path like `messages.2.content.0`. */
export function placeIn(path: string): { message?: number; block?: number } {
  const [, message, block] = /^messages\.(\d+)(?:\.content\.(\d+))?(?![^.])/.exec(path) ?? [];
  if (message === undefined) return {};
  return { message: Number(message), ...(block === undefined ? {} : { block: Number(block) }) };
}

function ofRule(kind: FindingKind, violation: Violation): Finding {
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

function ofInvariant({ invariant: id, message: text, place }: BrokenInvariant): Finding {
  const { message, block } = place;
  if (message === undefined) return { kind: 'invariant', id, text };
  const inner = block === undefined ? '' : `.content.${block}`;
  return {
    kind: 'invariant',
    id,
    text,
    path: `messages.${message}${inner}`,
    message,
    ...(block === undefined ? {} : { block }),
  };
}

/** All that rules found in exchanges, and the invariants that were broken; what is found again is told once. */
export function findingsOf(
  exchanges: readonly Exchange[],
  broken: readonly BrokenInvariant[],
): Finding[] {
  const found = [
    ...exchanges.flatMap(({ violations }) => violations.map((each) => ofRule('violation', each))),
    ...exchanges.flatMap(({ notes }) => notes.map((each) => ofRule('note', each))),
    ...broken.map(ofInvariant),
  ];
  return [...new Map(found.map((finding) => [JSON.stringify(finding), finding])).values()];
}
