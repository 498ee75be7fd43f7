/** The ids of the calls that a history holds. */
import { carried } from './carried.ts';
import { entriesOf, textField } from '../conversation.ts';
import type { History } from './history.ts';
import type { MadeCalls } from '../pairing.ts';

interface FirstMade {
  /** Each id with the message that it first stands in; shared by histories that go on from each other. */
  readonly ids: Map<string, number>;
  /** How many messages have their calls in it: more than the history has where it was gone on from. */
  readonly reach: { length: number };
  /** How many the history has. */
  readonly length: number;
}

function upTo({ ids, length }: FirstMade): Map<string, number> {
  return new Map([...ids].filter(([, message]) => message < length));
}

const firstIn = (roles: ReadonlySet<string> | undefined): ((history: History) => FirstMade) =>
  carried<FirstMade>((before, messages, history) => {
    const { length } = history.messages;
    const offset = length - messages.length;
    // What is gone on from twice has two histories that know nothing of each other.
    const isBranch = before !== undefined && before.reach.length > before.length;
    const ids = isBranch ? upTo(before) : (before?.ids ?? new Map<string, number>());
    const reach = isBranch || !before ? { length } : before.reach;
    reach.length = length;
    for (const { role, blocks, index } of entriesOf(messages, offset)) {
      if (roles?.has(role) === false) continue;
      for (const block of blocks) {
        const id = block.type === 'tool_use' ? textField(block, 'id') : undefined;
        if (id !== undefined && !ids.has(id)) ids.set(id, index);
      }
    }
    return { ids, reach, length };
  });

/** Of calls that were misplaced it says nothing: those are no calls. */
const firstMade = firstIn(new Set(['assistant']));
const firstWritten = firstIn(undefined);

/** The calls that stand before a message of a history. */
export function callsBefore(history: History, message: number): MadeCalls {
  const { ids } = firstMade(history);
  return { has: (id) => (ids.get(id) ?? Infinity) < message };
}

/** The calls that stand in a history, also where none may be. */
export function callsIn(history: History): MadeCalls {
  const { ids, length } = firstWritten(history);
  return { has: (id) => (ids.get(id) ?? Infinity) < length };
}
