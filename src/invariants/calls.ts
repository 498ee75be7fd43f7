/** The calls that the model made, the results that were sent for them, and the runs of tools that belong to them. */
import { blocksOf, textField, type Block } from '../wire/conversation.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { Message } from '../wire/message.ts';
import { sameJson } from '../wire/json/same-json.ts';
import { repliesOf } from './endings.ts';
import type { Evidence } from './evidence.ts';
import type { Place } from './place.ts';
import type { ToolRun } from './run-record.ts';

/** A call with its place. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly block: Block;
  readonly place: Place;
  /** The reply that makes it; absent when only the messages are known. */
  readonly reply?: Message;
  readonly exchange?: Exchange;
  /** Whether nothing follows it in its message. */
  readonly isLast: boolean;
}

function callOf(block: Block, place: Place, isLast: boolean): Call {
  const [id, name] = [textField(block, 'id'), textField(block, 'name')];
  return { id, name, input: block['input'], block, place, isLast };
}

/** Every call of the model, in its order: those of the replies, or of the messages where no reply is known. */
export function callsOf(evidence: Evidence): Call[] {
  const { exchanges, heads } = evidence;
  if (exchanges.length > 0) {
    return evidence.derive(repliesOf).flatMap(({ exchange, reply }) =>
      blocksOf(reply.content).flatMap((block, index, { length }) => {
        if (block.type !== 'tool_use') return [];
        const { turn } = exchange;
        const place = { message: exchange.messages.length, block: index, exchange: exchange.index };
        const call = callOf(
          block,
          { ...place, ...(turn === undefined ? {} : { turn }) },
          index === length - 1,
        );
        return [{ ...call, reply, exchange }];
      }),
    );
  }
  return heads.flatMap(({ entries }) =>
    entries.flatMap(({ role, blocks, index: message }) =>
      blocks.flatMap((block, index) =>
        role === 'assistant' && block.type === 'tool_use'
          ? [callOf(block, { message, block: index }, index === blocks.length - 1)]
          : [],
      ),
    ),
  );
}

/** A result with its place. */
export interface Result {
  readonly block: Block;
  readonly place: Place;
}

/** The results that were sent, by the id of their call; one that is sent again and again is there once. */
export function resultsOf({ heads }: Evidence): ReadonlyMap<string, readonly Result[]> {
  const results = new Map<string, Result[]>();
  for (const { entries, locate } of heads) {
    for (const { role, blocks, index: message } of entries) {
      if (role !== 'user') continue;
      for (const [index, block] of blocks.entries()) {
        if (block.type !== 'tool_result') continue;
        const id = textField(block, 'tool_use_id');
        const known = results.get(id) ?? [];
        results.set(id, known);
        if (known.some((result) => sameJson(result.block, block))) continue;
        known.push({
          block,
          get place() {
            return locate({ message, block: index });
          },
        });
      }
    }
  }
  return results;
}

export const isError = ({ block }: Result): boolean => block['is_error'] === true;

/** The text of a result; several text blocks are lines of it. */
export function textOf({ block }: Result): string {
  return blocksOf(block['content'])
    .map((part) => (part.type === 'text' ? textField(part, 'text') : ''))
    .join('\n');
}

/** A run of a tool and the call it was for. */
export interface AnsweringRun {
  readonly run: ToolRun;
  readonly call: Call;
}

/**
 * Gives runs to the calls they may be for, in the order in which they began: by the id, or, where the app did not say,
 * to the first call of that tool and input that is not done. `ends` says whether a run left nothing to do for a later one.
 */
export function assignRuns(
  evidence: Evidence,
  ends: (run: ToolRun, later: ToolRun) => boolean,
): (AnsweringRun & { readonly isDone: boolean })[] {
  const calls = evidence.derive(callsOf);
  const known = new Map<Call, ToolRun[]>();
  const runs = [...(evidence.run.toolRuns ?? [])].sort((a, b) => a.startedAt - b.startedAt);
  return runs.flatMap((run) => {
    const fitting = calls.filter((call) =>
      run.callId === undefined
        ? call.name === run.name && sameJson(call.input, run.input)
        : call.id === run.callId,
    );
    const isDone = (call: Call): boolean =>
      known.get(call)?.some((earlier) => ends(earlier, run)) === true;
    const call = fitting.find((each) => !isDone(each)) ?? fitting.at(-1);
    if (!call) return [];
    const answering = { run, call, isDone: isDone(call) };
    known.set(call, [...(known.get(call) ?? []), run]);
    return [answering];
  });
}

/** The runs that belong to calls of this conversation: a call is done with the first of them. */
export function answeringRuns(evidence: Evidence): AnsweringRun[] {
  return assignRuns(evidence, () => true);
}

/** Whether a text has the words of the error that a run ended with. */
export function tellsItsError(text: string, { error }: ToolRun): boolean {
  return error instanceof Error && error.message !== '' && text.includes(error.message);
}
