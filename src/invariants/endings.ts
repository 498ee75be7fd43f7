/** How turns end, and how the loop does. */
import { replyOf, type Exchange } from '../wire/exchange.ts';
import type { Message } from '../wire/message.ts';
import type { Evidence } from './evidence.ts';
import { endsWithFinalCall } from './final-call.ts';
import type { Place } from './place.ts';

/** A reply with the request that it answers. */
export interface Reply {
  readonly exchange: Exchange;
  readonly reply: Message;
}

/** Every reply the app got. */
export function repliesOf({ exchanges }: Evidence): Reply[] {
  return exchanges.flatMap((exchange) => {
    const reply = replyOf(exchange);
    return reply ? [{ exchange, reply }] : [];
  });
}

/** The reply that the conversation ended with; nothing when its last request brought none. */
export function lastReplyOf(evidence: Evidence): Reply | undefined {
  const last = evidence.derive(repliesOf).at(-1);
  return last?.exchange === evidence.exchanges.at(-1) ? last : undefined;
}

/** Whether the app has asked for as many replies as it may. */
export function hasReachedLimit(evidence: Evidence): boolean {
  const { limit = Infinity } = evidence.run;
  return evidence.derive(repliesOf).length >= limit;
}

/** Whether the app may end with the calls of its last reply unanswered: it has reached its limit, or a tool ends the loop. */
export function mayLeaveCalls(evidence: Evidence): boolean {
  const end = lastReplyOf(evidence);
  const isFinal = end !== undefined && endsWithFinalCall(end.reply, evidence.run);
  return isFinal || hasReachedLimit(evidence);
}

/** The place of a whole reply. */
export function placeOfReply({ exchange: { messages, index, turn } }: Reply): Place {
  return {
    message: messages.length,
    exchange: index,
    ...(turn === undefined ? {} : { turn }),
  };
}
