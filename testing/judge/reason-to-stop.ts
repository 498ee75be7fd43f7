/** Whether an app was given a reason to end where it did, though turns are left. */
import { isRecord } from '../../src/wire/json/is-record.ts';
import { endsWithFinalCall } from '../../src/invariants/final-call.ts';
import type { WrittenTurn } from '../../src/scenario/written.ts';
import { replyOf } from '../../src/wire/exchange.ts';
import type { StopReason } from '../../src/wire/message.ts';
import type { Exchange } from '../../src/wire/exchange.ts';
import type { EndedRun } from '../ended-run.ts';
import { ownExchanges } from '../own-exchanges.ts';
import { accountOf } from '../session/account.ts';
import { turnAt } from '../turn-at.ts';

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
  const { toolRuns = [] } = evidence;
  const abort = [evidence.abort ?? []].flat().at(-1);
  return hangs || toolRuns.some(({ endedAt = Infinity }) => endedAt > (abort?.at ?? -1));
}

/** Whether what a request was answered with lets an app fail. */
export function mayFailAfter({ scenario }: EndedRun, exchange: Exchange): boolean {
  const reply = replyOf(exchange);
  const { fault } = scenario.written.turns[turnAt(scenario, exchange.turn)] ?? {};
  return !reply || fault !== undefined || AFTER[reply.stop_reason ?? 'max_tokens'] === 'may fail';
}

/**
 * Whether the last thing that the app heard lets it fail: an error of the API, a broken stream, a refusal, a cut reply,
 * the last reply of its limit; or whether it was called off while it waited for what never ends.
 */
export function hasReason(run: EndedRun): boolean {
  if (run.isStopped) return true;
  const { scenario, simulation } = run;
  const own = ownExchanges(run);
  const [last, newest] = [own.at(-1), simulation.journal.at(-1)];
  if (!newest) return false;
  const { written } = scenario;
  const turn = written.turns[turnAt(scenario, last?.turn)] ?? {};
  if (wasKeptWaiting(run, turn)) return true;
  // What is asked on the side may hang or fail as well.
  if (run.ending.type === 'aborted') return newest !== last && replyOf(newest) === undefined;
  if ([last ?? newest, newest].some((exchange) => mayFailAfter(run, exchange))) return true;
  const { limit = Infinity } = scenario.expect;
  const replies = own.filter((exchange) => replyOf(exchange) !== undefined);
  return replies.length >= limit;
}

/** Whether the newest reply made a call that ends the loop, so that nothing more need be asked. */
export function endedByTool(run: EndedRun): boolean {
  const last = ownExchanges(run).at(-1);
  const reply = last && replyOf(last);
  return reply !== undefined && endsWithFinalCall(reply, run.evidence);
}

/** The same, or the model was done. */
export function mayEndHere(run: EndedRun): boolean {
  // What an interrupt has cut off, nobody need ask for.
  if (accountOf(run.simulation)?.newest?.isInterrupted === true) return true;
  const last = ownExchanges(run).at(-1);
  const reason = last && replyOf(last)?.stop_reason;
  if (hasReason(run)) return true;
  // Who asked for a summary has it; who did not is to go on from it.
  if (reason === 'compaction') return last?.request.body.compaction != null;
  return reason != null && AFTER[reason] === 'is over';
}
