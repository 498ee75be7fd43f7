/** What a message thread keeps, so that who goes on from it must neither change nor forget it. */
import { replyOf, type Exchange } from '../wire/exchange.ts';
import { startsWith } from '../wire/history/same-messages.ts';
import { sameJson } from '../wire/json/same-json.ts';
import type { Invariant } from './invariant.ts';
import { show } from './show.ts';

/** Each request on a thread with the one that created it, as far as that is known. */
function* continuations(exchanges: readonly Exchange[]): Generator<[Exchange, Exchange]> {
  const creators = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    const thread = exchange.request.body?.thread;
    const id = thread?.type === 'continue' ? thread.previous_message_id : undefined;
    const creator = id === undefined ? exchange : creators.get(id);
    const reply = replyOf(exchange);
    if (creator && reply) creators.set(reply.id, creator);
    if (creator && id !== undefined) yield [creator, exchange];
  }
}

/** The request that sends anew what one on a thread brought to no end; it does not go on from a thread itself. */
function replayOf(exchanges: readonly Exchange[], lost: Exchange): Exchange | undefined {
  if (replyOf(lost)) return undefined;
  return exchanges.find(
    ({ index, request, messages }) =>
      index > lost.index &&
      request.body?.thread?.type !== 'continue' &&
      startsWith(messages, lost.messages),
  );
}

export const threadKeepsTools: Invariant = {
  id: 'thread-keeps-tools-and-system',
  family: 'history',
  summary:
    'Tools and system prompt stay the same while a message thread lasts, and come along when it is lost and sent anew.',
  reason:
    'A thread has those it was created with, and a new one has none: without them the model can call nothing, and does not know who it is.',
  source: 'message-threads documentation; facts 2.3, 2.6 and 2.7',
  needs: ['exchanges'],
  *check({ exchanges }) {
    for (const [creator, exchange] of continuations(exchanges)) {
      const replay = replayOf(exchanges, exchange);
      for (const name of ['system', 'tools'] as const) {
        const was = creator.request.body[name];
        if (!replay || was === undefined || replay.request.body[name] !== undefined) continue;
        yield {
          place: { exchange: replay.index },
          message: `\`${name}\` is left out of what is sent anew for a thread that was lost: expected ${show(was)}, received nothing`,
        };
      }
      for (const name of ['system', 'tools'] as const) {
        const [was, is] = [creator.request.body[name], exchange.request.body[name]];
        if (is === undefined || sameJson(was, is)) continue;
        yield {
          place: { exchange: exchange.index },
          message: `\`${name}\` is not what the thread was created with: expected ${show(was)}, received ${show(is)}`,
        };
      }
    }
  },
};
