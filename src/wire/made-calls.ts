/** The ids of the calls that a thread holds. */
import { carried } from './carried.ts';
import { entriesOf, textField } from './conversation.ts';
import type { MadeCalls } from './pairing.ts';
import type { StoredReply } from './thread.ts';

interface FirstMade {
  /** Each id with the message that it first stands in; shared by the replies of a thread, which mostly only grows. */
  readonly ids: Map<string, number>;
  /** How many messages have their calls in it: more than are stored where the thread went on. */
  readonly reach: { length: number };
  /** How many are stored. */
  readonly length: number;
}

function upTo({ ids, length }: FirstMade): Map<string, number> {
  return new Map([...ids].filter(([, message]) => message < length));
}

/** Of calls that were misplaced it says nothing: those are no calls. */
const firstMade = carried<FirstMade>((before, messages, stored) => {
  const { length } = stored.messages;
  const offset = length - messages.length;
  // A reply that is continued twice, as may be let through, has two threads that know nothing of each other.
  const isBranch = before !== undefined && before.reach.length > before.length;
  const ids = isBranch ? upTo(before) : (before?.ids ?? new Map<string, number>());
  const reach = isBranch || !before ? { length } : before.reach;
  reach.length = length;
  for (const { role, blocks, index } of entriesOf(messages, offset)) {
    if (role !== 'assistant') continue;
    for (const block of blocks) {
      const id = block.type === 'tool_use' ? textField(block, 'id') : undefined;
      if (id !== undefined && !ids.has(id)) ids.set(id, index);
    }
  }
  return { ids, reach, length };
});

/** The calls that stand before a message of what is stored. Default: all of them. */
export function callsBefore(
  stored: StoredReply,
  message: number = stored.messages.length,
): MadeCalls {
  const { ids } = firstMade(stored);
  return { has: (id) => (ids.get(id) ?? Infinity) < message };
}
