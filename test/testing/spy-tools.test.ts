/** What a spied tool notes down, and that nobody can tell it from the tool itself. */
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { checkInvariants, fakeAnthropic, toolUse } from '../../fakes/index.ts';
import { defineTool, runToolLoop, ToolError, type LoopTool } from '../../src/loop/index.ts';
import { spyTools } from '../../testing/index.ts';

const params = {
  model: 'claude-opus-5',
  max_tokens: 64,
  messages: [{ role: 'user' as const, content: 'Look.' }],
};
const basics = { name: 'look', description: 'Looks.' };
const inputSchema = z.strictObject({ at: z.string().refine((at) => at !== 'nowhere') });
const { signal } = new AbortController();

const look = (run: (input: { at: string }) => string | Promise<string>): LoopTool<{ at: string }> =>
  defineTool({ ...basics, inputSchema, effect: 'read', run });

const fail = async (): Promise<string> => {
  await Promise.resolve();
  throw new ToolError('stuck');
};

test('a promise for an input, as of a `parse` that is not awaited, is told as one', async () => {
  const { tools, run } = spyTools([look(() => 'seen')]);
  const parsed = tools[0].parse({ at: 'left' });
  await tools[0].run(parsed as never, { signal, toolUseId: 'toolu_a' });
  expect(run.toolRuns).toMatchObject([{ input: 'a promise that was not awaited' }]);
  await parsed;
});

test('notes runs of the kit’s loop, in their order', async () => {
  const client = fakeAnthropic([
    [
      toolUse('look', { at: 'left' }, { id: 'toolu_a' }),
      toolUse('look', { at: 'right' }, { id: 'toolu_b' }),
      toolUse('look', { at: 1 }, { id: 'toolu_c' }),
    ],
    'Seen.',
  ]);
  const { tools, run } = spyTools([look(({ at }) => (at === 'left' ? 'seen' : fail()))]);
  await runToolLoop(client, { ...params, tools, signal });
  const name = 'look';
  expect(run.toolRuns).toEqual([
    {
      callId: 'toolu_a',
      name,
      input: { at: 'left' },
      startedAt: 1,
      endedAt: 2,
      outcome: 'returned',
      output: 'seen',
      signal,
    },
    {
      callId: 'toolu_b',
      name,
      input: { at: 'right' },
      startedAt: 3,
      endedAt: 4,
      outcome: 'threw',
      error: new ToolError('stuck'),
      signal,
    },
  ]);
  expect(run.tools).toEqual([{ name, effect: 'read', accepts: expect.any(Function) }]);
  expect(checkInvariants(client.simulation.transcripts[0]!, { run })).toEqual([]);
});

test('notes runs of the SDK’s tool runner', async () => {
  const client = fakeAnthropic([[toolUse('look', { at: 'left' }, { id: 'toolu_a' })], 'Seen.']);
  const tool = betaZodTool({
    ...basics,
    inputSchema,
    run: async () => await Promise.resolve('seen'),
  });
  const { tools, run } = spyTools([tool], { effects: { look: 'write' } });
  await client.beta.messages.toolRunner({ ...params, tools }).runUntilDone();
  expect(run.toolRuns).toEqual([
    {
      callId: 'toolu_a',
      name: 'look',
      input: { at: 'left' },
      startedAt: 1,
      endedAt: 2,
      outcome: 'returned',
      output: 'seen',
    },
  ]);
  expect(run.tools).toMatchObject([{ name: 'look', effect: 'write' }]);
  expect(checkInvariants(client.simulation.transcripts[0]!, { run })).toEqual([]);
});

test('knows what a schema takes, also what only the tool’s own check refuses', async () => {
  const { tools: spied, run } = spyTools([
    look(() => 'seen'),
    betaZodTool({ ...basics, inputSchema, run: () => 'seen' }),
    betaTool({
      ...basics,
      inputSchema: {
        type: 'object',
        properties: { at: { type: 'string' } },
        required: ['at'],
      } as const,
      run: () => 'seen',
    }),
    { name: 'look', input_schema: { type: 'nonsense' }, run: () => 'seen' },
    { name: 'look', run: () => 'seen' },
  ]);
  const taken = (input: unknown): boolean[] => run.tools!.map(({ accepts }) => accepts!(input));
  expect(taken({ at: 'left' })).toEqual([true, true, true, true, true]);
  expect(taken({ at: 1 })).toEqual([false, false, false, true, true]);
  expect(taken({ at: 'nowhere' })).toEqual([true, true, true, true, true]);
  expect(await spied[0].parse({ at: 'nowhere' })).toMatchObject({ ok: false });
  expect(() => spied[1].parse({ at: 'nowhere' })).toThrow(z.ZodError);
  expect(taken({ at: 'nowhere' })).toEqual([false, false, true, true, true]);
  expect(taken({ at: 1n })).toEqual([false, false, false, true, true]);
});

