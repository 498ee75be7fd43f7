/** Which requests make up one scenario: a run of the app, with one conversation or several. */
import { entriesOf } from '../../src/wire/conversation.ts';
import { replyOf, type Exchange } from '../../src/wire/exchange.ts';
import type { Rehearsal, Rehearsed } from './rehearse.ts';

/**
 * What becomes a scenario of its own. `conversations`: each of them, and those that went on at the same time together;
 * `questions`: also each new question of the user, with the conversation up to it as its input.
 */
export type Split = 'conversations' | 'questions';

/** A run of the app: the exchanges of its conversations. */
export type RecordedRun = readonly (readonly Exchange[])[];

/** Whether a request asks something new, and does not only answer calls, try again or go on. */
export function isQuestion({ messages }: Exchange, before: Exchange): boolean {
  if (messages.length <= before.messages.length) return false;
  const entries = entriesOf(messages);
  const reply = entries.findLastIndex(({ role }) => role === 'assistant');
  const sent = entries.slice(reply + 1).flatMap(({ blocks }) => blocks);
  return sent.length > 0 && !sent.some(({ type }) => type === 'tool_result');
}

/** Whether the last reply of a run still waits for the results of its calls. */
function isOpen(run: readonly Exchange[]): boolean {
  return replyOf(run.at(-1)!)?.stop_reason === 'tool_use';
}

/** A question that was given up in the middle of a call is only told in what came of the next. */
function byQuestion(exchanges: readonly Exchange[]): RecordedRun[] {
  const runs: Exchange[][] = [];
  for (const [position, exchange] of exchanges.entries()) {
    const before = exchanges[position - 1];
    if (before && !isQuestion(exchange, before)) runs.at(-1)!.push(exchange);
    else runs.push([exchange]);
  }
  return runs
    .filter((run, position) => position === runs.length - 1 || !isOpen(run))
    .map((run) => [run]);
}

/** Whether a conversation began while another went on: before its last request, or while one was under way. */
function isAlongside(first: Exchange, run: RecordedRun, underWay: readonly number[]): boolean {
  return run.some((exchanges) =>
    exchanges.some(({ index }) => index > first.index || underWay.includes(index)),
  );
}

function byConversation(conversations: RecordedRun, requests: readonly Rehearsed[]): RecordedRun[] {
  const runs: (readonly Exchange[])[][] = [];
  for (const exchanges of conversations) {
    const [first] = exchanges;
    const run = runs.at(-1);
    const { alongside } = requests[first!.index]!.heard;
    if (run && isAlongside(first!, run, alongside)) run.push(exchanges);
    else runs.push([exchanges]);
  }
  return runs;
}

/** The runs in what was recorded, in the order in which they began. */
export function recordedRuns({ transcripts, requests }: Rehearsal, split: Split): RecordedRun[] {
  const conversations = transcripts
    .map(({ exchanges }) => exchanges)
    .toSorted((a, b) => a[0]!.index - b[0]!.index);
  return split === 'questions'
    ? conversations.flatMap(byQuestion)
    : byConversation(conversations, requests);
}
