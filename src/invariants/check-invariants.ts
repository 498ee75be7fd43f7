/** Judges a transcript, or a plain list of messages, by every invariant. */
import type { Transcript } from '../transcript/transcript.ts';
import { entriesOf } from '../wire/conversation.ts';
import type { InvariantFinding } from './invariant.ts';
import { invariants } from './registry.ts';

/** An invariant that was not kept. */
export interface InvariantViolation extends InvariantFinding {
  /** The id of the invariant. */
  readonly invariant: string;
}

export interface CheckInvariantsOptions {
  /** Ids of invariants not to check. Default: none. */
  readonly except?: readonly string[];
}

/** Anything with messages in it: the list itself, a request body, a transcript. */
export type Judged = readonly unknown[] | { readonly messages: readonly unknown[] } | Transcript;

function headsOf(judged: Judged): readonly (readonly unknown[])[] {
  const messages: unknown = Array.isArray(judged)
    ? judged
    : (judged as { messages?: unknown } | null)?.messages;
  if (!Array.isArray(messages)) {
    throw new TypeError(
      '[ensaio] checkInvariants takes a transcript, a request body or a list of messages.',
    );
  }
  if ('heads' in judged) return judged.heads;
  return ['messages' in judged ? judged.messages : judged];
}

/** A head that ends in calls is a conversation in mid-turn: the answer to them is still to come. */
function withoutOpenTurn(messages: readonly unknown[]): readonly unknown[] {
  const last = messages.at(-1);
  const isReply =
    typeof last === 'object' && last !== null && 'role' in last && last.role === 'assistant';
  return isReply ? messages.slice(0, -1) : messages;
}

/**
 * What a conversation breaks, with ids and places; an empty list when it keeps every invariant. Of a transcript every
 * state that was sent is judged, also refused attempts. Calls of the last assistant message may still be open.
 */
export function checkInvariants(
  judged: Judged,
  options: CheckInvariantsOptions = {},
): InvariantViolation[] {
  const { except = [] } = options;
  const found = new Map<string, InvariantViolation>();
  for (const head of headsOf(judged)) {
    const entries = entriesOf(withoutOpenTurn(head));
    for (const invariant of invariants) {
      if (except.includes(invariant.id)) continue;
      for (const finding of invariant.check(entries)) {
        const violation = { invariant: invariant.id, ...finding };
        found.set(JSON.stringify(violation), violation);
      }
    }
  }
  return [...found.values()];
}
