/** Every tool call the model made in a run, with what it got. */
import type { Transcript } from '../src/transcript/transcript.ts';
import type { Block } from '../src/wire/conversation.ts';
import { replyOf } from '../src/wire/exchange.ts';

export interface ScenarioToolCall {
  /** The turn of the script that made the call, counted from 1. */
  readonly turn: number;
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** The `tool_result` block that answered it; absent when none did. */
  readonly result?: Block;
}

function callsOf({ exchanges, toolCalls }: Transcript): ScenarioToolCall[] {
  const results = new Map(toolCalls.map(({ id, result }) => [id, result]));
  return exchanges.flatMap((exchange) => {
    const turn = Number(/\d+/.exec(exchange.turn ?? '')?.[0] ?? 0);
    return (replyOf(exchange)?.content ?? []).flatMap((block) => {
      if (block.type !== 'tool_use') return [];
      const { id, name, input } = block;
      const result = results.get(id);
      return [{ turn, id, name, input, ...(result === undefined ? {} : { result }) }];
    });
  });
}

/** The calls of all conversations, in the order of their turns. */
export function toolCallsOf(transcripts: readonly Transcript[]): ScenarioToolCall[] {
  return transcripts.flatMap(callsOf).sort((a, b) => a.turn - b.turn);
}
