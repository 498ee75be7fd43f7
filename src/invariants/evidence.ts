/** All that is known of a conversation and of the app that had it, as invariants read it. */
import { EnsaioError } from '../error.ts';
import { messagesAfter, type Transcript } from '../transcript/transcript.ts';
import { entriesOf, isMessageList, type Entry } from '../wire/conversation.ts';
import { replyOf, type Exchange } from '../wire/exchange.ts';
import { isRecord } from '../wire/json/is-record.ts';
import type { MessageParam } from '../wire/message.ts';
import { startsWith } from '../wire/history/same-messages.ts';
import type { Place } from './place.ts';
import type { RunRecord } from './run-record.ts';

/** What may be known of a conversation besides its messages. */
export type EvidenceKind =
  /** Which request brought what: a transcript has it. */
  | 'exchanges'
  /** The same script asked in the other way. */
  | 'twin'
  | keyof RunRecord;

/** A saved conversation: a request body, possibly with the reply to it. */
export interface SavedConversation {
  readonly messages: readonly unknown[];
  readonly system?: unknown;
  readonly tools?: unknown;
  /** The message that answered it. */
  readonly reply?: unknown;
}

/** Anything with messages in it: the list itself, a request body, a transcript. */
export type Judged = readonly unknown[] | SavedConversation | Transcript;

/** One state of a conversation, with the places in it. */
export interface Head {
  readonly entries: readonly Entry[];
  /** Adds to a place in it which exchange and turn brought it. */
  locate(place: Place): Place;
}

/** A request as far as it says more than its messages. */
export interface SentBody {
  readonly body: Readonly<Record<string, unknown>>;
  readonly place: Place;
}

function isTranscript(judged: Judged): judged is Transcript {
  return 'heads' in judged && 'exchanges' in judged;
}

/** The exchange and the turn that brought message number `message` of a state. */
function originOf(
  exchanges: readonly Exchange[],
  state: readonly MessageParam[],
  message: number,
): Place {
  const onTheWay = exchanges.filter((exchange) => startsWith(state, messagesAfter(exchange)));
  const bringer = onTheWay.find((exchange) => messagesAfter(exchange).length > message);
  const asked = onTheWay.findLast(
    (exchange) => replyOf(exchange) !== undefined && exchange.messages.length <= message,
  );
  return {
    ...(bringer === undefined ? {} : { exchange: bringer.index }),
    ...(asked?.turn === undefined ? {} : { turn: asked.turn }),
  };
}

function headOf(messages: readonly unknown[], exchanges: readonly Exchange[]): Head {
  return {
    entries: entriesOf(messages),
    locate: (place) =>
      place.message === undefined
        ? place
        : { ...place, ...originOf(exchanges, messages as readonly MessageParam[], place.message) },
  };
}

function savedMessages(judged: readonly unknown[] | SavedConversation): readonly unknown[] {
  if ('messages' in judged) {
    const { messages, reply } = judged;
    return isRecord(reply) ? [...messages, reply] : messages;
  }
  return judged;
}

function checkJudged(judged: Judged): void {
  const isRight = Array.isArray(judged)
    ? isMessageList(judged)
    : Array.isArray((judged as { messages?: unknown } | null | undefined)?.messages);
  if (isRight) return;
  throw new EnsaioError('option-invalid', 'There is no conversation to judge in what was given.', {
    hint: 'Invariants are judged on a transcript (one of `simulation.transcripts`), a request body or a list of messages.',
    details: { received: judged },
  });
}

/** What is derived from it is computed once, however many invariants ask for it. */
export class Evidence {
  /** Every state that was sent and not carried on; of a good conversation there is one. */
  readonly heads: readonly Head[];
  /** In the order in which they were sent; empty when only messages are known. */
  readonly exchanges: readonly Exchange[];
  readonly bodies: readonly SentBody[];
  readonly run: RunRecord;
  /** The messages that the same script came to in the other way. */
  readonly twin: readonly unknown[];
  /** The messages that the conversation came to. */
  readonly messages: readonly unknown[];
  readonly #present: ReadonlySet<EvidenceKind>;
  readonly #derived = new Map<unknown, unknown>();

  /** @throws EnsaioError `option-invalid` when there are no messages in it */
  constructor(judged: Judged, run: RunRecord = {}, twin?: Judged) {
    checkJudged(judged);
    if (twin !== undefined) checkJudged(twin);
    const exchanges = isTranscript(judged) ? judged.exchanges : [];
    this.exchanges = exchanges;
    this.messages = isTranscript(judged) ? judged.messages : savedMessages(judged);
    const states = isTranscript(judged) ? judged.heads : [this.messages];
    this.heads = states.map((messages) => headOf(messages, exchanges));
    this.bodies = isTranscript(judged)
      ? exchanges.map(({ index, request }) => ({
          body: isRecord(request.body) ? request.body : {},
          place: { exchange: index },
        }))
      : [{ body: isRecord(judged) ? judged : { messages: judged }, place: {} }];
    this.run = run;
    this.twin = twin === undefined ? [] : isTranscript(twin) ? twin.messages : savedMessages(twin);
    const kinds = Object.entries(run).flatMap(([kind, value]) =>
      value === undefined ? [] : [kind as keyof RunRecord],
    );
    this.#present = new Set<EvidenceKind>([
      ...kinds,
      ...(isTranscript(judged) ? (['exchanges'] as const) : []),
      ...(twin === undefined ? [] : (['twin'] as const)),
    ]);
  }

  has(kind: EvidenceKind): boolean {
    return this.#present.has(kind);
  }

  /**
   * What `compute` makes of this evidence, computed once. The function itself is the key, so it must be a constant of
   * its module.
   */
  derive<Value>(compute: (evidence: Evidence) => Value): Value {
    if (!this.#derived.has(compute)) this.#derived.set(compute, compute(this));
    return this.#derived.get(compute) as Value;
  }
}
