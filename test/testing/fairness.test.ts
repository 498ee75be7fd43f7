/** Loops that do more than most, and do it right, are accused of nothing; their neighbours are. */
import { expect, test } from 'vitest';
import type { LoopTool, ToolOutput } from '../../src/loop/index.ts';
import { ToolError } from '../../src/loop/index.ts';
import { checkLoop, reportLoop } from '../../testing/index.ts';
import { appOf, ToolLoop, type Call } from '../zoo/loop.ts';

/** Tries once more, where it may. */
const retrying = (mayTryAgain: (tool: LoopTool) => boolean): typeof ToolLoop =>
  class extends ToolLoop {
    override async work(tool: LoopTool, call: Call, input: unknown): Promise<ToolOutput> {
      try {
        return await super.work(tool, call, input);
      } catch (error) {
        if (!mayTryAgain(tool)) throw error;
        return super.work(tool, call, input);
      }
    }
  };

/** Puts writes off until the model is done, and says so. */
const queueing = (receipt: (call: Call) => string): typeof ToolLoop =>
  class extends ToolLoop {
    readonly #jobs: (() => Promise<unknown>)[] = [];
    override async work(tool: LoopTool, call: Call, input: unknown): Promise<ToolOutput> {
      if (tool.effect === 'read') return super.work(tool, call, input);
      this.#jobs.push(() => super.work(tool, call, input));
      return receipt(call);
    }
    override async converse(): Promise<unknown> {
      const answer = await super.converse();
      // What a job comes to, its owner is told elsewhere.
      // oxlint-disable-next-line no-await-in-loop
      for (const job of this.#jobs) await job().catch(() => undefined);
      return answer;
    }
  };

/** Gives each read so many milliseconds, and waits no longer for it. */
const limited = (clear: (timer: NodeJS.Timeout) => void): typeof ToolLoop =>
  class extends ToolLoop {
    override async work(tool: LoopTool, call: Call, input: unknown): Promise<ToolOutput> {
      const work = super.work(tool, call, input);
      if (tool.effect === 'write') return work;
      const { promise: late, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(reject, 3, new ToolError('It took too long.'));
      return Promise.race([work, late]).finally(() => clear(timer));
    }
  };

interface Neighbours {
  readonly what: string;
  readonly Right: typeof ToolLoop;
  readonly Wrong: typeof ToolLoop;
  /** What the wrong one breaks. */
  readonly breaks: string;
  /** What it breaks besides, when its run is cut short. */
  readonly also?: readonly string[];
}

const neighbours: readonly Neighbours[] = [
  {
    what: 'tries a read again that threw',
    Right: retrying(({ effect }) => effect === 'read'),
    Wrong: retrying(({ effect }) => effect === 'write'),
    breaks: 'one-run-per-call',
  },
  {
    what: 'queues writes that fail later',
    Right: queueing(({ id }) => `Queued as the job ${id}.`),
    Wrong: queueing(() => 'Done.'),
    breaks: 'failures-answered',
    also: ['done-was-run'],
  },
  {
    what: 'queues writes, and says so in words of its own',
    Right: queueing(({ id }) => `Anotado: ${id}`),
    Wrong: queueing(() => ''),
    breaks: 'failures-answered',
    also: ['done-was-run'],
  },
  {
    what: 'waits for a read no longer than it has to',
    Right: limited((timer) => clearTimeout(timer)),
    Wrong: limited(() => undefined),
    breaks: 'timers-left',
  },
];

test.each(neighbours)('a loop that $what passes, and its neighbour does not', async (loops) => {
  const options = { seed: 1, runs: 60, models: 'both', door: 'fakeMessages' } as const;
  await checkLoop(appOf(loops.Right), options);
  await checkLoop(appOf(loops.Right), { seed: 1, runs: 30, models: 'streaming', door: 'client' });
  const { also: except = [] } = loops;
  const { failure } = await reportLoop(appOf(loops.Wrong), { ...options, except, maxShrinks: 0 });
  expect(failure?.id).toBe(loops.breaks);
});
