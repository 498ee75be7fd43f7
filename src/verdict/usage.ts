/** Whether the app has counted what the API reported. */
import { replyOf, type Exchange } from '../wire/exchange.ts';
import type { Message } from '../wire/message.ts';
import type { ClientCheck, UsageCounter } from './client-check.ts';

export const USAGE_COUNTERS: readonly UsageCounter[] = [
  'input_tokens',
  'output_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
];

/** What a message counts; a body that a script wrote by hand may lack it. */
function countOf(message: Partial<Message>, counter: UsageCounter): number {
  return message.usage?.[counter] ?? 0;
}

function sum(messages: readonly Message[], counter: UsageCounter): number {
  return messages.reduce((total, message) => total + countOf(message, counter), 0);
}

/** Messages of streams that broke off: of their usage anything may have been told. */
function brokenOff({ outcome, response }: Exchange): Message[] {
  const isBroken = outcome !== 'answered' && response?.streamed === true;
  return isBroken ? [response.body as Message] : [];
}

export const usageLost: ClientCheck = {
  id: 'usage-lost',
  summary: 'The app has counted other tokens than the API reported.',
  reason: 'Costs and limits are reckoned by it.',
  source: 'streaming documentation (usage is cumulative); report C074',
  *check({ journal, options: { usage = {} } }) {
    const answered = journal.filter((exchange) => replyOf(exchange) !== undefined);
    const replies = answered.map((exchange) => replyOf(exchange)!);
    const broken = journal.flatMap(brokenOff);
    for (const counter of USAGE_COUNTERS) {
      const counted = usage[counter];
      if (counted === undefined) continue;
      const least = sum(replies, counter);
      const most = least + sum(broken, counter);
      if (counted >= least && counted <= most) continue;
      // Often it is exactly one reply that was left out or counted twice.
      const missed = answered.find(
        (_exchange, index) => countOf(replies[index]!, counter) === Math.abs(least - counted),
      );
      const expected = most === least ? `${least}` : `${least} to ${most}`;
      const where = missed ? ` The difference is that of journal[${missed.index}].` : '';
      yield {
        exchange: (missed ?? answered.at(-1) ?? journal.at(-1))?.index ?? 0,
        message: `${counter}: expected ${expected}, the sum over ${replies.length} replies, received ${counted}.${where} Add up each reply once; in a stream the last value of each field counts.`,
      };
    }
  },
};
