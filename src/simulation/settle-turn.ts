/** Waits and asks until there is a turn that says something. */
import { EnsaioError } from '../error.ts';
import { toTurn } from '../script/to-turn.ts';
import type { RespondTurn, SettledTurn, Turn } from '../script/turn.ts';
import { deepFreeze } from '../wire/json/deep-freeze.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { Clock } from './clock.ts';
import { forever, untilAborted } from './until-aborted.ts';

/** What a turn is settled for. */
export interface Waiting {
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
}

async function ask({ respond }: RespondTurn, { exchange, signal }: Waiting): Promise<Turn> {
  const context = {
    messages: deepFreeze(exchange.messages),
    headers: exchange.request.headers,
    exchange: exchange.index,
    signal,
  };
  const answer = respond(deepFreeze(exchange.request.body), context);
  return toTurn(await untilAborted(answer, signal), 'what respond returned');
}

/** More than anybody nests on purpose. */
const DEEPEST = 100;

/** The turn that `turn` comes to; rejects with the signal's reason when it is aborted first. */
export async function settleTurn(turn: Turn, waiting: Waiting, depth = 0): Promise<SettledTurn> {
  const { clock, signal } = waiting;
  if (depth > DEEPEST) {
    throw new EnsaioError('turn-invalid', `it comes to no end after ${DEEPEST} turns inside turns`);
  }
  switch (turn.type) {
    case 'respond':
      return settleTurn(await ask(turn, waiting), waiting, depth + 1);
    case 'delayed':
      await clock.sleep(turn.ms, signal);
      return settleTurn(turn.turn, waiting, depth + 1);
    case 'hang':
      return forever(clock, signal);
    default:
      return turn;
  }
}
