/** What is left behind when the loop has ended. */
import type { LoopTool, ToolOutput } from '../../src/loop/index.ts';
import type { BadLoop } from './bad-loop.ts';
import { ToolLoop, type Call, type Message, type Result } from './loop.ts';

export const leftovers: readonly BadLoop[] = [
  {
    id: 'rejection-left',
    mistake: 'leaves a rejection to nobody',
    source: 'C085, C086',
    caughtBy: ['no-unhandled-rejection'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override fail(call: Call, error: unknown): Result {
        void Promise.reject(new Error('log is full'));
        return super.fail(call, error);
      }
    },
  },
  {
    id: 'timer-left',
    mistake: 'leaves a timer behind',
    source: 'C116',
    caughtBy: ['timers-left'],
    size: [1, 0],
    Loop: class extends ToolLoop {
      override end(message: Message): unknown {
        setTimeout(() => undefined, 60_000);
        return super.end(message);
      }
    },
  },
  {
    id: 'tool-limit-left',
    mistake: 'gives each tool a time limit, and forgets it when the tool is in time',
    source: 'C116',
    caughtBy: ['timers-left'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override work(tool: LoopTool, call: Call, input: unknown): Promise<ToolOutput> {
        const late = new Promise<never>((_, reject) => {
          setTimeout(reject, 60_000, new Error('It took too long.'));
        });
        return Promise.race([super.work(tool, call, input), late]);
      }
    },
  },
];
