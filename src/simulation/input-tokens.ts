/** How many tokens a request brings: its system prompt, its tools and the whole conversation. */
import type { CheckedRequest } from '../rules/checked-request.ts';
import { carried } from '../wire/carried.ts';
import { estimateTokens, readableText, tokensOfLength, type TokenCounter } from '../wire/tokens.ts';

/** The length of what can be read of the messages that a thread holds: of lists in JSON, one after the other. */
const storedLength = carried<number>((before, messages) => {
  const { length } = readableText(messages);
  return before === undefined ? length : before + length - 1;
});

/** What the whole list has to be put together for when somebody else counts. */
function messageTokens({ thread, body, messages }: CheckedRequest, tokens: TokenCounter): number {
  const sent = body['messages'];
  if (!thread.from || tokens !== estimateTokens || !Array.isArray(sent)) {
    return tokens(readableText(messages));
  }
  const stored = storedLength(thread.from);
  return tokensOfLength(sent.length === 0 ? stored : stored + readableText(sent).length - 1);
}

/** By the counter of the simulation. */
export function inputTokens(request: CheckedRequest): number {
  const { thread, body, tokens } = request;
  const { system, tools } = thread.from ? { ...body, ...thread.from.created } : body;
  return [system, tools]
    .map((part) => tokens(readableText(part)))
    .reduce((sum, count) => sum + count, messageTokens(request, tokens));
}
