// The nine common mistakes: the loop that makes each, what shows it, and the loop mended.
import type {
  MessageParam,
  ToolResultBlockParam,
  ToolUseBlock,
} from '@anthropic-ai/sdk/resources/messages';
import { expect } from 'vitest';
import { minimalLoop, type MinimalLoop } from '../../../examples/exercises/minimal-loop.ts';
import { inTurn, type RunCall } from '../../../examples/exercises/parallel-reads.ts';
import { fakeAnthropic, checkInvariants, type FakeAnthropic } from '../../../fakes/index.ts';
import type { TurnInput } from '../../../src/script/turn.ts';
import type { RunRecord } from '../../../src/invariants/index.ts';
import { row } from '../row.ts';
import { callOrder, getOrder } from './desk.ts';

type Answer = MinimalLoop['answer'];

interface Played {
  readonly client: FakeAnthropic;
  readonly answer?: string;
  readonly error?: Error;
}

const tools = [getOrder().definition];
const two = [callOrder('A-1001', 'toolu_1'), callOrder('A-1002', 'toolu_2')];
const look: RunCall = async ({ id }) => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'shipped',
});

/** Plays two calls in one turn, or other turns, with a loop that answers calls in its own way. */
async function play(
  answer: Answer,
  more: { turns?: unknown[]; limit?: number } = {},
): Promise<Played> {
  const { turns = [two, 'Both have shipped.'], limit = 5 } = more;
  const client = fakeAnthropic(turns as TurnInput[], { maxRetries: 0 });
  const played = minimalLoop(client, { question: 'Where are they?', tools, answer, limit });
  return played.then(
    (text) => ({ client, answer: text }),
    (error: Error) => ({ client, error }),
  );
}

const brokenIn = ({ client }: Played, run: RunRecord = {}): Set<string> =>
  new Set(
    checkInvariants(client.simulation.transcripts[0]!, { run }).map(({ invariant }) => invariant),
  );

const resultsOf = (calls: readonly ToolUseBlock[]): Promise<ToolResultBlockParam[]> =>
  Promise.all(calls.map(look));

const message = (content: MessageParam['content']): MessageParam => ({ role: 'user', content });

row('LE-101 LE-102 LE-107', 'a loop that answers rightly breaks nothing', async () => {
  const played = await play(inTurn(look));
  expect(played.answer).toBe('Both have shipped.');
  expect(brokenIn(played)).toEqual(new Set());
});

row('LE-100', 'an exception that escapes leaves the call open; caught, it is told', async () => {
  const escapes: RunCall = () => Promise.reject(new Error('no network'));
  const told: RunCall = async (call) => ({
    ...(await look(call)),
    content: 'no network',
    is_error: true,
  });
  const run = (error: Error): RunRecord => ({
    toolRuns: [
      {
        callId: 'toolu_1',
        name: 'get_order',
        input: {},
        startedAt: 0,
        endedAt: 1,
        outcome: 'threw',
        error,
      },
    ],
    ending: { type: 'failed', error },
  });
  const broken = await play(inTurn(escapes));
  expect(broken.error).toMatchObject({ message: 'no network' });
  expect(brokenIn(broken, run(broken.error!))).toContain('failures-answered');
  const mended = await play(inTurn(told));
  expect(mended.answer).toBe('Both have shipped.');
  expect(brokenIn(mended)).toEqual(new Set());
});

row('LE-101', 'a call without a result is refused', async () => {
  const played = await play(async (calls) => [message((await resultsOf(calls)).slice(0, 1))]);
  expect(played.error!.message).toContain(
    '`tool_use` ids were found without `tool_result` blocks immediately after: toolu_2',
  );
  expect(brokenIn(played)).toEqual(new Set(['one-result-per-call']));
});

row('LE-102', 'a text before the results is refused; behind them it is taken', async () => {
  const note = { type: 'text' as const, text: 'Be brief.' };
  const before = await play(async (calls) => [message([note, ...(await resultsOf(calls))])]);
  expect(before.error!.message).toMatch(/^400 .*toolu_1, toolu_2/);
  expect(brokenIn(before)).toEqual(new Set(['results-first']));
  const behind = await play(async (calls) => [message([...(await resultsOf(calls)), note])]);
  expect(behind.answer).toBe('Both have shipped.');
});

row(
  'LE-105 LE-109',
  'a loop without a limit goes on; one with a limit says that it is not done',
  async () => {
    const turns = [0, 1, 2, 3, 4, 5].map((turn) => [callOrder('A-1001', `toolu_${turn}`)]);
    const endless = await play(inTurn(look), { turns: [...turns, 'Done.'], limit: Infinity });
    expect(brokenIn(endless, { limit: 3 })).toEqual(new Set(['ends-within-limit']));
    const limited = await play(inTurn(look), { turns, limit: 3 });
    expect(limited.error!.message).toBe('The work is not done after 3 turns.');
    const ending = { type: 'failed', error: limited.error } as const;
    expect(brokenIn(limited, { limit: 3, ending })).not.toContain('ends-within-limit');
    const silent = { type: 'answered', answer: '' } as const;
    expect(brokenIn(limited, { ending: silent })).toContain('says-when-unfinished');
  },
);

row('LE-106', 'a whole record costs a hundred times what the next step needs', async () => {
  const record = JSON.stringify(
    Array.from({ length: 2000 }, (_, line) => ({ line, note: 'checked' })),
  );
  const tokens = async (content: string): Promise<number> => {
    const { client } = await play(inTurn(async (call) => ({ ...(await look(call)), content })));
    const { usage } = client.simulation.journal[1]!.response!.body as {
      usage: { input_tokens: number };
    };
    return usage.input_tokens;
  };
  expect(await tokens(record)).toBeGreaterThan(100 * (await tokens('{"status":"shipped"}')));
});

row('LE-107', 'results in messages of their own are taken, and found', async () => {
  const apart = await play(async (calls) =>
    (await resultsOf(calls)).map((result) => message([result])),
  );
  expect(apart.answer).toBe('Both have shipped.');
  expect(brokenIn(apart)).toEqual(new Set(['results-in-one-message']));
});
