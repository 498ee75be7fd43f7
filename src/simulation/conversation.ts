/** One conversation as it grows, and what tells that a request belongs to it. */
import type { Seat } from '../script/queue.ts';
import { messagesAfter, toTranscript, type Transcript } from '../transcript/transcript.ts';
import { entriesOf, textField } from '../wire/conversation.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { MessageParam } from '../wire/message.ts';
import { sameJson } from '../wire/json/same-json.ts';
import { sharedLength, startsWith } from '../wire/history/same-messages.ts';

/** What a request shows of the conversation it belongs to. */
export interface Sign {
  /** The whole conversation, threads put back together. */
  readonly messages: readonly MessageParam[];
  readonly system: unknown;
  /** The client says that it tries again. */
  readonly isRetry: boolean;
  /** The route that answers it on the side, if one does. */
  readonly aside?: number | undefined;
}

export class Conversation {
  readonly exchanges: Exchange[] = [];
  /** Where it stands in the script. */
  readonly seat: Seat = {};
  readonly #aside: number | undefined;
  readonly #system: unknown;
  /** The messages of the request that began it; the exchange itself may be dropped. */
  readonly #opening: readonly MessageParam[];

  constructor({ system, messages, aside }: Sign) {
    this.#aside = aside;
    this.#system = system;
    this.#opening = messages;
  }

  /** Whether its newest request got a reply. */
  get isAnswered(): boolean {
    return this.exchanges.at(-1)?.outcome === 'answered';
  }

  /** What is answered on the side goes on only with what is answered there. */
  mayHold({ aside }: Sign): boolean {
    return aside === undefined || this.#aside === aside;
  }

  hasSystem(system: unknown): boolean {
    return sameJson(this.#system, system);
  }

  /** Whether the newest state that got a reply goes on in `messages`. */
  isCarriedOnBy({ messages }: Sign): boolean {
    const answered = this.exchanges.findLast(({ outcome }) => outcome === 'answered');
    // Most conversations of a long run are too long to be the one.
    if (!answered || answered.messages.length >= messages.length) return false;
    return startsWith(messages, messagesAfter(answered));
  }

  /** Whether the same is asked again after it brought no reply, or by a client that says so. */
  isAskedAgainBy({ messages, isRetry }: Sign): boolean {
    const newest = this.exchanges.at(-1);
    const brokeOff = newest && newest.outcome !== 'answered' && newest.outcome !== 'open';
    if (!newest || !(isRetry || brokeOff)) return false;
    return newest.messages.length === messages.length && startsWith(messages, newest.messages);
  }

  /**
   * Whether `messages` go on from the request that began it, however a reply was changed on the way. What is asked on the
   * side, such as a summary of all there was, begins like the next time that it is asked.
   */
  isRewrittenIn({ messages, aside }: Sign): boolean {
    if (aside !== undefined || this.#aside !== undefined) return false;
    const opening = this.#opening;
    return opening.length > 0 && opening.length < messages.length && startsWith(messages, opening);
  }

  /** How far its newest state and `messages` are the same. */
  sharedWith({ messages }: Sign): number {
    const newest = this.exchanges.at(-1);
    return newest ? sharedLength(messages, messagesAfter(newest)) : 0;
  }

  /** Whether `messages` hand back a call that was made here, however else the history was changed. */
  isQuotedBy(callIds: ReadonlySet<string>): boolean {
    return this.exchanges.some((exchange) =>
      callIdsOf(messagesAfter(exchange).slice(-1)).some((id) => callIds.has(id)),
    );
  }

  get transcript(): Transcript {
    return toTranscript(this.exchanges);
  }
}

/** The ids of the calls that messages make or answer. */
export function callIdsOf(messages: readonly MessageParam[]): string[] {
  return entriesOf(messages).flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.type === 'tool_use') return [textField(block, 'id')];
      return block.type === 'tool_result' ? [textField(block, 'tool_use_id')] : [];
    }),
  );
}
