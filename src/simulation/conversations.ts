/** Which exchanges belong together: told by their own history, since the wire has no conversation id. */
import type { Transcript } from '../transcript/transcript.ts';
import type { Exchange } from '../wire/exchange.ts';
import { callIdsOf, Conversation, type Sign } from './conversation.ts';

function quoted(
  among: readonly Conversation[],
  callIds: ReadonlySet<string>,
): Conversation | undefined {
  if (callIds.size === 0) return undefined;
  return among.find((conversation) => conversation.isQuotedBy(callIds));
}

/** The one that shares most with the request: of two that began alike, the one that is as far. */
function closest(among: readonly Conversation[], sign: Sign): Conversation | undefined {
  return among.toSorted((a, b) => b.sharedWith(sign) - a.sharedWith(sign))[0];
}

function carriedOn(among: readonly Conversation[], sign: Sign): Conversation | undefined {
  return closest(
    among.filter((conversation) => conversation.isCarriedOnBy(sign)),
    sign,
  );
}

function rewritten(among: readonly Conversation[], sign: Sign): Conversation | undefined {
  return closest(
    among.filter((conversation) => conversation.isRewrittenIn(sign)),
    sign,
  );
}

/** Of those that are `meant` the last one. */
function lastOf(
  among: Iterable<Conversation>,
  meant: (conversation: Conversation) => boolean,
): Conversation | undefined {
  let found: Conversation | undefined;
  for (const conversation of among) {
    if (meant(conversation)) found = conversation;
  }
  return found;
}

export class Conversations {
  readonly #all = new Set<Conversation>();
  /** Those whose newest request may have got no reply, and a few that got one since. */
  readonly #unanswered = new Set<Conversation>();

  /**
   * Puts a request into the conversation it belongs to, the surest sign first, and of two that look alike into the one
   * with the same system prompt; into a new one when nothing says otherwise.
   */
  add(exchange: Exchange, sign: Sign): Conversation {
    const conversation = this.#known(sign) ?? this.#begin(sign);
    conversation.exchanges.push(exchange);
    this.#unanswered.add(conversation);
    return conversation;
  }

  #known(sign: Sign): Conversation | undefined {
    const { messages, system } = sign;
    // What most often begins a conversation: one message that hands nothing back, sent for the first time.
    if (messages.length < 2 && callIdsOf(messages).length === 0) {
      return lastOf(
        sign.isRetry ? this.#all : this.#withoutReply(),
        (known) => known.isAskedAgainBy(sign) && known.hasSystem(system) && known.mayHold(sign),
      );
    }
    const newestFirst = [...this.#all].filter((known) => known.mayHold(sign)).toReversed();
    const same = newestFirst.filter((conversation) => conversation.hasSystem(system));
    const known =
      carriedOn(same, sign) ?? same.find((conversation) => conversation.isAskedAgainBy(sign));
    if (known) return known;
    const callIds = new Set(callIdsOf(messages));
    return (
      quoted(same, callIds) ??
      rewritten(same, sign) ??
      carriedOn(newestFirst, sign) ??
      quoted(newestFirst, callIds)
    );
  }

  get transcripts(): Transcript[] {
    return Array.from(this.#all, (conversation) => conversation.transcript);
  }

  /** Lets go of an exchange that the journal no longer holds, and of a conversation that has no other. */
  forget(exchange: Exchange): void {
    for (const conversation of this.#all) {
      const { exchanges } = conversation;
      const at = exchanges.indexOf(exchange);
      if (at === -1) continue;
      exchanges.splice(at, 1);
      // Another request may be the newest now.
      if (exchanges.length > 0) this.#unanswered.add(conversation);
      else {
        this.#all.delete(conversation);
        this.#unanswered.delete(conversation);
      }
      return;
    }
  }

  #withoutReply(): ReadonlySet<Conversation> {
    for (const conversation of this.#unanswered) {
      if (conversation.isAnswered) this.#unanswered.delete(conversation);
    }
    return this.#unanswered;
  }

  #begin(sign: Sign): Conversation {
    const conversation = new Conversation(sign);
    this.#all.add(conversation);
    return conversation;
  }
}
