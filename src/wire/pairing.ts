/** Which tool calls lack their result and which results lack their call: one account for rules and invariants. */
import { textField, type Block, type Entry } from './conversation.ts';

/** One fault of pairing. `message` and `block` are indices into the conversation. */
export type PairingFault =
  /** Calls of one turn without a result at the start of the next message; `message` is where the API points. */
  | { kind: 'result-missing'; message: number; ids: string[]; call: number }
  /** A result whose call is not in the turn before it. */
  | { kind: 'result-unexpected'; message: number; block: number; id: string }
  /** A second result for one call. */
  | { kind: 'result-repeated'; message: number; block: number; id: string }
  /** A call id used before in the conversation. */
  | { kind: 'call-id-repeated'; message: number; block: number; id: string }
  /** A call outside an assistant message. */
  | { kind: 'call-misplaced'; message: number; block: number; id: string }
  /** A result outside a user message. */
  | { kind: 'result-misplaced'; message: number; block: number; id: string };

export type PairingFaultKind = PairingFault['kind'];

/** Messages of one role in a row, which the API reads as one turn (SDK doc comment of `messages`). */
interface MergedTurn {
  readonly role: string;
  readonly entries: Entry[];
}

interface Placed {
  readonly block: Block;
  readonly message: number;
  readonly index: number;
}

function mergeTurns(entries: readonly Entry[]): MergedTurn[] {
  const turns: MergedTurn[] = [];
  for (const entry of entries) {
    const last = turns.at(-1);
    if (last?.role === entry.role) last.entries.push(entry);
    else turns.push({ role: entry.role, entries: [entry] });
  }
  return turns;
}

function placedBlocks(turn: MergedTurn): Placed[] {
  return turn.entries.flatMap((entry) =>
    entry.blocks.map((block, index) => ({ block, message: entry.index, index })),
  );
}

const isCall = ({ block }: Placed): boolean => block.type === 'tool_use';
const isResult = ({ block }: Placed): boolean => block.type === 'tool_result';

/** Server-tool blocks after a client call in one turn: the client's result is then not matched (report C010). */
function isServerBlock({ block }: Placed): boolean {
  return (
    block.type === 'server_tool_use' ||
    (block.type !== 'tool_result' && block.type.endsWith('_tool_result'))
  );
}

/** The results a turn begins with; the API does not look past the first other block (facts T03). */
function leadingResults(blocks: readonly Placed[]): Placed[] {
  const end = blocks.findIndex((placed) => !isResult(placed));
  return end === -1 ? [...blocks] : blocks.slice(0, end);
}

function missingResults(calls: MergedTurn, next: MergedTurn | undefined): PairingFault | undefined {
  const blocks = placedBlocks(calls);
  const open = blocks.filter(isCall);
  if (open.length === 0) return undefined;
  const lastServerBlock = blocks.findLastIndex(isServerBlock);
  const buried = blocks.slice(0, Math.max(lastServerBlock, 0)).filter(isCall);
  const callIndex = open[0]!.message;
  if (buried.length > 0) {
    return {
      kind: 'result-missing',
      message: callIndex,
      ids: buried.map(idOfCall),
      call: callIndex,
    };
  }
  const answers = next?.role === 'user' ? leadingResults(placedBlocks(next)) : [];
  const answered = new Set(answers.map(idOfResult));
  const ids = open.map(idOfCall).filter((id) => !answered.has(id));
  if (ids.length === 0) return undefined;
  const message = next?.role === 'user' ? next.entries[0]!.index : open.at(-1)!.message;
  return { kind: 'result-missing', message, ids: [...new Set(ids)], call: callIndex };
}

const idOfCall = ({ block }: Placed): string => textField(block, 'id');
const idOfResult = ({ block }: Placed): string => textField(block, 'tool_use_id');

function at(placed: Placed, id: string): { message: number; block: number; id: string } {
  return { message: placed.message, block: placed.index, id };
}

/** Every pairing fault of a conversation, in the order of the messages. */
export function pairingFaults(entries: readonly Entry[]): PairingFault[] {
  const faults: PairingFault[] = [];
  const seen = new Set<string>();
  let callable = new Set<string>();
  const turns = mergeTurns(entries);
  for (const [position, turn] of turns.entries()) {
    const blocks = placedBlocks(turn);
    if (turn.role === 'assistant') {
      callable = new Set();
      for (const call of blocks.filter(isCall)) {
        const id = idOfCall(call);
        if (seen.has(id)) faults.push({ kind: 'call-id-repeated', ...at(call, id) });
        seen.add(id);
        callable.add(id);
      }
      for (const result of blocks.filter(isResult)) {
        faults.push({ kind: 'result-misplaced', ...at(result, idOfResult(result)) });
      }
      const missing = missingResults(turn, turns[position + 1]);
      if (missing) faults.push(missing);
    } else if (turn.role === 'user') {
      const answered = new Set<string>();
      for (const call of blocks.filter(isCall)) {
        faults.push({ kind: 'call-misplaced', ...at(call, idOfCall(call)) });
      }
      for (const result of blocks.filter(isResult)) {
        const id = idOfResult(result);
        if (answered.has(id)) faults.push({ kind: 'result-repeated', ...at(result, id) });
        else if (!callable.has(id)) faults.push({ kind: 'result-unexpected', ...at(result, id) });
        answered.add(id);
      }
      callable = new Set();
    }
  }
  return faults;
}
