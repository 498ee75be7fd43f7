/** A chat in a few lines, and the same with one mistake in it each. */
import type Anthropic from '@anthropic-ai/sdk';
import { ToolError } from '../../src/loop/index.ts';
import type { AppContext, OpenSession, Session } from '../../testing/index.ts';

type Param = Anthropic.MessageParam;
type Call = Anthropic.ToolUseBlock;
type Result = Anthropic.ToolResultBlockParam;

const isCall = (block: Anthropic.ContentBlock): block is Call => block.type === 'tool_use';

const failed = (id: string, content: string): Result => ({
  type: 'tool_result',
  tool_use_id: id,
  content: content || 'It failed.',
  is_error: true,
});

/** The calls of the newest reply that have no result yet. */
function openCalls(messages: readonly Param[]): Call[] {
  const newest = messages.at(-1);
  if (newest?.role !== 'assistant' || typeof newest.content === 'string') return [];
  return (newest.content as Anthropic.ContentBlock[]).filter(isCall);
}

const saysNothing = (block: Anthropic.ContentBlock): boolean =>
  block.type === 'text' && block.text.trim() === '';

/** Keeps its history right whatever happens; each part is one that a mistake can be made in. */
export class Chat {
  messages: Param[] = [];
  readonly context: AppContext;
  stopping: AbortController = new AbortController();
  busy: Promise<unknown> = Promise.resolve();

  constructor(context: AppContext) {
    this.context = context;
  }

  /** One thing after another. */
  queued<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.busy.then(work);
    this.busy = done.catch(() => undefined);
    return done;
  }

  send(text: string): Promise<unknown> {
    return this.queued(async () => {
      this.closeCalls();
      this.messages.push({ role: 'user', content: [{ type: 'text', text }] });
      return this.converse();
    });
  }

  async interrupt(): Promise<void> {
    this.stopping.abort(new Error('interrupted'));
    await this.busy;
  }

  retry(): Promise<unknown> {
    return this.queued(async () => {
      this.closeCalls();
      return this.converse();
    });
  }

  resume(): Promise<unknown> {
    return this.retry();
  }

  compact(): Promise<unknown> {
    return this.queued(async () => {
      this.closeCalls();
      await this.sumUp();
    });
  }

  async sumUp(): Promise<void> {
    const ask: Param = { role: 'user', content: 'Sum up what was said so far.' };
    const { content } = await this.ask([...this.messages, ask], this.begin());
    const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    this.messages = this.compacted(text);
  }

  compacted(summary: string): Param[] {
    const newest = this.messages.at(-1);
    const waits = newest?.role === 'user' ? [newest] : [];
    const isAnswer = JSON.stringify(newest?.content).includes('tool_result');
    return [{ role: 'user', content: `So far: ${summary}` }, ...(isAnswer ? [] : waits)];
  }

  /** Calls that were cut off by an interrupt are answered before anything else is said. */
  closeCalls(): void {
    const calls = openCalls(this.messages);
    if (calls.length === 0) return;
    const content = calls.map(({ id }) => failed(id, 'The user interrupted.'));
    this.messages.push({ role: 'user', content });
  }

  begin(): AbortSignal {
    this.stopping = new AbortController();
    return AbortSignal.any([this.stopping.signal, this.context.signal]);
  }

  async converse(): Promise<Anthropic.Message> {
    const signal = this.begin();
    for (;;) {
      const reply = await this.ask(this.messages, signal);
      this.keep(reply);
      const calls = reply.content.filter(isCall);
      if (reply.stop_reason === 'tool_use') {
        this.messages.push({ role: 'user', content: await this.answer(calls, signal) });
      } else if (reply.stop_reason !== 'pause_turn') return reply;
    }
  }

  /** A refusal is not part of the conversation, nor are calls that nobody answers. */
  keep({ content, stop_reason: reason }: Anthropic.Message): void {
    const kept = content.filter((block) => !saysNothing(block));
    if (kept.length === 0 || reason === 'refusal') return;
    const isCut = reason === 'max_tokens' || reason === 'model_context_window_exceeded';
    if (isCut && content.some(isCall)) return;
    this.messages.push({ role: 'assistant', content: kept });
  }

  async ask(
    messages: readonly Param[],
    signal: AbortSignal,
    { fields = {}, headers = {} }: { fields?: object; headers?: Record<string, string> } = {},
  ): Promise<Anthropic.Message> {
    const { client, stream, tools } = this.context;
    const body = {
      model: 'claude-opus-5' as const,
      max_tokens: 1000,
      tools: tools.map(({ definition }) => definition),
      messages: [...messages],
      ...fields,
    };
    signal.throwIfAborted();
    return stream
      ? client.messages.stream(body, { signal, headers }).finalMessage()
      : client.messages.create(body, { signal, headers });
  }

  async answer(calls: readonly Call[], signal: AbortSignal): Promise<Result[]> {
    const results: Result[] = [];
    for (const call of calls) {
      signal.throwIfAborted();
      results.push(await this.answerOne(call, signal));
    }
    return results;
  }

  async answerOne({ id, name, input }: Call, signal: AbortSignal): Promise<Result> {
    const tool = this.context.tools.find((each) => each.name === name);
    if (!tool) return failed(id, `There is no tool ${name}.`);
    try {
      const parsed = await tool.parse(input);
      if (!parsed.ok) return failed(id, 'The input does not fit.');
      const output = await tool.run(parsed.input, { toolUseId: id, signal });
      const content = typeof output === 'string' ? output : JSON.stringify(output ?? '');
      return { type: 'tool_result', tool_use_id: id, content };
    } catch (error) {
      signal.throwIfAborted();
      return failed(id, error instanceof ToolError ? error.message : 'It broke.');
    }
  }
}

