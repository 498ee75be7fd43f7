/** How a conversation goes on from request to request: what each had to begin with, and what became of it. */
import { messagesAfter } from '../transcript/transcript.ts';
import { blocksOf } from '../wire/conversation.ts';
import { replyOf, type Exchange } from '../wire/exchange.ts';
import type { Message, MessageParam } from '../wire/message.ts';
import { sharedLength, startsWith } from '../wire/history/same-messages.ts';
import type { Evidence } from './evidence.ts';
import { differenceBetween, isEmpty, isReply, type Difference } from './returned.ts';

/** Why a reply broke off, and may be asked for again. */
const CUT: readonly unknown[] = ['max_tokens', 'model_context_window_exceeded'];

/** Whether a reply broke off for want of room. */
export function isCut({ stop_reason }: Message): boolean {
  return CUT.includes(stop_reason);
}

export function isPaused({ stop_reason }: Message): boolean {
  return stop_reason === 'pause_turn';
}

/** A request that came after a reply. What was still under way when it was sent, its sender did not know. */
export interface Step {
  readonly exchange: Exchange;
  /** The newest answered request that its sender knew. */
  readonly newest: Exchange;
  /** All of them, the newest last. */
  known(): Exchange[];
}

export function stepsOf({ exchanges, run: { rewritten = [] } }: Evidence): Step[] {
  return exchanges.flatMap((exchange, position) => {
    const { alongside } = exchange;
    // What was before the app made its history anew, it need not hold any more.
    const since = rewritten.findLast((requests) => requests <= exchange.index) ?? 0;
    const isKnown = ({ outcome, index }: Exchange): boolean =>
      outcome === 'answered' && index >= since && !alongside.includes(index);
    const newest = lastBefore(exchanges, position, isKnown);
    const known = (): Exchange[] => exchanges.slice(0, position).filter(isKnown);
    return newest ? [{ exchange, newest, known }] : [];
  });
}

function lastBefore<Item>(
  list: readonly Item[],
  end: number,
  fits: (item: Item) => boolean,
): Item | undefined {
  for (let at = end - 1; at >= 0; at -= 1) if (fits(list[at]!)) return list[at];
  return undefined;
}

/** A refused turn is to be left out or reworded before the conversation goes on (handling-stop-reasons documentation). */
function isRefused(exchange: Exchange): boolean {
  return replyOf(exchange)?.stop_reason === 'refusal';
}

/** What a request after `before` begins with at least. */
function heldAfter(before: Exchange): readonly MessageParam[] {
  const reply = replyOf(before);
  // A paused reply has an invariant of its own; a cut one may be asked for again, and an empty one says nothing.
  const mayGo = reply !== undefined && (isPaused(reply) || isCut(reply) || isEmpty(reply));
  return mayGo ? before.messages : messagesAfter(before);
}

/** The summary that takes the place of all that was before it, if the reply is one (compaction-on-demand documentation). */
function summaryIn(before: Exchange): MessageParam | undefined {
  const isSummary = blocksOf(replyOf(before)?.content).some(
    ({ type, content: text }) => type === 'compaction' && text != null,
  );
  return isSummary ? messagesAfter(before).at(-1) : undefined;
}

function goesOnFrom(before: Exchange, { messages }: Exchange): boolean {
  if (startsWith(messages, heldAfter(before))) return true;
  const isAskedAgain =
    messages.length === before.messages.length && startsWith(messages, before.messages);
  const summary = summaryIn(before);
  return isAskedAgain || (summary !== undefined && startsWith(messages, [summary]));
}

/** The known requests that no later one has carried on: where the conversation had got to. */
function ends(known: readonly Exchange[]): Exchange[] {
  return known.filter(
    (exchange, index) =>
      !known.slice(index + 1).some(({ messages }) => startsWith(messages, messagesAfter(exchange))),
  );
}

/** Something that is not in a request as it was in the conversation before. */
export interface Change extends Partial<Difference> {
  readonly what: 'gone' | 'changed' | 'thinking';
  readonly exchange: Exchange;
  readonly before: Exchange;
  readonly message: number;
  /** How many messages are gone. */
  readonly count: number;
}

function* differences(before: Exchange, exchange: Exchange): Generator<Change> {
  const expected = heldAfter(before);
  const { messages } = exchange;
  const at = { exchange, before, count: 1 };
  for (const [message, was] of expected.entries()) {
    const is = messages[message];
    if (is === undefined) {
      yield { ...at, what: 'gone', message, count: expected.length - message };
      return;
    }
    const difference = differenceBetween(was, is);
    if (difference === undefined) continue;
    if (difference.kind === 'thinking') {
      yield { ...at, ...difference, what: 'thinking', message };
      continue;
    }
    const later = expected
      .slice(message + 1)
      .findIndex((other) => differenceBetween(other, is) === undefined);
    const isGone = later !== -1 || (isReply(was) && !isReply(is));
    yield isGone
      ? { ...at, what: 'gone', message, count: later + 1 || 1 }
      : { ...at, ...difference, what: 'changed', message };
    return;
  }
}

function changesIn({ exchange, newest, known }: Step): Change[] {
  if (goesOnFrom(newest, exchange)) return [];
  const open = ends(known().filter((before) => !isRefused(before)));
  if (open.some((before) => goesOnFrom(before, exchange))) return [];
  // What it has most in common with is what it was made from.
  const [nearest] = open
    .toReversed()
    .map((before) => ({
      before,
      shared: sharedLength(exchange.messages, messagesAfter(before)),
    }))
    .sort((a, b) => b.shared - a.shared);
  return nearest ? [...differences(nearest.before, exchange)] : [];
}

/** Everything that was changed on the way, request by request. */
export function changesOf(evidence: Evidence): Change[] {
  return evidence.derive(stepsOf).flatMap(changesIn);
}
