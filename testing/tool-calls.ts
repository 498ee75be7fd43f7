/** Every tool call the model made in a run, with what it got. */
import type { Transcript } from '../src/transcript/transcript.ts';
import type { Block } from '../src/wire/conversation.ts';
import { replyOf } from '../src/wire/exchange.ts';
import type { Scenario } from './scenario.ts';
import { turnAt } from './turn-at.ts';

export interface ScenarioToolCall {
  /** The turn of the scenario that made the call, counted from 1. */
  readonly turn: number;
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** The `tool_result` block that answered it; absent when none did. */
  readonly result?: Block;
}

interface PlacedCall {
  /** The exchange that brought it. */
  readonly exchange: number;
  readonly call: ScenarioToolCall;
}

function callsOf(scenario: Scenario, { exchanges, toolCalls }: Transcript): PlacedCall[] {
  const results = new Map(toolCalls.map(({ id, result }) => [id, result]));
  return exchanges.flatMap((exchange) => {
    const turn = turnAt(scenario, exchange.turn) + 1;
    return (replyOf(exchange)?.content ?? []).flatMap((block) => {
      if (block.type !== 'tool_use') return [];
      const { id, name, input } = block;
      const result = results.get(id);
      const call = { turn, id, name, input, ...(result === undefined ? {} : { result }) };
      return [{ exchange: exchange.index, call }];
    });
  });
}

/** The calls of all conversations, in the order in which they were made. */
export function toolCallsOf(
  scenario: Scenario,
  transcripts: readonly Transcript[],
): ScenarioToolCall[] {
  return transcripts
    .flatMap((transcript) => callsOf(scenario, transcript))
    .sort((a, b) => a.exchange - b.exchange)
    .map(({ call }) => call);
}
