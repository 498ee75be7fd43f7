/** Whether a tool that has run runs again for the same call. */
import { entriesOf, textField, type Block } from '../wire/conversation.ts';
import { replyOf, type Exchange } from '../wire/exchange.ts';
import { sameJson } from '../wire/json/same-json.ts';
import { startsWith } from '../wire/history/same-messages.ts';
import { placeOf, type ClientCheck } from './client-check.ts';
import { forbidsRetry } from './failure.ts';

/** A result that a request hands in, with the exchange it is handed in by. */
interface HandedIn {
  readonly exchange: Exchange;
  readonly result: Block;
  /** The length of the history that the result answers. */
  readonly asked: number;
}

/** The results after the last reply of a request: those that are new in it. */
function handedIn(exchange: Exchange): [id: string, handed: HandedIn][] {
  const entries = entriesOf(exchange.messages);
  const asked = entries.findLastIndex(({ role }) => role === 'assistant') + 1;
  return entries
    .slice(asked)
    .flatMap(({ blocks }) => blocks)
    .filter(({ type }) => type === 'tool_result')
    .map((result) => [textField(result, 'tool_use_id'), { exchange, result, asked }]);
}

function show({ content }: Block): string {
  const text = JSON.stringify(content) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** What is wrong about a result after an earlier one for the same call; nothing when it is only sent again. */
function misuse(earlier: HandedIn, later: HandedIn): string | undefined {
  const { outcome, messages } = earlier.exchange;
  if (outcome === 'answered' && later.asked > earlier.asked) {
    return startsWith(later.exchange.messages, messages)
      ? 'expected one result for a call that was answered, received another in a later turn'
      : undefined;
  }
  const isSameCall =
    later.asked === earlier.asked &&
    startsWith(later.exchange.messages, messages.slice(0, earlier.asked));
  // A result that was refused may be sent again in another form, such as a shorter one.
  if (!isSameCall || (outcome !== 'answered' && forbidsRetry(earlier.exchange))) return undefined;
  return sameJson(earlier.result, later.result, ['cache_control'])
    ? undefined
    : `expected the result ${show(earlier.result)} once more, received ${show(later.result)}`;
}

/** How many replies made each call: an id that a script gives out twice, or never gave out, tells nothing. */
function countCalls(journal: readonly Exchange[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const exchange of journal) {
    for (const block of replyOf(exchange)?.content ?? []) {
      if (block.type === 'tool_use') counts.set(block.id, (counts.get(block.id) ?? 0) + 1);
    }
  }
  return counts;
}

export const callSentAgain: ClientCheck = {
  id: 'call-sent-again',
  summary:
    'A call that was finished ran again: another result was sent for it in a retry, or one more after it was accepted.',
  reason: 'What a tool does is done twice: a second order, a second mail.',
  source: 'handle-tool-calls documentation; reports C082 and C083',
  *check({ journal }) {
    const counts = countCalls(journal);
    const newest = new Map<string, HandedIn>();
    for (const exchange of journal) {
      for (const [id, later] of handedIn(exchange)) {
        const earlier = newest.get(id);
        newest.set(id, later);
        const problem = earlier && counts.get(id) === 1 ? misuse(earlier, later) : undefined;
        if (problem === undefined) continue;
        yield {
          exchange: exchange.index,
          message: `The call ${id} has a result in ${placeOf(earlier!.exchange)} and another in ${placeOf(exchange)}: ${problem}. Keep the result of a call that has run, and send it again as it is.`,
        };
      }
    }
  },
};
