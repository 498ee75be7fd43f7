/** What goes on after the user has said stop. */
import type { LoopTool, ToolOutput } from '../../src/loop/index.ts';
import type { BadLoop } from './bad-loop.ts';
import { ToolLoop, type Body, type Call, type Message } from './loop.ts';

/** Never looks whether it was told to stop, and tells nobody. */
class Deaf extends ToolLoop {
  override run(): Promise<unknown> {
    return this.converse();
  }
  override heed(): void {}
  override ask(body: Body): Promise<Message> {
    const { client, stream } = this.context;
    return stream
      ? client.messages.stream(body).finalMessage()
      : (client.messages.create(body) as Promise<Message>);
  }
}

export const abort: readonly BadLoop[] = [
  {
    id: 'tool-not-told',
    mistake: 'does not hand the signal on to its tools',
    source: 'C088',
    caughtBy: ['abort-stops-tools'],
    size: [2, 1],
    options: { conduct: ['hangs'] },
    Loop: class extends ToolLoop {
      override async work(tool: LoopTool, { id }: Call, input: unknown): Promise<ToolOutput> {
        return tool.run(input, { toolUseId: id } as never);
      }
    },
  },
  {
    id: 'request-not-told',
    mistake: 'does not hand the signal on to its requests',
    source: 'C089',
    caughtBy: ['abort-stops-requests'],
    size: [2, 0],
    options: { faults: ['hang'] },
    Loop: class extends ToolLoop {
      override async ask(body: Body): Promise<Message> {
        return this.context.client.messages.create(body);
      }
    },
  },
  {
    id: 'abort-as-failure',
    mistake: 'takes an abort for a failure of the tool, and asks on',
    source: 'C089',
    caughtBy: ['abort-stops-requests'],
    size: [2, 1],
    options: { conduct: ['hangs'] },
    Loop: Deaf,
  },
  {
    id: 'asks-on',
    mistake: 'asks on when it is told to stop while a turn is waited for',
    source: 'C089',
    caughtBy: ['abort-stops-requests'],
    size: [2, 1],
    options: { aborts: ['turn'], models: 'not' },
    Loop: Deaf,
  },
  {
    id: 'begins-though-stopped',
    mistake: 'begins though it was told to stop before',
    source: 'C089',
    caughtBy: ['abort-stops-requests'],
    size: [1, 0],
    options: { aborts: ['start'], models: 'not' },
    Loop: Deaf,
  },
  {
    id: 'reads-on',
    mistake: 'reads a stream to its end when it is told to stop',
    source: 'C089',
    caughtBy: ['abort-stops-requests'],
    size: [2, 1],
    options: { aborts: ['stream'], models: 'streaming' },
    Loop: Deaf,
  },
  {
    id: 'begins-next-tool',
    mistake: 'begins the next tool when it was told to stop after the one before',
    source: 'C088',
    caughtBy: ['abort-stops-tools'],
    size: [2, 2],
    options: { aborts: ['after-call'], models: 'not' },
    Loop: class extends ToolLoop {
      override run(): Promise<unknown> {
        return this.converse();
      }
      override heed(): void {}
    },
  },
];
