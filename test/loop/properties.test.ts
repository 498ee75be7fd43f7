// Whatever a turn holds and however it goes, one user message answers every call once, in order.
import * as fc from 'fast-check';
import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool, runToolLoop, ToolError } from '../../src/loop/index.ts';
import type { LoopTool, ToolEffect } from '../../src/loop/index.ts';
import { basics, call, readyClient, reply, say } from './ready-client.ts';

type Fate = 'succeeds' | 'says no' | 'breaks' | 'is not JSON';

const fates = fc.constantFrom<Fate>('succeeds', 'says no', 'breaks', 'is not JSON');

/** One call of the model: a tool that exists or not, an input that fits or not, and how it goes. */
interface Plan {
  name: string;
  fits: boolean;
  fate: Fate;
  async: boolean;
}
const calls = fc.record<Plan>({
  name: fc.constantFrom('read', 'write', 'unknown'),
  fits: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.boolean()),
  fate: fates,
  async: fc.boolean(),
});
const turns = fc.array(fc.array(calls, { minLength: 1, maxLength: 8 }), {
  minLength: 1,
  maxLength: 3,
});

const outcome = (fate: Fate): string | bigint => {
  if (fate === 'says no') throw new ToolError('No.');
  if (fate === 'breaks') throw new Error('internal');
  return fate === 'succeeds' ? 'ok' : 1n;
};

test('answers every call once, in order, in one user message', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), turns, async (scheduler, script) => {
      const plans = new Map(
        script.flatMap((turn, t) =>
          turn.map((plan, n): [string, Plan] => [`toolu_${t}_${n}`, plan]),
        ),
      );
      const ran: string[] = [];
      const writing: string[] = [];
      const running = new Set<string>();
      const tool = (name: string, effect: ToolEffect): LoopTool =>
        defineTool({
          name,
          description: name,
          inputSchema: z.strictObject({ n: z.number() }),
          effect,
          run: async (_, { toolUseId }) => {
            const plan = plans.get(toolUseId)!;
            // A write is never beside anything.
            expect(effect === 'write' ? [...running] : writing).toEqual([]);
            ran.push(toolUseId);
            running.add(toolUseId);
            if (effect === 'write') writing.push(toolUseId);
            try {
              if (plan.async) await scheduler.schedule(Promise.resolve(), toolUseId);
              return outcome(plan.fate) as string;
            } finally {
              running.delete(toolUseId);
              if (effect === 'write') writing.pop();
            }
          },
        });

      const asking = script.map((turn, t) =>
        reply([
          say(`Turn ${t}.`),
          ...turn.map(({ name, fits }, n) =>
            call(`toolu_${t}_${n}`, name, fits ? { n } : { n: 'x' }),
          ),
        ]),
      );
      const client = readyClient(...asking, reply('Done.'));
      const internal: unknown[] = [];
      const result = await scheduler.waitFor(
        runToolLoop(client, {
          ...basics,
          tools: [tool('read', 'read'), tool('write', 'write')],
          onToolError: (error) => internal.push(error),
        }),
      );

      expect(result.messages).toHaveLength(2 * script.length + 2);
      expect(JSON.stringify(result.messages)).not.toContain('internal');
      for (const error of internal) {
        expect((error as Error).message).toMatch(/internal|BigInt/);
      }
      for (const [t, turn] of script.entries()) {
        const answer = result.messages[2 * t + 2]!;
        expect(answer.role).toBe('user');
        const results = answer.content as ToolResultBlockParam[];
        expect(results.map(({ type }) => type)).toEqual(turn.map(() => 'tool_result'));
        expect(results.map((one) => one.tool_use_id)).toEqual(
          turn.map((_, n) => `toolu_${t}_${n}`),
        );

        // A model of the rules: what runs, and what fails.
        let stopped = false;
        for (const [n, { name, fits, fate }] of turn.entries()) {
          const runs = !stopped && name !== 'unknown' && fits;
          const fails = !runs || fate !== 'succeeds';
          expect(ran.includes(`toolu_${t}_${n}`)).toBe(runs);
          expect(results[n]?.is_error ?? false).toBe(fails);
          expect(String(results[n]?.content).startsWith('Not executed:')).toBe(stopped);
          if (name === 'write' && fails) stopped = true;
        }
      }
      expect(new Set(ran).size).toBe(ran.length);
    }),
  );
});

test('ends at once on an abort at any moment, with the reason, and starts nothing more', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
      async (scheduler, writes) => {
        const controller = new AbortController();
        const late: string[] = [];
        const tool = (name: string, effect: ToolEffect): LoopTool =>
          defineTool({
            name,
            description: name,
            inputSchema: { type: 'object' },
            effect,
            run: async (_, { toolUseId }) => {
              if (controller.signal.aborted) late.push(toolUseId);
              await scheduler.schedule(Promise.resolve(), toolUseId);
              if (toolUseId.length % 2) throw new Error('internal');
            },
          });
        const asking = reply(
          writes.map((write, n) => call(`toolu_${'x'.repeat(n)}`, write ? 'write' : 'read')),
        );
        const client = readyClient(asking, reply('Done.'));
        const running = runToolLoop(client, {
          ...basics,
          tools: [tool('read', 'read'), tool('write', 'write')],
          signal: controller.signal,
        }).then(
          () => 'done',
          (error: unknown) => error,
        );
        void scheduler.schedule(Promise.resolve(), 'abort').then(() => controller.abort());
        const ended = await scheduler.waitFor(running);
        await scheduler.waitAll();
        expect(ended === 'done' || ended === controller.signal.reason).toBe(true);
        expect(client.requests).toHaveLength(ended === 'done' ? 2 : 1);
        expect(late).toEqual([]);
      },
    ),
  );
});
