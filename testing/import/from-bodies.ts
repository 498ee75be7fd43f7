/** Saved messages and request bodies, with or without their replies. */
import type { Source } from '../../src/scenario/source.ts';
import type { MessageParam } from '../../src/wire/message.ts';
import { replyOf, type Exchange } from '../../src/wire/exchange.ts';
import { loggedConversations } from '../logs/logged-conversations.ts';
import { readLog, type Fields } from '../logs/read-log.ts';
import type { Heard } from '../recorder/heard.ts';
import { heardMessages } from './heard-messages.ts';
import { logMistake } from '../logs/log-mistake.ts';

/** What is known of the replies to requests, by their place in the conversation. */
function repliesTo(exchanges: readonly Exchange[]): Map<number, Fields> {
  return new Map(
    exchanges.flatMap((exchange) => {
      const reply = replyOf(exchange);
      return reply ? [[exchange.messages.length, reply as unknown as Fields] as const] : [];
    }),
  );
}

/** @throws EnsaioError `log-invalid` */
export function fromBodies({ file, text }: Source): Heard[] {
  const entries = readLog(file, text);
  const { conversations, unknown } = loggedConversations(entries);
  const [lost] = unknown;
  if (lost) {
    throw logMistake(file, 'it goes on with a reply that is not in the file.', {
      place: lost.place,
      hint: 'Of a message thread every request and every reply must be there.',
    });
  }
  let startedAt = 0;
  return conversations.flatMap(({ judged, requests }) => {
    const { messages, exchanges } = judged as unknown as {
      messages: readonly MessageParam[];
      exchanges: readonly Exchange[];
    };
    const body = requests.at(-1)?.stored?.created ?? requests.at(-1)?.entry.body;
    const heard = heardMessages(
      { messages, body: body as Fields | undefined, replies: repliesTo(exchanges) },
      startedAt,
    );
    startedAt += messages.length + 1;
    return heard;
  });
}
