/** Calls that are told of what never happened, or of what happened to others. */
import { ToolError, type LoopTool, type ToolOutput } from '../../src/loop/index.ts';
import { toolSuccess } from '../../src/loop/tool-result.ts';
import type { BadLoop } from './bad-loop.ts';
import { ToolLoop, type Call, type Result } from './loop.ts';

export const results: readonly BadLoop[] = [
  {
    id: 'nothing-runs',
    mistake: 'answers every call with `ok`, and runs nothing',
    source: 'lesson 4',
    caughtBy: ['done-was-run'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override async answerAll(calls: readonly Call[]): Promise<Result[]> {
        return calls.map(({ id }) => toolSuccess(id, 'ok'));
      }
    },
  },
  {
    id: 'writes-never-run',
    mistake: 'says that what changes something is done, and does not do it',
    source: 'lesson 6',
    caughtBy: ['done-was-run'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override async work(tool: LoopTool, call: Call, input: unknown): Promise<ToolOutput> {
        return tool.effect === 'write' ? 'Done.' : super.work(tool, call, input);
      }
    },
  },
  {
    id: 'cached-by-name',
    mistake:
      'keeps what a tool returned, and answers its later calls with it, whatever they ask for',
    source: 'lesson 6',
    caughtBy: ['done-was-run'],
    size: [3, 2],
    Loop: class extends ToolLoop {
      readonly #kept = new Map<string, ToolOutput>();
      override async work(tool: LoopTool, call: Call, input: unknown): Promise<ToolOutput> {
        const { name } = call;
        if (!this.#kept.has(name)) this.#kept.set(name, await super.work(tool, call, input));
        return this.#kept.get(name);
      }
    },
  },
  {
    id: 'lock-poisoned',
    mistake:
      'runs one call after another, and once one has failed answers the others with its failure',
    source: 'lesson 6',
    caughtBy: ['results-not-swapped'],
    size: [3, 2],
    Loop: class extends ToolLoop {
      #lock: Promise<unknown> = Promise.resolve();
      override work(tool: LoopTool, call: Call, input: unknown): Promise<ToolOutput> {
        const work = this.#lock.then(async () => {
          try {
            return await super.work(tool, call, input);
          } catch {
            throw new ToolError(`${tool.name} failed.`);
          }
        });
        this.#lock = work;
        return work;
      }
    },
  },
  {
    id: 'results-as-they-end',
    mistake: 'gives calls that run side by side their results in the order in which they end',
    source: 'lesson 6',
    caughtBy: ['results-not-swapped', 'failures-answered', 'started-not-denied'],
    size: [2, 3],
    Loop: class extends ToolLoop {
      override async answerAll(calls: readonly Call[]): Promise<Result[]> {
        if (calls.some((call) => this.find(call)?.effect !== 'read')) return super.answerAll(calls);
        const ended: Result[] = [];
        await Promise.all(calls.map(async (call) => ended.push(await this.answer(call))));
        return calls.map(({ id }, index) => ({ ...ended[index]!, tool_use_id: id }));
      }
    },
  },
  {
    id: 'results-by-name',
    mistake: 'keeps the results of a turn by the names of the tools',
    source: 'lesson 6',
    caughtBy: ['results-not-swapped', 'failures-answered', 'started-not-denied'],
    size: [2, 2],
    Loop: class extends ToolLoop {
      override async answerAll(calls: readonly Call[]): Promise<Result[]> {
        const answered = await super.answerAll(calls);
        const byName = new Map(calls.map(({ name }, index) => [name, answered[index]!]));
        return calls.map(({ id, name }) => ({ ...byName.get(name)!, tool_use_id: id }));
      }
    },
  },
  {
    id: 'result-lost',
    mistake: 'drops what tools return',
    source: 'lesson 4',
    caughtBy: ['results-not-lost'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override succeed({ id }: Call): Result {
        return toolSuccess(id, '');
      }
    },
  },
];
