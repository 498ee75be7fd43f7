/** Every call answered once, by its id, in its place. */
import { textField, type Entry } from '../wire/conversation.ts';
import { orderFaults, pairingFaults, type PairingFault } from '../wire/pairing.ts';
import type { InvariantFinding, MessagesInvariant } from './invariant.ts';

const DOCS = 'handle-tool-calls documentation; facts T01 to T10';

function finding(fault: { message: number; block?: number }, message: string): InvariantFinding {
  const { block } = fault;
  return { place: { message: fault.message, ...(block === undefined ? {} : { block }) }, message };
}

/** A conversation that ends in calls is in mid-turn: their results are still to come. */
function isOpen(fault: PairingFault, entries: readonly Entry[]): boolean {
  return (
    fault.kind === 'result-missing' &&
    entries.slice(fault.call).every(({ role }) => role === 'assistant')
  );
}

/** What several invariants ask of the same conversation is found once. */
function once<Found>(
  find: (entries: readonly Entry[]) => Found,
): (entries: readonly Entry[]) => Found {
  const known = new WeakMap<readonly Entry[], Found>();
  return (entries) => {
    const found = known.get(entries) ?? find(entries);
    known.set(entries, found);
    return found;
  };
}

const faultsIn = once((entries) =>
  pairingFaults(entries).filter((fault) => !isOpen(fault, entries)),
);
const orderFaultsIn = once(orderFaults);

/** Ids that are answered after all, only not where the API looks. */
function answeredLate(
  entries: readonly Entry[],
  fault: PairingFault & { kind: 'result-missing' },
): Set<string> {
  const late = new Set<string>();
  for (const entry of entries) {
    if (entry.index <= fault.call) continue;
    if (entry.role !== 'user') break;
    for (const block of entry.blocks) {
      if (block.type === 'tool_result') late.add(textField(block, 'tool_use_id'));
    }
  }
  return late;
}

const oneResultPerCall: MessagesInvariant = {
  id: 'one-result-per-call',
  summary: 'Every `tool_use` has exactly one `tool_result`, in the user turn right after it.',
  reason: 'A call left open makes the API refuse every later request of the conversation.',
  source: DOCS,
  *check(entries) {
    for (const fault of faultsIn(entries)) {
      if (fault.kind === 'result-repeated') {
        yield finding(fault, `the call ${fault.id} is answered more than once`);
      }
      if (fault.kind !== 'result-missing') continue;
      const late = answeredLate(entries, fault);
      for (const id of fault.ids.filter((open) => !late.has(open))) {
        yield finding({ message: fault.message }, `the call ${id} has no result`);
      }
    }
  },
};

const matchingIds: MessagesInvariant = {
  id: 'matching-ids',
  summary:
    'Every `tool_result` names a call of the assistant turn right before it, each in a message of its own role.',
  reason: 'A result whose id matches no call cannot be told from one that belongs elsewhere.',
  source: DOCS,
  *check(entries) {
    for (const fault of faultsIn(entries)) {
      switch (fault.kind) {
        case 'result-unexpected':
          if (fault.made) {
            yield finding(fault, `the result for ${fault.id} answers a call of an earlier turn`);
          } else if (fault.open.length > 0) {
            yield finding(
              fault,
              `the result for ${fault.id} answers no call of the turn before it: expected ${fault.open.join(' or ')}`,
            );
          }
          break;
        case 'call-misplaced':
          yield finding(fault, `the call ${fault.id} is not in an assistant message`);
          break;
        case 'result-misplaced':
          yield finding(fault, `the result for ${fault.id} is not in a user message`);
          break;
        default:
      }
    }
  },
};

const noResultWithoutCall: MessagesInvariant = {
  id: 'no-result-without-call',
  summary: 'No `tool_result` answers a call that was never made.',
  reason: 'The API refuses it; most often the call was cut off with the older history.',
  source: DOCS,
  *check(entries) {
    for (const fault of faultsIn(entries)) {
      if (fault.kind === 'result-unexpected' && !fault.made && fault.open.length === 0) {
        yield finding(fault, `there is a result for ${fault.id}, and no such call was made`);
      }
    }
  },
};

const uniqueIds: MessagesInvariant = {
  id: 'unique-ids',
  summary: 'Every call of a conversation has an id of its own.',
  reason:
    'The API never gives an id out twice; one that is there twice was copied or made up, and its results cannot be told apart.',
  source: DOCS,
  *check(entries) {
    for (const fault of faultsIn(entries)) {
      if (fault.kind === 'call-id-repeated') {
        yield finding(fault, `the call id ${fault.id} is used twice`);
      }
    }
  },
};

const resultsFirst: MessagesInvariant = {
  id: 'results-first',
  summary: 'In the user turn after calls, all results stand before any text or other block.',
  reason:
    'The API does not look for results behind the first other block and reports them missing.',
  source: DOCS,
  *check(entries) {
    let others = false;
    let lastRole = '';
    for (const entry of entries) {
      // Messages of one role in a row are one turn.
      if (entry.role !== lastRole) others = false;
      lastRole = entry.role;
      if (entry.role !== 'user') continue;
      for (const [block, { type, ...fields }] of entry.blocks.entries()) {
        if (type !== 'tool_result') others = true;
        else if (others) {
          const id = String(fields['tool_use_id']);
          yield finding(
            { message: entry.index, block },
            `the result for ${id} stands behind another block`,
          );
        }
      }
    }
  },
};

const resultsInOneMessage: MessagesInvariant = {
  id: 'results-in-one-message',
  summary: 'All results of a turn stand in one user message, the one directly after the calls.',
  reason:
    'Results in messages of their own teach the model to call one tool at a time; some platforms refuse them.',
  source: 'parallel-tool-use documentation; the API itself reads messages of one role as one turn',
  *check(entries) {
    for (const fault of orderFaultsIn(entries)) {
      if (fault.kind !== 'results-split') continue;
      yield finding(
        fault,
        `the result for ${fault.id} stands in another message than the results before it`,
      );
    }
  },
};

const resultsInOrder: MessagesInvariant = {
  id: 'results-in-order',
  summary: 'The results of a turn stand in the order of its calls.',
  reason:
    'Results in the order in which tools happened to finish make every run, and its prompt cache, another one.',
  source: 'the SDK’s own tool runner keeps the order; the API itself matches by id',
  *check(entries) {
    for (const fault of orderFaultsIn(entries)) {
      if (fault.kind !== 'result-early') continue;
      yield finding(
        fault,
        `the result for ${fault.id} stands before that for ${fault.earlier}, which was called first`,
      );
    }
  },
};

export const pairingInvariants: readonly MessagesInvariant[] = [
  oneResultPerCall,
  matchingIds,
  noResultWithoutCall,
  uniqueIds,
  resultsFirst,
  resultsInOneMessage,
  resultsInOrder,
];
