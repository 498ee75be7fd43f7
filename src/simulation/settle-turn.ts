/** Asks `respond` functions until there is a turn that says something. */
import { toTurn } from '../script/to-turn.ts';
import type { RespondTurn, Turn } from '../script/turn.ts';
import { deepFreeze } from '../wire/deep-freeze.ts';
import type { Exchange } from '../wire/exchange.ts';
import { untilAborted } from './until-aborted.ts';

/** The turn that `turn` comes to for this exchange; rejects with the signal's reason when it is aborted first. */
export async function settleTurn(
  turn: Turn,
  exchange: Exchange,
  signal: AbortSignal | undefined,
): Promise<Exclude<Turn, RespondTurn>> {
  if (turn.type !== 'respond') return turn;
  const context = {
    messages: deepFreeze(exchange.messages),
    headers: exchange.request.headers,
    exchange: exchange.index,
    signal,
  };
  const answer = turn.respond(deepFreeze(exchange.request.body), context);
  const input = await untilAborted(answer, signal);
  return settleTurn(toTurn(input, 'what respond returned'), exchange, signal);
}
