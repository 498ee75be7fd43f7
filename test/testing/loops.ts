/** A tool loop in a few lines, and the same with one mistake in it each. */
import type Anthropic from '@anthropic-ai/sdk';
import { ToolError, type LoopTool } from '../../src/loop/index.ts';
import type { App, AppContext } from '../../testing/index.ts';

type Param = Anthropic.MessageParam;
type Result = Anthropic.ToolResultBlockParam;

/** The parts of the loop; a mistake is another part. */
interface Parts {
  ask(context: AppContext, messages: Param[]): Promise<Anthropic.Message>;
  /** Whether the reply ends the loop. */
  isOver(message: Anthropic.Message, calls: readonly Anthropic.ToolUseBlock[]): boolean;
  answer(context: AppContext, calls: readonly Anthropic.ToolUseBlock[]): Promise<readonly Result[]>;
  say(results: readonly Result[]): Param[];
  done(context: AppContext): Promise<void>;
}

async function runCall(
  tool: LoopTool,
  call: Anthropic.ToolUseBlock,
  context: AppContext,
): Promise<unknown> {
  const { id, input } = call;
  const parsed = await tool.parse(input);
  if (!parsed.ok) throw new ToolError('The input does not fit.');
  return tool.run(parsed.input, { toolUseId: id, signal: context.signal });
}

function toResult(id: string, output: unknown): Result {
  const content = typeof output === 'string' ? output : JSON.stringify(output ?? '');
  return { type: 'tool_result', tool_use_id: id, content };
}

const failed = (id: string, content: string): Result => ({
  type: 'tool_result',
  tool_use_id: id,
  content: content || 'It failed.',
  is_error: true,
});

async function answerOne(context: AppContext, call: Anthropic.ToolUseBlock): Promise<Result> {
  const tool = context.tools.find(({ name }) => name === call.name);
  if (!tool) return failed(call.id, `There is no tool ${call.name}.`);
  try {
    return toResult(call.id, await runCall(tool, call, context));
  } catch (error) {
    return failed(call.id, error instanceof ToolError ? error.message : 'It broke.');
  }
}

const params = (
  context: AppContext,
  messages: Param[],
): Anthropic.MessageCreateParamsNonStreaming => ({
  model: 'claude-opus-5' as const,
  max_tokens: 1000,
  tools: context.tools.map(({ definition }) => definition),
  messages,
});

const good: Parts = {
  ask: (context, messages) => {
    const { client, signal, stream } = context;
    const body = params(context, messages);
    return stream
      ? client.messages.stream(body, { signal }).finalMessage()
      : client.messages.create(body, { signal });
  },
  isOver: ({ stop_reason: reason }) => reason !== 'tool_use' && reason !== 'pause_turn',
  answer: async (context, calls) => {
    const results: Result[] = [];
    for (const call of calls) {
      context.signal.throwIfAborted();
      results.push(await answerOne(context, call));
    }
    return results;
  },
  say: (content) => (content.length === 0 ? [] : [{ role: 'user', content: [...content] }]),
  done: async () => undefined,
};

/** The loop with some of its parts exchanged. */
export function loopWith(parts: Partial<Parts> = {}): App {
  const { ask, isOver, answer, say, done } = { ...good, ...parts };
  return async (context) => {
    const messages: Param[] = [{ role: 'user', content: String(context.input) }];
    for (;;) {
      const message = await ask(context, [...messages]);
      const calls = message.content.filter((block) => block.type === 'tool_use');
      messages.push({ role: 'assistant', content: message.content });
      if (isOver(message, calls)) {
        await done(context);
        return message;
      }
      messages.push(...say(await answer(context, calls)));
    }
  };
}

export const goodLoop: App = loopWith();

export const badLoops: Readonly<Record<string, App>> = {
  'forgets all results but the first': loopWith({
    say: ([first]) => (first ? [{ role: 'user', content: [first] }] : []),
  }),
  'sends each result in a message of its own': loopWith({
    say: (results) => results.map((result) => ({ role: 'user', content: [result] })),
  }),
  'throws at a tool that it does not have': loopWith({
    answer: (context, calls) =>
      Promise.all(
        calls.map(async (call) => {
          const tool = context.tools.find(({ name }) => name === call.name)!;
          if (!tool) throw new TypeError(`No tool ${call.name}`);
          return answerOne(context, call);
        }),
      ),
  }),
  'runs the calls of a reply that was cut': loopWith({
    isOver: (message, calls) => calls.length === 0 && message.stop_reason !== 'pause_turn',
  }),
  'runs tools without looking at the input': loopWith({
    answer: async (context, calls) => {
      const results: Result[] = [];
      for (const call of calls) {
        const tool = context.tools.find(({ name }) => name === call.name);
        try {
          const output = tool
            ? await tool.run(call.input, { toolUseId: call.id, signal: context.signal })
            : 'none';
          results.push(toResult(call.id, output));
        } catch (error) {
          results.push(failed(call.id, error instanceof ToolError ? error.message : 'It broke.'));
        }
      }
      return results;
    },
  }),
  'waits for ever when a tool fails': loopWith({
    answer: async (context, calls) => {
      const results = await good.answer(context, calls);
      if (results.some((result) => result.is_error)) await new Promise<never>(() => undefined);
      return results;
    },
  }),
  'leaves a rejection to nobody': loopWith({
    answer: async (context, calls) => {
      const results = await good.answer(context, calls);
      const bad = results.find((result) => result.is_error);
      if (bad) void Promise.reject(new Error('log is full'));
      return results;
    },
  }),
  'leaves a timer behind': loopWith({
    done: async () => void setTimeout(() => undefined, 60_000),
  }),
  'takes a pause for the end': loopWith({
    isOver: ({ stop_reason: reason }) => reason !== 'tool_use',
  }),
  'asks again and again, whatever it hears': loopWith({
    ask: async (context, messages) => {
      for (;;) {
        try {
          return await good.ask(context, messages);
        } catch {
          context.signal.throwIfAborted();
        }
      }
    },
  }),
};
