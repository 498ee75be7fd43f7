// The minimal loop: what it needs of a client, what a script shows, and budgets.
import type { Message } from '@anthropic-ai/sdk/resources/messages';
import { expect } from 'vitest';
import { minimalLoop, type MinimalLoop } from '../../../examples/exercises/minimal-loop.ts';
import { inTurn } from '../../../examples/exercises/parallel-reads.ts';
import { fakeAnthropic } from '../../../fakes/index.ts';
import type { LoopClient } from '../../../src/loop/index.ts';
import type { TurnInput } from '../../../src/script/turn.ts';
import { row } from '../row.ts';
import { callOrder, getOrder } from './desk.ts';

const loop: MinimalLoop = {
  question: 'Where is A-1001?',
  tools: [getOrder().definition],
  answer: inTurn(async ({ id }) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: 'shipped',
  })),
};

row('LE-96', 'a script says the same whatever it is asked', async () => {
  const ask = (question: string): Promise<string> =>
    minimalLoop(fakeAnthropic([[callOrder() as never], 'It has shipped.']), { ...loop, question });
  expect(await ask('Where is A-1001?')).toBe('It has shipped.');
  expect(await ask('Do you sell tea?')).toBe('It has shipped.');
});

row('LE-99', 'of a reply the loop reads its reason to stop and its blocks', async () => {
  const call = { type: 'tool_use', id: 'toolu_1', name: 'get_order', input: {} };
  const replies = [
    { stop_reason: 'tool_use', content: [call] },
    { stop_reason: 'end_turn', content: [{ type: 'text', text: 'It has shipped.' }] },
  ];
  const create = () => replies.shift() as unknown as Message;
  expect(await minimalLoop({ messages: { create } }, loop)).toBe('It has shipped.');
});

/** A client that asks no more once so many tokens are spent. */
function thrifty({ messages }: LoopClient, budget: number): LoopClient {
  let left = budget;
  return {
    messages: {
      async create(...asked) {
        if (left <= 0) throw new Error(`The work is not done, and ${budget} tokens are spent.`);
        const message = await messages.create(...asked);
        left -= message.usage.input_tokens + message.usage.output_tokens;
        return message;
      },
    },
  };
}

row('LE-110', 'a budget of tokens ends the loop before its turns do', async () => {
  const turns = [0, 1, 2, 3].map((turn) => [callOrder('A-1001', `toolu_${turn}`)]) as TurnInput[];
  const client = fakeAnthropic(turns);
  await expect(minimalLoop(thrifty(client, 1), loop)).rejects.toThrow('1 tokens are spent');
  expect(client.simulation.journal).toHaveLength(1);
});
