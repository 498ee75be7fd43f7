/** Every call answered once, by its id, before anything else. */
import { textField, type Entry } from '../wire/conversation.ts';
import { pairingFaults, type PairingFault } from '../wire/pairing.ts';
import type { Invariant, InvariantFinding } from './invariant.ts';

const DOCS = 'handle-tool-calls documentation; facts T01 to T10';

function finding(fault: { message: number; block?: number }, message: string): InvariantFinding {
  const { block } = fault;
  return { place: { message: fault.message, ...(block === undefined ? {} : { block }) }, message };
}

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

export const oneResultPerCall: Invariant = {
  id: 'one-result-per-call',
  summary: 'Every `tool_use` has exactly one `tool_result`, in the user turn right after it.',
  reason: 'A call left open makes the API refuse every later request of the conversation.',
  source: DOCS,
  *check(entries) {
    for (const fault of pairingFaults(entries)) {
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

export const matchingIds: Invariant = {
  id: 'matching-ids',
  summary:
    'Every `tool_result` names a call of the assistant turn right before it, and call ids are unique.',
  reason: 'A result whose id matches no call cannot be told from one that belongs elsewhere.',
  source: DOCS,
  *check(entries) {
    for (const fault of pairingFaults(entries)) {
      switch (fault.kind) {
        case 'result-unexpected':
          yield finding(fault, `the result for ${fault.id} answers no call of the turn before it`);
          break;
        case 'call-id-repeated':
          yield finding(fault, `the call id ${fault.id} is used twice`);
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

export const resultsFirst: Invariant = {
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
