/** Loops that ask for more than the turns of their script: a sub-agent, summaries in words, and summaries of the API. */
import type { App, AppContext } from '../../testing/index.ts';
import { appOf, ToolLoop, type Body, type Call, type Message, type Param } from '../zoo/loop.ts';

type Tool = AppContext['tools'][number];

const AGENT = 'You are the searcher.';

/** The tools, of which one asks the model itself, in a conversation of two requests. */
function withAgent({ client, tools }: AppContext, looksTwice: boolean): Tool[] {
  const tell = (messages: Param[]): Promise<Message> =>
    client.messages.create({
      model: 'claude-haiku-4-5',
      max_tokens: 512,
      system: AGENT,
      messages,
      ...(looksTwice && { tools: [{ name: 'search', input_schema: { type: 'object' } }] }),
    });
  return tools.map((tool) => {
    if (tool.name !== 'look') return tool;
    return {
      ...tool,
      run: async (input, context) => {
        const messages: Param[] = [{ role: 'user', content: `Find ${JSON.stringify(input)}.` }];
        for (;;) {
          const { content, stop_reason: reason } = await tell(messages);
          messages.push({ role: 'assistant', content });
          if (reason !== 'tool_use') return tool.run(input as never, context);
          const results = content.flatMap((block) =>
            block.type === 'tool_use'
              ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'found' }]
              : [],
          );
          messages.push({ role: 'user', content: results });
        }
      },
    } satisfies Tool;
  });
}

/** A loop whose `look` is a sub-agent, which searches before it answers or does not. */
export function agentLoop(looksTwice = false, Loop: typeof ToolLoop = ToolLoop): App {
  return (context) => {
    const tools = withAgent(context, looksTwice);
    return appOf(Loop)({ ...context, tools });
  };
}

export const SUM_UP = 'Sum up what was done so far.';

/** After each turn it asks the model to sum up, in the same conversation, and keeps that for itself. */
export class SummingLoop extends ToolLoop {
  override async ask(body: Body): Promise<Message> {
    if (body.messages.length > 1) {
      const messages: Param[] = [...body.messages, { role: 'user', content: SUM_UP }];
      await super.ask({ ...body, messages });
    }
    return super.ask(body);
  }
}

/** When it has got something, it has the API sum up, and goes on from that. */
export class CompactingLoop extends ToolLoop {
  override async ask(body: Body): Promise<Message> {
    const { client, signal } = this.context;
    if (body.messages.length < 3 || body.messages.at(-1)!.role !== 'user') return super.ask(body);
    const betas = { headers: { 'anthropic-beta': 'compact-2026-09-04' }, signal };
    const compaction = { type: 'summarize' };
    const asked = { ...body, compaction } as Body;
    const { content } = await client.messages.create(asked, betas);
    const messages: Param[] = [
      { role: 'assistant', content: content as never },
      { role: 'user', content: 'Go on.' },
    ];
    return client.messages.create({ ...body, messages }, betas);
  }
}

/** Takes what the tools gave for the end, and never asks what becomes of it. */
export class HastyLoop extends ToolLoop {
  override async answerAll(calls: readonly Call[]): ReturnType<ToolLoop['answerAll']> {
    const results = await super.answerAll(calls);
    if (calls.some(({ name }) => name === 'look')) this.#isDone = true;
    return results;
  }

  override async ask(body: Body): Promise<Message> {
    if (this.#isDone) return { content: [], stop_reason: 'end_turn' } as unknown as Message;
    return super.ask(body);
  }

  #isDone = false;
}
