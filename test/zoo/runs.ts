/** Tools that run on the wrong input, twice, or side by side where they must not. */
import type { LoopTool, ToolOutput } from '../../src/loop/index.ts';
import type { ParsedInput } from '../../src/loop/input-problem.ts';
import type { BadLoop } from './bad-loop.ts';
import { ToolLoop, type Body, type Call, type Message, type Result } from './loop.ts';

export const runs: readonly BadLoop[] = [
  {
    id: 'input-unchecked',
    mistake: 'runs tools without looking at the input',
    source: 'lesson 5',
    caughtBy: ['valid-input-only'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override async check(_tool: LoopTool, input: unknown): Promise<ParsedInput<unknown>> {
        return { ok: true, input };
      }
    },
  },
  {
    id: 'required-fields-only',
    mistake: 'looks whether the required fields are there, and at nothing else',
    source: 'lesson 5',
    caughtBy: ['valid-input-only'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override async check(tool: LoopTool, input: unknown): Promise<ParsedInput<unknown>> {
        const { required = [] } = tool.definition.input_schema as { required?: string[] };
        const isComplete = required.every((name) => name in (input as object));
        return isComplete ? { ok: true, input } : super.check(tool, input);
      }
    },
  },
  {
    id: 'writes-together',
    mistake: 'runs all calls of a turn side by side, whatever they change',
    source: 'lesson 6',
    caughtBy: ['writes-in-order'],
    size: [2, 2],
    Loop: class extends ToolLoop {
      override answerAll(calls: readonly Call[]): Promise<Result[]> {
        return Promise.all(calls.map((call) => this.answer(call)));
      }
    },
  },
  {
    id: 'writes-backwards',
    mistake: 'takes the newest call first',
    source: 'lesson 6',
    caughtBy: ['writes-in-order'],
    size: [2, 2],
    Loop: class extends ToolLoop {
      override async answerAll(calls: readonly Call[]): Promise<Result[]> {
        return (await super.answerAll(calls.toReversed())).toReversed();
      }
    },
  },
  {
    id: 'failed-tool-again',
    mistake: 'runs a tool that has failed once more',
    source: 'C082, C083',
    caughtBy: ['one-run-per-call'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override async work(tool: LoopTool, call: Call, input: unknown): Promise<ToolOutput> {
        try {
          return await super.work(tool, call, input);
        } catch {
          return super.work(tool, call, input);
        }
      }
    },
  },
  {
    id: 'step-again',
    mistake: 'does the step again when the request after it fails, its tools included',
    source: 'C083, C097',
    caughtBy: ['one-run-per-call'],
    size: [3, 1],
    // How long it waits before is not its mistake.
    options: {
      faults: ['retried-error'],
      except: ['retry-after-ignored', 'retried-without-backoff'],
    },
    Loop: class extends ToolLoop {
      #calls: readonly Call[] = [];
      override answerAll(calls: readonly Call[]): Promise<Result[]> {
        this.#calls = calls;
        return super.answerAll(calls);
      }
      override async ask(body: Body): Promise<Message> {
        const calls = this.#calls;
        this.#calls = [];
        try {
          return await super.ask(body);
        } catch (error) {
          if (calls.length === 0) throw error;
          await super.answerAll(calls);
          return super.ask(body);
        }
      }
    },
  },
];
