/** An id of a call is given out once in a conversation. */
import type { CheckedRequest } from '../rules/checked-request.ts';
import { callsIn } from '../wire/history/made-calls.ts';
import type { Message } from '../wire/message.ts';

/** A call id that the conversation has already: the API never gives one out twice. */
export function repeatedCallId(
  { content }: Message,
  { known, newEntries }: CheckedRequest,
): string | undefined {
  const before = known && callsIn(known);
  const isMade = (id: string): boolean =>
    before?.has(id) === true ||
    newEntries.some(({ blocks }) =>
      blocks.some((block) => block.type === 'tool_use' && block['id'] === id),
    );
  for (const block of content) if (block.type === 'tool_use' && isMade(block.id)) return block.id;
  return undefined;
}
