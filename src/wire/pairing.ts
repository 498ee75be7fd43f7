/** Which tool calls lack their result and which results lack their call: one account for rules and invariants. */
import { textField, type Entry } from './conversation.ts';

/** One fault of pairing. `message` and `block` are indices into the conversation. */
export type PairingFault =
  /** Calls of one turn without a result at the start of the next message; `message` is where the API points. */
  | { kind: 'result-missing'; message: number; ids: string[]; call: number }
  /**
   * A result whose call is not in the turn before it. `made`: an earlier turn made the call; `open`: the calls of the
   * turn before it that have no result in its own.
   */
  | {
      kind: 'result-unexpected';
      message: number;
      block: number;
      id: string;
      made: boolean;
      open: readonly string[];
    }
  /** A second result for one call. */
  | { kind: 'result-repeated'; message: number; block: number; id: string }
  /** A call id used before in the conversation. */
  | { kind: 'call-id-repeated'; message: number; block: number; id: string }
  /** A call outside an assistant message. */
  | { kind: 'call-misplaced'; message: number; block: number; id: string }
  /** A result outside a user message. */
  | { kind: 'result-misplaced'; message: number; block: number; id: string };

export type PairingFaultKind = PairingFault['kind'];

/** A call or a result with its place. */
interface Placed {
  readonly id: string;
  readonly message: number;
  readonly block: number;
}

/** Messages of one role in a row, which the API reads as one turn (SDK doc comment of `messages`). */
interface Turn {
  readonly role: string;
  readonly firstMessage: number;
  readonly calls: Placed[];
  readonly results: Placed[];
  /** How many results stand before any other block: the API does not look past that (facts T03). */
  leading: number;
  /** Whether another block came; no more results are leading then. */
  hasOther: boolean;
  /** Calls before the last server-tool block: their results are not matched (report C010). */
  buried: number;
}

const NONE: Placed[] = [];

function begin({ role, index }: Entry): Turn {
  // Only turns with calls or results get lists of their own.
  return {
    role,
    firstMessage: index,
    calls: NONE,
    results: NONE,
    leading: 0,
    hasOther: false,
    buried: 0,
  };
}

function add(turn: Turn, list: 'calls' | 'results', placed: Placed): void {
  if (turn[list] === NONE) (turn as { -readonly [Field in keyof Turn]: Turn[Field] })[list] = [];
  turn[list].push(placed);
}

function read(turn: Turn, { index: message, blocks }: Entry): void {
  for (let block = 0; block < blocks.length; block++) {
    const { type } = blocks[block]!;
    if (type === 'tool_use') {
      add(turn, 'calls', { id: textField(blocks[block]!, 'id'), message, block });
      turn.hasOther = true;
    } else if (type === 'tool_result') {
      add(turn, 'results', { id: textField(blocks[block]!, 'tool_use_id'), message, block });
      if (!turn.hasOther) turn.leading += 1;
    } else {
      turn.hasOther = true;
      if (type === 'server_tool_use' || type.endsWith('_tool_result'))
        turn.buried = turn.calls.length;
    }
  }
}

function toTurns(entries: readonly Entry[]): Turn[] {
  const turns: Turn[] = [];
  let turn: Turn | undefined;
  for (const entry of entries) {
    if (turn?.role !== entry.role) turns.push((turn = begin(entry)));
    read(turn, entry);
  }
  return turns;
}

/** Whether results answer calls one by one, in their order, as nearly all do. */
function isInStep(calls: readonly Placed[], results: readonly Placed[]): boolean {
  return (
    calls.length === results.length && calls.every(({ id }, index) => id === results[index]!.id)
  );
}