/** Has the API make its summaries, and carries them on as they came. */
export class SummarizedChat extends Chat {
  override ask(
    messages: readonly Param[],
    signal: AbortSignal,
    { fields = {} }: { fields?: object } = {},
  ): Promise<Anthropic.Message> {
    return super.ask(messages, signal, {
      fields,
      headers: { 'anthropic-beta': 'compact-2026-09-04' },
    });
  }

  override async sumUp(): Promise<void> {
    const fields = { compaction: { type: 'summarize' } };
    const { content } = await this.ask(this.messages, this.begin(), { fields });
    this.messages = this.carried(content as Anthropic.ContentBlockParam[]);
  }

  carried(content: Anthropic.ContentBlockParam[]): Param[] {
    return [{ role: 'assistant', content }];
  }
}

/** The chat as its tests see it. */
export const chat =
  (Made: typeof Chat = Chat): OpenSession =>
  (context): Session => {
    const made = new Made(context);
    return {
      send: (text) => made.send(text),
      interrupt: () => made.interrupt(),
      retry: () => made.retry(),
      resume: () => made.resume(),
      compact: () => made.compact(),
    };
  };

/** The newest message of the user that is no result: what a reply is asked for. */
function newestWord(messages: readonly Param[]): Param | undefined {
  return messages.findLast(
    ({ role, content }) => role === 'user' && !JSON.stringify(content).includes('tool_result'),
  );
}

/** Chats with one mistake each. */
export const badChats: Readonly<Record<string, OpenSession>> = {
  'leaves calls open when it is interrupted': chat(
    class extends Chat {
      override closeCalls(): void {
        // They are forgotten.
      }
    },
  ),
  'says it again when it tries again': chat(
    class extends Chat {
      override retry(): Promise<unknown> {
        return this.queued(async () => {
          this.closeCalls();
          const word = newestWord(this.messages);
          if (word) this.messages.push(word);
          return this.converse();
        });
      }
    },
  ),
  'runs tools again when it tries again': chat(
    class extends Chat {
      override retry(): Promise<unknown> {
        return this.queued(async () => {
          const made = this.messages.findLastIndex(({ role }) => role === 'assistant');
          const calls = openCalls(this.messages.slice(0, made + 1));
          if (calls.length === 0) return this.converse();
          this.messages = this.messages.slice(0, made + 1);
          this.messages.push({ role: 'user', content: await this.answer(calls, this.begin()) });
          return this.converse();
        });
      }
    },
  ),
  'leaves its request running when it is interrupted': chat(
    class extends Chat {
      override async ask(
        messages: readonly Param[],
        signal: AbortSignal,
      ): Promise<Anthropic.Message> {
        signal.throwIfAborted();
        const { promise, reject } = Promise.withResolvers<never>();
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        return Promise.race([super.ask(messages, this.context.signal), promise]);
      }
    },
  ),
  'goes on with other words after a pause': chat(
    class extends Chat {
      override keep(reply: Anthropic.Message): void {
        super.keep(reply);
        if (reply.stop_reason === 'pause_turn')
          this.messages.push({ role: 'user', content: 'Go on.' });
      }
    },
  ),
  'keeps the last results in its summary, and not their calls': chat(
    class extends Chat {
      override compacted(summary: string): Param[] {
        const results = this.messages.findLast(({ content }) =>
          JSON.stringify(content).includes('tool_result'),
        );
        return [{ role: 'user', content: `So far: ${summary}` }, ...(results ? [results] : [])];
      }
    },
  ),
  'sums up while calls are open': chat(
    class extends Chat {
      override compact(): Promise<unknown> {
        return this.queued(() => this.sumUp());
      }
    },
  ),
  'puts the summary of the API behind what it sums up': chat(
    class extends SummarizedChat {
      override carried(content: Anthropic.ContentBlockParam[]): Param[] {
        return [...this.messages, ...super.carried(content)];
      }
    },
  ),
  'shortens the summary of the API': chat(
    class extends SummarizedChat {
      override carried(content: Anthropic.ContentBlockParam[]): Param[] {
        return super.carried(content.map((block) => ({ ...block, content: 'So far.' }) as never));
      }
    },
  ),
  'sends at once what is said at once': chat(
    class extends Chat {
      override queued<Value>(work: () => Promise<Value>): Promise<Value> {
        const done = work();
        this.busy = done.catch(() => undefined);
        return done;
      }
    },
  ),
  'goes on running tools when it is interrupted': chat(
    class extends Chat {
      override async answer(calls: readonly Call[], signal: AbortSignal): Promise<Result[]> {
        const results: Result[] = [];
        for (const call of calls) {
          const result = await this.answerOne(call, signal).catch(() =>
            failed(call.id, 'Stopped.'),
          );
          results.push(result);
        }
        return results;
      }
    },
  ),
  'never hears of the interrupt': chat(
    class extends Chat {
      override begin(): AbortSignal {
        return this.context.signal;
      }
      override interrupt(): Promise<void> {
        return Promise.resolve();
      }
    },
  ),
  'takes the word back when it fails, and asks for an answer all the same': chat(
    class extends Chat {
      override send(text: string): Promise<unknown> {
        const before = this.messages.length;
        return super.send(text).catch((error: unknown) => {
          this.messages.length = Math.min(before, this.messages.length);
          throw error;
        });
      }
    },
  ),
  'has nothing more to say once it was interrupted': chat(
    class extends Chat {
      override begin(): AbortSignal {
        return AbortSignal.any([this.stopping.signal, this.context.signal]);
      }
    },
  ),
};
