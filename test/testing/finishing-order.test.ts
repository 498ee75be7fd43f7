/** Tools that run at once end in any order: the one that their delays say, whatever the order of the calls. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkLoop,
  loadScenarios,
  printScenario,
  runScenario,
  spyTools,
  type App,
} from '../../testing/index.ts';
import { rehearsal } from '../../testing/arbitraries/rehearsal.ts';
import { loopApp } from '../../testing/apps/loop.ts';
import { tempFolder } from './temp-folder.ts';

/** The kit's loop, and the order in which its calls have ended. */
function watched(ended: string[]): App {
  return (context) => {
    const { tools, run } = spyTools(context.tools);
    return loopApp()({ ...context, tools }).finally(() => {
      const runs = (run.toolRuns ?? []).toSorted((a, b) => a.endedAt! - b.endedAt!);
      ended.push(...runs.map(({ callId }) => callId!));
    });
  };
}

const name = 'look';

/** All calls at once; each ends after as many steps as it has rank in the order. */
async function endedIn(order: readonly number[]): Promise<string[]> {
  const answers = order.map((call, rank) => ({ call: `call_${call}`, delay: rank, result: call }));
  const calls = order.toSorted((a, b) => a - b);
  const yaml = printScenario({
    name: 'an order',
    input: 'Go.',
    tools: [{ name, description: 'Looks.', input_schema: { type: 'object' }, answers }],
    turns: [
      { reply: calls.map((call) => ({ tool_use: { id: `call_${call}`, name } })) },
      { reply: 'Done.' },
    ],
  });
  const cwd = await tempFolder({ 'a.yaml': yaml });
  const [scenario] = await loadScenarios('a.yaml', { cwd });
  const ended: string[] = [];
  const { problems } = await runScenario(scenario!, watched(ended));
  expect(problems).toEqual([]);
  return ended;
}

test('every order of up to eight calls is reached by delays', async () => {
  const orders = fc
    .integer({ min: 1, max: 8 })
    .chain((count) => fc.shuffledSubarray([...Array(count).keys()], { minLength: count }));
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      expect(await endedIn(order)).toEqual(order.map((call) => `call_${call}`));
    }),
    { numRuns: 40 },
  );
});

test('a check comes upon every order of three calls, and of failures among them', async () => {
  const seen = new Set<string>();
  const reads = ['a', 'b', 'c'].map((tool) => ({ name: tool, input_schema: { type: 'object' } }));
  fc.assert(
    fc.property(
      rehearsal({
        tools: reads,
        turns: ['calls'],
        calls: ['known'],
        inputs: ['valid'],
        maxCalls: 3,
        conduct: ['delay', 'error', 'throws'],
      }),
      ({ turns: [first], conduct }) => {
        const calls = JSON.stringify(first).match(/toolu_\d+/g) ?? [];
        if (calls.length !== 3) return;
        const late = calls.map((id) => conduct.find(({ call }) => call === id)?.delay ?? 0);
        const order = [0, 1, 2].toSorted((a, b) => late[a]! - late[b]!);
        seen.add(order.join(' '));
        const last = conduct.find(({ call }) => call === calls[order[2]!]);
        if (last?.delay !== undefined && !('result' in last)) seen.add('the last one fails');
      },
    ),
    { seed: 1, numRuns: 6000 },
  );
  expect([...seen].sort()).toEqual([
    '0 1 2',
    '0 2 1',
    '1 0 2',
    '1 2 0',
    '2 0 1',
    '2 1 0',
    'the last one fails',
  ]);
});

test('a loop that takes what ends first for what was called first is caught by two calls', async () => {
  const app: App = async ({ client, tools, signal, input }) => {
    const messages: { role: 'user' | 'assistant'; content: unknown }[] = [
      { role: 'user', content: input },
    ];
    for (;;) {
      const reply = await client.messages.create(
        {
          model: 'claude-opus-5',
          max_tokens: 1000,
          messages: messages as never,
          tools: tools.map(({ definition }) => definition),
        },
        { signal },
      );
      const calls = reply.content.filter((block) => block.type === 'tool_use');
      if (reply.stop_reason !== 'tool_use') return reply;
      const results: object[] = [];
      const answer = async (id: string, called: string, given: unknown): Promise<void> => {
        const tool = tools.find((each) => each.name === called)!;
        const content = String(await tool.run(given, { toolUseId: id, signal }));
        results.push({ type: 'tool_result', tool_use_id: id, content });
      };
      await Promise.all(
        calls.map(({ id, name: called, input: given }) => answer(id, called, given)),
      );
      messages.push(
        { role: 'assistant', content: reply.content },
        { role: 'user', content: results },
      );
    }
  };
  const failure = await checkLoop(app, {
    seed: 1,
    door: 'fakeMessages',
    turns: ['calls'],
    inputs: ['valid'],
    calls: ['known'],
    faults: [],
    conduct: ['delay'],
    except: ['writes-in-order'],
  }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ failure: { id: 'results-in-order' } });
  const { rehearsal: smallest } = (failure as { failure: { rehearsal: { conduct: object[] } } })
    .failure;
  expect(smallest.conduct).toEqual([expect.objectContaining({ call: 'toolu_1', delay: 1 })]);
});
