/** How long the prompt of a request is: its system prompt, its tools and the whole conversation. */
import { carried } from '../wire/history/carried.ts';
import { estimateTokens, readableText, tokensOfLength, type TokenCounter } from '../wire/tokens.ts';
import type { CheckedRequest } from './checked-request.ts';
import { ofParameters } from './parameters.ts';

/** The length of what can be read of the messages of a history: of lists in JSON, one after the other. */
const knownLength = carried<number>((before, messages) => {
  const { length } = readableText(messages);
  return before === undefined ? length : before + length - 1;
});

/** What can be read of the system prompt and of the tools. */
const besideMessages = ofParameters(({ thread, body }) => {
  const { system, tools } = thread.from ? { ...body, ...thread.from.created } : body;
  return [system, tools].map(readableText);
});

/** How many characters a thread adds to the prompt, at most. */
export function storedCharacters(request: CheckedRequest): number {
  const { from } = request.thread;
  if (!from) return 0;
  return besideMessages(request).reduce((sum, { length }) => sum + length, knownLength(from));
}

/** What the whole list has to be put together for when somebody else counts. */
function messageTokens(request: CheckedRequest, tokens: TokenCounter): number {
  const { known, messages } = request;
  if (!known || tokens !== estimateTokens) return tokens(readableText(messages));
  const length = knownLength(known);
  const added = messages.slice(known.messages.length);
  return tokensOfLength(added.length === 0 ? length : length + readableText(added).length - 1);
}

/** How many tokens a request brings, by the counter of the simulation. */
export function inputTokens(request: CheckedRequest): number {
  const { tokens } = request;
  return besideMessages(request)
    .map((text) => tokens(text))
    .reduce((sum, count) => sum + count, messageTokens(request, tokens));
}
