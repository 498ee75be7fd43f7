/** Whether an app was given a reason to end where it did, though turns are left. */
import { isRecord } from '../src/scenario/is-record.ts';
import type { WrittenTurn } from '../src/scenario/written.ts';
import { replyOf } from '../src/wire/exchange.ts';
import type { StopReason } from '../src/wire/message.ts';
import { turnAt, type EndedRun } from './ended-run.ts';

/** What becomes of the conversation after each stop reason: it must go on, may fail, or is over. */
const AFTER: Readonly<Record<StopReason, 'goes on' | 'may fail' | 'is over'>> = {
  tool_use: 'goes on',
  pause_turn: 'goes on',
  compaction: 'goes on',
  max_tokens: 'may fail',
  model_context_window_exceeded: 'may fail',
  refusal: 'may fail',
  end_turn: 'is over',
  stop_sequence: 'is over',
};

/** Whether a turn, or a tool in it, was waited for that never ends. */
function wasKeptWaiting({ ending, evidence }: EndedRun, { fault }: WrittenTurn): boolean {
  if (ending.type !== 'aborted') return false;
  const hangs = fault === 'hang' || (isRecord(fault) && 'stall_after' in fault);
  const { toolRuns = [], abort } = evidence;
  return hangs || toolRuns.some(({ endedAt = Infinity }) => endedAt > (abort?.at ?? -1));
}

/**
 * Whether the last thing that the app heard lets it fail: an error of the API, a broken stream, a refusal, a cut reply,
 * the last reply of its limit; or whether it was called off while it waited for what never ends.
 */
export function hasReason(run: EndedRun): boolean {
  const { scenario, simulation } = run;
  const last = simulation.journal.at(-1);
  if (!last) return false;
  const { written } = scenario;
  const turn = written.turns[turnAt(scenario, last.turn)] ?? {};
  if (wasKeptWaiting(run, turn)) return true;
  if (run.ending.type === 'aborted') return false;
  const reply = replyOf(last);
  if (!reply || turn.fault !== undefined) return true;
  const { limit = Infinity } = scenario.expect;
  const replies = simulation.journal.filter((exchange) => replyOf(exchange) !== undefined);
  return replies.length >= limit || AFTER[reply.stop_reason ?? 'max_tokens'] === 'may fail';
}

/** The same, or the model was done. */
export function mayEndHere(run: EndedRun): boolean {
  const last = run.simulation.journal.at(-1);
  const reason = last && replyOf(last)?.stop_reason;
  return hasReason(run) || (reason != null && AFTER[reason] === 'is over');
}
