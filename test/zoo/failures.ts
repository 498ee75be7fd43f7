/** Failures of tools that end the loop, are kept from the model, or tell it too much. */
import type { BadLoop } from './bad-loop.ts';
import { ToolLoop, type Call, type Message, type Result } from './loop.ts';

/** A loop that tells a failure in other words. */
const telling = (words: (error: unknown) => string): typeof ToolLoop =>
  class extends ToolLoop {
    override fail(call: Call, error: unknown): Result {
      return { ...super.fail(call, error), content: words(error) };
    }
  };

export const failures: readonly BadLoop[] = [
  {
    id: 'tool-error-escapes',
    mistake: 'lets the error of a tool out',
    source: 'lesson 4, lesson 9',
    caughtBy: ['failures-answered', 'unknown-tool-answered'],
    size: [2, 2],
    Loop: class extends ToolLoop {
      override fail(_call: Call, error: unknown): Result {
        throw error;
      }
    },
  },
  {
    id: 'failure-as-success',
    mistake: 'does not say that a call has failed',
    source: 'lesson 4',
    caughtBy: ['failures-answered'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override fail(call: Call, error: unknown): Result {
        const { is_error: _, ...result } = super.fail(call, error);
        return result;
      }
    },
  },
  {
    id: 'failure-unanswered',
    mistake: 'answers the calls that went well only',
    source: 'lesson 9, C005',
    caughtBy: ['one-result-per-call'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override async answerAll(calls: readonly Call[]): Promise<Result[]> {
        const results = await super.answerAll(calls);
        return results.filter((result) => !result.is_error);
      }
    },
  },
  {
    id: 'one-fails-all',
    mistake: 'says that no call of a turn was executed when one of them failed',
    source: 'C005',
    caughtBy: ['started-not-denied'],
    size: [2, 2],
    Loop: class extends ToolLoop {
      override async answerAll(calls: readonly Call[]): Promise<Result[]> {
        const results = await super.answerAll(calls);
        const failed = results.find((result) => result.is_error);
        if (!failed) return results;
        const { tool_use_id: id } = failed;
        return calls.map((call) => (call.id === id ? failed : this.skip(call, call)));
      }
    },
  },
  {
    id: 'failure-mute',
    mistake: 'says nothing about a failure but that there was one',
    source: 'lesson 4',
    caughtBy: ['failures-say-why'],
    size: [2, 1],
    Loop: telling(() => ''),
  },
  {
    id: 'stack-told',
    mistake: 'tells the model the stack of an error',
    source: 'lesson 4',
    caughtBy: ['failures-hide-stack'],
    size: [2, 1],
    Loop: telling((error) => (error as Error).stack!),
  },
  {
    id: 'secret-told',
    mistake: 'tells the model the message of any error',
    source: 'lesson 4',
    caughtBy: ['failures-hide-secrets'],
    size: [2, 1],
    Loop: telling((error) => (error as Error).message || 'It broke.'),
  },
  {
    id: 'unknown-tool-throws',
    mistake: 'throws at a tool that it does not have',
    source: 'lesson 4, C023',
    caughtBy: ['unknown-tool-answered'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override miss({ name }: Call): Result {
        throw new TypeError(`No tool ${name}`);
      }
    },
  },
  {
    id: 'unknown-tool-passed-over',
    mistake: 'passes over calls of tools that it does not have',
    source: 'C023',
    caughtBy: ['one-result-per-call'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override callsOf(message: Message): Call[] {
        return super.callsOf(message).filter((call) => this.find(call));
      }
    },
  },
  {
    id: 'failure-hangs',
    mistake: 'waits for ever when a tool fails',
    source: 'C005',
    caughtBy: ['app-aborted'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override async answer(call: Call): Promise<Result> {
        const result = await super.answer(call);
        return result.is_error ? new Promise<never>(() => undefined) : result;
      }
    },
  },
];