test('a run that waits is open until it ends, and its input is what it was', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { tools, run } = spyTools([look(() => promise)]);
  const input = { at: 'left' };
  const running = tools[0].run(input, { signal, toolUseId: 'toolu_a' });
  input.at = 'right';
  expect(run.toolRuns).toMatchObject([{ outcome: 'open', input: { at: 'left' } }]);
  expect(run.toolRuns![0]).not.toHaveProperty('endedAt');
  resolve('seen');
  expect(await running).toBe('seen');
  expect(run.toolRuns).toMatchObject([{ outcome: 'returned', endedAt: 2 }]);
});

test('what is thrown or rejected comes through as it is, and what is no clone is kept', async () => {
  const error = new Error('stuck');
  const throwing = look(() => {
    throw error;
  });
  const { tools, run } = spyTools([throwing, look(() => Promise.reject(error))]);
  const input = { at: 'left', then: () => undefined };
  const context = { signal, toolUseId: 'toolu_a' };
  expect(() => tools[0].run(input, context)).toThrow(error);
  await expect(tools[1].run(input, context)).rejects.toBe(error);
  expect(run.toolRuns!.map(({ outcome }) => outcome)).toEqual(['threw', 'threw']);
  expect(run.toolRuns![0]!.input).toBe(input);
});

test('notes the abort, and how many requests there were by then', async () => {
  const controller = new AbortController();
  const client = fakeAnthropic([[toolUse('look', { at: 'left' })], 'Seen.']);
  const { simulation } = client;
  const stop = look(() => {
    controller.abort(new Error('enough'));
    return 'seen';
  });
  const { tools, run } = spyTools([stop], { signal: controller.signal, simulation });
  expect(run.abort).toBeUndefined();
  const { signal: told } = controller;
  await expect(runToolLoop(client, { ...params, tools, signal: told })).rejects.toThrow('enough');
  expect(run.abort).toEqual({ at: 2, requests: 1 });
  expect(run.toolRuns).toMatchObject([{ startedAt: 1, endedAt: 3 }]);
  expect(checkInvariants(simulation.transcripts[0]!, { run })).toEqual([]);
  expect(spyTools([], { signal: told }).run.abort).toEqual({ at: 1 });
});

test('notes how many requests there were when a tool ended, so that a job may fail later', async () => {
  const client = fakeAnthropic([[toolUse('look', { at: 'left' }, { id: 'toolu_a' })], 'Seen.']);
  const { simulation } = client;
  const { tools, run } = spyTools([look(fail)], { simulation });
  const jobs: (() => unknown)[] = [];
  const queued = tools.map((tool): LoopTool => ({
    ...tool,
    run: (input, context) => `Job ${jobs.push(() => tool.run(input as { at: string }, context))}`,
  }));
  await runToolLoop(client, { ...params, tools: queued, signal });
  for (const job of jobs) await expect(job()).rejects.toThrow('stuck');
  expect(run.toolRuns).toMatchObject([{ outcome: 'threw', requests: 2 }]);
  expect(checkInvariants(simulation.transcripts[0]!, { run })).toEqual([]);
  const { requests: _, ...unknown } = run.toolRuns![0]!;
  const judged = checkInvariants(simulation.transcripts[0]!, {
    run: { ...run, toolRuns: [unknown] },
  });
  expect(judged.map(({ invariant }) => invariant)).toEqual(['failures-answered']);
});

test('keeps the type of each tool, its methods, and what is no tool to run', () => {
  class Counter {
    readonly name = 'count';
    count = 0;
    run(): number {
      this.count += 1;
      return this.count;
    }
    toJSON(): object {
      return { name: this.name };
    }
  }
  const counter = new Counter();
  const search = { type: 'web_search_20260318', name: 'web_search' } as const;
  const { tools, run } = spyTools([look(() => 'seen'), counter, search]);
  expectTypeOf(tools).toEqualTypeOf<[LoopTool<{ at: string }>, Counter, typeof search]>();
  expect(tools[1]).toBeInstanceOf(Counter);
  expect(tools[1].run()).toBe(1);
  expect(counter.count).toBe(1);
  expect(JSON.stringify(tools[1])).toBe('{"name":"count"}');
  expect(tools[2]).toBe(search);
  expect(run.tools!.map(({ name }) => name)).toEqual(['look', 'count']);
});
