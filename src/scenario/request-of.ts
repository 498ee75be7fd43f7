/** A recorded request as routing saw it. */
import { toRoutedRequest, type RoutedRequest } from '../script/routed-request.ts';
import { replyOf, type Exchange } from '../wire/exchange.ts';
import type { MessageRequest } from '../wire/message.ts';

/** The body that began the thread which `exchange` goes on with; its own when it goes on with none. */
function openingBody(journal: readonly Exchange[], { request, index }: Exchange): MessageRequest {
  const { thread } = request.body;
  const previous =
    thread && 'previous_message_id' in thread ? thread.previous_message_id : undefined;
  if (previous === undefined) return request.body;
  const before = journal.find(
    (exchange) => exchange.index < index && replyOf(exchange)?.id === previous,
  );
  return before ? openingBody(journal, before) : request.body;
}

/** The request of an exchange; a continued thread keeps the system prompt and the tools that it began with. */
export function requestOf(journal: readonly Exchange[], exchange: Exchange): RoutedRequest {
  const { request, messages } = exchange;
  const { system, tools } = openingBody(journal, exchange);
  const kept = Object.entries({ system, tools }).filter(([, value]) => value !== undefined);
  const body = { ...request.body, ...Object.fromEntries(kept) };
  return toRoutedRequest(body, messages, request.headers);
}
