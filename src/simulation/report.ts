/** What a run left undone, as one report for people. */
import { EnsaioError } from '../error.ts';
import type { PlacedTurn } from '../script/queue.ts';
import type { Turn } from '../script/turn.ts';
import { entriesOf, textOf } from '../wire/conversation.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { DroppedExchanges } from './journal.ts';

/** The parts of a simulation that the report is about. */
export interface Accounted {
  readonly journal: readonly Exchange[];
  readonly pending: readonly PlacedTurn[];
  readonly dropped: DroppedExchanges;
}

const WIDTH = 100;

const UNASKED =
  'No request has come. Does the app ask with this client, or where this simulation answers, and is it awaited?';

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > WIDTH ? `${line.slice(0, WIDTH)}… (${line.length - WIDTH} more)` : line;
}

function describeTurn(turn: Turn): string {
  switch (turn.type) {
    case 'message':
      return (
        turn.content
          .map((block) => {
            if (block.type === 'text') return JSON.stringify(block.text);
            return block.type === 'tool_use'
              ? `tool_use ${block.name} ${JSON.stringify(block.input)}`
              : block.type;
          })
          .join(' | ') || 'no content'
      );
    case 'streamed':
      return `streamed ${describeTurn(turn.turn)}`;
    case 'delayed':
      return `${describeTurn(turn.turn)} (${turn.ms} ms late)`;
    case 'events':
      return `events(${turn.frames.length})`;
    case 'raw':
      return `${turn.status} ${JSON.stringify(turn.body)}`;
    case 'hang':
      return 'hang()';
    case 'error':
      return `${turn.status} ${turn.error.type}: ${turn.error.message}`;
    case 'connection_error':
      return `connection error: ${turn.message} (${turn.code})`;
    case 'respond':
      return 'respond(…)';
  }
}

/** The last message of a request, in a line. */
function describeLastMessage({ messages }: Exchange): string {
  const entry = entriesOf(messages).at(-1);
  if (!entry) return 'no messages';
  const parts = entry.blocks.map((block) => {
    if (block.type === 'text') return JSON.stringify(textOf({ ...entry, blocks: [block] }));
    return block.type === 'tool_result'
      ? `tool_result(${String(block['tool_use_id'])})`
      : block.type;
  });
  return `${entry.role}: ${parts.join(' | ')}`;
}

/** A line for what is only counted; none when there is nothing. */
function gone(count: number, what: string): string[] {
  return count === 0 ? [] : [`  ${count} that the journal no longer holds${what}`];
}

function section(title: string, count: number, lines: readonly string[]): string[] {
  return count === 0 ? [] : ['', `${title} (${count}):`, ...lines];
}

/** Throws one `EnsaioError` (`not-done`) for all that is left, or does nothing. */
export function reportUndone({ journal, pending, dropped }: Accounted): void {
  const unused = pending.map(({ place, turn }) => `  ${place}: ${cut(describeTurn(turn))}`);
  const unexpected = journal
    .filter(({ outcome }) => outcome === 'unexpected')
    .map((exchange) =>
      [
        `  journal[${exchange.index}]: ${exchange.problem}`,
        `    its last message was ${cut(describeLastMessage(exchange))}`,
      ].join('\n'),
    );
  const open = journal
    .filter(({ outcome }) => outcome === 'open')
    .map(
      (exchange) =>
        `  journal[${exchange.index}]: ${exchange.response ? 'its stream was not read to the end' : 'no answer yet'}`,
    );
  const refused = journal.flatMap(({ index, violations }) =>
    violations
      .filter(({ blameless }) => blameless !== true)
      .map(
        ({ rule, status, type, message }) =>
          `  journal[${index}]: ${rule}\n    ${status} ${type}: ${message}`,
      ),
  );
  const rules = Object.entries(dropped.refused);
  const refusedBefore = rules.reduce((sum, [, count]) => sum + count, 0);
  const counts = {
    unused: unused.length,
    open: open.length,
    unexpected: unexpected.length + dropped.unexpected,
    refused: refused.length + refusedBefore,
  };
  const byRule = rules.map(([rule, count]) => `${rule} (${count})`).join(', ');
  const lines = [
    ...section('Turns not used', counts.unused, unused),
    ...section('Requests without a turn', counts.unexpected, [
      ...gone(dropped.unexpected, ''),
      ...unexpected,
    ]),
    ...section('Still under way', counts.open, open),
    ...section('Refused by the API', counts.refused, [
      ...gone(refusedBefore, `: ${byRule}`),
      ...refused,
    ]),
  ];
  if (lines.length === 0) return;
  const isUnasked = journal.length === 0 && dropped.exchanges === 0;
  throw new EnsaioError('not-done', ['The simulation is not done.', ...lines].join('\n'), {
    ...(isUnasked && { hint: UNASKED }),
    details: counts,
  });
}
