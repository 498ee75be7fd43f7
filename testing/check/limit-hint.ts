/** A loop that stops at a limit of its own looks broken to who does not know of it. */
import { replyOf } from '../../src/wire/exchange.ts';
import type { EndedRun } from '../ended-run.ts';
import { ownExchanges } from '../own-exchanges.ts';

/** How an error speaks of a limit, in its name or its text: `TurnLimitError`, `too many turns`. */
const OF_LIMIT =
  /limit|too many|max(?:imum)?[\s_-]?(?:turn|step|round|iteration|call|request)s?|(?:turn|step|round|iteration)s?\b.*\b(?:exceeded|reached|exhausted|left)/i;

/** A mistake shows in fewer turns than this: the script is as small as it gets. */
const MANY_TURNS = 3;

/** What to say when the app seems to have stopped at a limit that the check was not told; else nothing. */
export function limitHint(run: EndedRun): string {
  const { scenario, ending } = run;
  const replies = ownExchanges(run).flatMap((exchange) => replyOf(exchange) ?? []);
  const isToGoOn = ['tool_use', 'pause_turn'].includes(String(replies.at(-1)?.stop_reason));
  if (scenario.expect.limit !== undefined || ending.type !== 'failed' || !isToGoOn) return '';
  if (!OF_LIMIT.test(String(ending.error)) && replies.length < MANY_TURNS) return '';
  return `If the app has a limit of its own, say so: \`limit: ${replies.length}\`, or \`--limit ${replies.length}\`.`;
}