function missingResults(turn: Turn, next: Turn | undefined): PairingFault | undefined {
  const { calls, buried } = turn;
  if (calls.length === 0) return undefined;
  const call = calls[0]!.message;
  if (buried > 0) {
    const ids = calls.slice(0, buried).map(({ id }) => id);
    return { kind: 'result-missing', message: call, ids, call };
  }
  const answers = next?.role === 'user' ? next.results.slice(0, next.leading) : NONE;
  if (isInStep(calls, answers)) return undefined;
  const answered = new Set(answers.map(({ id }) => id));
  const ids = new Set(calls.flatMap(({ id }) => (answered.has(id) ? [] : [id])));
  if (ids.size === 0) return undefined;
  const message = next?.role === 'user' ? next.firstMessage : calls.at(-1)!.message;
  return { kind: 'result-missing', message, ids: [...ids], call };
}

function addResultFaults(
  faults: PairingFault[],
  results: readonly Placed[],
  callable: readonly Placed[],
  seen: MadeCalls,
): void {
  // One result for one call cannot be a second one.
  if (results.length === 1 && isInStep(callable, results)) return;
  const ids = new Set(callable.map(({ id }) => id));
  const answered = new Set<string>();
  const open = new Set(ids);
  for (const { id } of results) open.delete(id);
  for (const result of results) {
    if (answered.has(result.id)) faults.push({ kind: 'result-repeated', ...result });
    else if (!ids.has(result.id)) {
      const made = seen.has(result.id);
      faults.push({ kind: 'result-unexpected', ...result, made, open: [...open] });
    }
    answered.add(result.id);
  }
}

/** The ids of calls that were made before. */
export interface MadeCalls {
  has(id: string): boolean;
}

/**
 * Every pairing fault of a conversation, in the order of the messages; of its end, when `made` has the calls before it. It
 * must begin with a turn.
 */
export function pairingFaults(
  entries: readonly Entry[],
  made: MadeCalls = new Set<string>(),
): PairingFault[] {
  const faults: PairingFault[] = [];
  const here = new Set<string>();
  const seen = { has: (id: string): boolean => here.has(id) || made.has(id) };
  let callable: readonly Placed[] = NONE;
  const turns = toTurns(entries);
  for (const [position, turn] of turns.entries()) {
    const { role, calls, results } = turn;
    if (role === 'assistant') {
      for (const call of calls) {
        if (seen.has(call.id)) faults.push({ kind: 'call-id-repeated', ...call });
        here.add(call.id);
      }
      for (const result of results) faults.push({ kind: 'result-misplaced', ...result });
      const missing = missingResults(turn, turns[position + 1]);
      if (missing) faults.push(missing);
      callable = calls;
    } else if (role === 'user') {
      for (const call of calls) faults.push({ kind: 'call-misplaced', ...call });
      if (results.length > 0) addResultFaults(faults, results, callable, seen);
      callable = NONE;
    }
  }
  return faults;
}

/** What the API lets pass, and a careful loop does not do: results split over messages, or out of order. */
export type OrderFault =
  /** A result in another message than the first of its turn, with nothing but results before it. */
  | { kind: 'results-split'; message: number; block: number; id: string }
  /** A result that stands before the one for the call `earlier`, which was made before its own. */
  | { kind: 'result-early'; message: number; block: number; id: string; earlier: string };

function orderFaultsOf({ results, leading }: Turn, calls: readonly Placed[]): OrderFault[] {
  const places = new Map(calls.map(({ id }, place) => [id, place]));
  const faults: OrderFault[] = [];
  // From the last to the first: what was called first of the results behind.
  let first: Placed | undefined;
  for (const result of results.toReversed()) {
    const place = places.get(result.id);
    if (place === undefined) continue;
    if (first && places.get(first.id)! < place) {
      faults.unshift({ kind: 'result-early', ...result, earlier: first.id });
    } else first = result;
  }
  const split = results.slice(0, leading).find(({ message }) => message !== results[0]!.message);
  return split ? [{ kind: 'results-split', ...split }, ...faults] : faults;
}

/** Every fault of order among the results of a conversation, in the order of the messages. */
export function orderFaults(entries: readonly Entry[]): OrderFault[] {
  const turns = toTurns(entries);
  return turns.flatMap((turn, position) => {
    const asked = turns[position - 1];
    if (turn.role !== 'user' || turn.results.length < 2) return [];
    return orderFaultsOf(turn, asked?.role === 'assistant' ? asked.calls : NONE);
  });
}
