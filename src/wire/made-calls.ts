/** The ids of the calls that a thread holds. */
import { carried } from './carried.ts';
import { entriesOf, textField } from './conversation.ts';
import type { MadeCalls } from './pairing.ts';
import type { StoredReply } from './thread.ts';

/** Each id with the message that it first stands in; shared by all replies of a thread, which only grows. */
const firstMade = carried<Map<string, number>>((before = new Map(), messages, stored) => {
  const offset = stored.messages.length - messages.length;
  for (const { blocks, index } of entriesOf(messages, offset)) {
    for (const block of blocks) {
      const id = block.type === 'tool_use' ? textField(block, 'id') : '';
      if (block.type === 'tool_use' && !before.has(id)) before.set(id, index);
    }
  }
  return before;
});

/** The calls that stand before a message of what is stored. Default: all of them. */
export function callsBefore(
  stored: StoredReply,
  message: number = stored.messages.length,
): MadeCalls {
  const made = firstMade(stored);
  return { has: (id) => (made.get(id) ?? Infinity) < message };
}
