/** What was said stays said: the history grows at its end, and nothing in it is changed. */
import { messagesAfter } from '../transcript/transcript.ts';
import { entriesOf } from '../wire/conversation.ts';
import { replyOf, type Exchange } from '../wire/exchange.ts';
import { sameJson } from '../wire/json/same-json.ts';
import { hasReachedLimit, lastReplyOf, placeOfReply } from './endings.ts';
import type { Evidence } from './evidence.ts';
import type { Invariant, InvariantFinding } from './invariant.ts';
import type { Place } from './place.ts';
import { differenceBetween } from './returned.ts';
import { show, showDifference } from './show.ts';
import { changesOf, isPaused, stepsOf, type Change, type Step } from './steps.ts';
import { threadKeepsTools } from './threads.ts';

/** A place in a request, which follows the turn that `before` was answered by. */
function placeIn(exchange: Exchange, before: Exchange, place: Place = {}): Place {
  const { turn } = before;
  return { ...place, exchange: exchange.index, ...(turn === undefined ? {} : { turn }) };
}

function placeOf({ exchange, before, message, block }: Change): Place {
  return placeIn(exchange, before, { message, ...(block === undefined ? {} : { block }) });
}

function* changed(
  evidence: Evidence,
  what: Change['what'],
  say: (change: Change) => string,
): Generator<InvariantFinding> {
  for (const change of evidence.derive(changesOf)) {
    if (change.what === what) yield { place: placeOf(change), message: say(change) };
  }
}

const expectedAndReceived = ({ expected, received }: Change): string =>
  showDifference(expected, received);

const historyGrows: Invariant = {
  id: 'history-grows',
  family: 'history',
  summary: 'A request holds all that was said before it, and what is new stands at its end.',
  reason: 'What is left out the model has never heard of: it asks again, and calls again.',
  source:
    'Messages API (it keeps nothing); report C022. Asking the same again, leaving out a refused, cut or empty reply, and a summary of the API are no fault',
  needs: ['exchanges'],
  check: (evidence) =>
    changed(evidence, 'gone', ({ message, count }) =>
      count === 1
        ? `message ${message} of the conversation is gone`
        : `messages ${message} to ${message + count - 1} of the conversation are gone`,
    ),
};

const historyUnchanged: Invariant = {
  id: 'history-unchanged',
  family: 'history',
  summary: 'What was said before comes back unchanged.',
  reason:
    'A call that comes back with another input, or a reply with other words, is something that the model never said; and the prompt cache misses.',
  source: 'report C034; prompt-caching documentation. Marks for the cache may come and go',
  needs: ['exchanges'],
  check: (evidence) =>
    changed(
      evidence,
      'changed',
      (change) => `it comes back changed: ${expectedAndReceived(change)}`,
    ),
};

const thinkingUnchanged: Invariant = {
  id: 'thinking-unchanged',
  family: 'history',
  summary:
    'Thinking comes back as it was, block by block, text and signature byte for byte, redacted blocks included.',
  reason:
    'The API refuses changed thinking, and without it the model forgets why it called a tool.',
  source: 'thinking documentation; facts K08 to K11; reports C043 to C046',
  needs: ['exchanges'],
  check: (evidence) =>
    changed(
      evidence,
      'thinking',
      (change) => `its thinking comes back changed: ${expectedAndReceived(change)}`,
    ),
};

/** What is wrong about the request after a paused turn; nothing when it only hands the reply back. */
function resumedWrongly({ newest, exchange }: Step): InvariantFinding | undefined {
  const message = newest.messages.length;
  const [reply, next] = exchange.messages.slice(message);
  const place = placeIn(exchange, newest, { message });
  if (reply === undefined) return { place, message: 'the paused reply is left out' };
  const difference = differenceBetween(messagesAfter(newest)[message], reply);
  if (difference) {
    const words = showDifference(difference.expected, difference.received);
    return { place, message: `the paused reply comes back changed: ${words}` };
  }
  if (next === undefined) return undefined;
  return {
    place: placeIn(exchange, newest, { message: message + 1 }),
    message: 'something was added to the paused turn before it was resumed',
  };
}

const pausedTurnResumed: Invariant = {
  id: 'paused-turn-resumed',
  family: 'history',
  summary:
    'A turn that stopped with `pause_turn` is resumed: the next request ends in its reply, unchanged.',
  reason:
    'The work of the server’s tools is unfinished: the answer is missing, or a call without a result is refused.',
  source: 'handling-stop-reasons documentation; facts 6.4; reports C049 and C050',
  needs: ['exchanges'],
  *check(evidence) {
    for (const step of evidence.derive(stepsOf)) {
      const reply = replyOf(step.newest);
      const found = reply && isPaused(reply) ? resumedWrongly(step) : undefined;
      if (found) yield found;
    }
    const end = lastReplyOf(evidence);
    if (!end || !isPaused(end.reply) || hasReachedLimit(evidence)) return;
    if (evidence.run.ending?.type === 'answered') {
      yield { place: placeOfReply(end), message: 'the app took the paused turn for the end' };
    }
  },
};

const streamedAlike: Invariant = {
  id: 'streamed-alike',
  family: 'history',
  summary: 'Asked with streams or without, the same script ends in the same conversation.',
  reason: 'What was put together from a stream is not what was said.',
  source: 'reports C034, C044, C055 and C058',
  needs: ['twin'],
  *check({ messages, twin }) {
    const [one, other] = [entriesOf(messages), entriesOf(twin)];
    for (let message = 0; message < Math.max(one.length, other.length); message += 1) {
      const [is, was] = [one[message], other[message]];
      const isSame = is?.role === was?.role && sameJson(is?.blocks, was?.blocks);
      if (isSame) continue;
      const block = (is?.blocks ?? []).findIndex(
        (each, place) => !sameJson(each, was?.blocks[place]),
      );
      yield {
        place: { message, ...(block === -1 ? {} : { block }) },
        message: `the other run has ${show(was?.blocks[Math.max(block, 0)])} here, this one ${show(is?.blocks[Math.max(block, 0)])}`,
      };
      return;
    }
  },
};

export const historyInvariants: readonly Invariant[] = [
  historyGrows,
  historyUnchanged,
  thinkingUnchanged,
  pausedTurnResumed,
  threadKeepsTools,
  streamedAlike,
];
