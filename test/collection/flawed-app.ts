/** The loop of the kit with one flaw: what it sends, or what it understands, is not what it was. */
import type Anthropic from '@anthropic-ai/sdk';
import type {
  Message,
  MessageCreateParamsNonStreaming,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages';
import { loopApp } from '../../testing/apps/loop.ts';
import type { App } from '../../testing/index.ts';

export type Params = MessageCreateParamsNonStreaming;
export type Block = Exclude<MessageParam['content'], string>[number];

/** What is wrong with a loop; what is left out is right. */
export interface Flaw {
  /** Default 2, as the SDK has it. */
  readonly maxRetries?: number;
  readonly request?: (params: Params) => Params;
  readonly reply?: (message: Message) => Message;
  /** What it takes an error for; without it the error is thrown. */
  readonly failure?: (error: unknown, again: () => Promise<Message>) => Promise<Message>;
}

type Messages = Pick<Anthropic['messages'], 'stream'>;

function flawedMessages(messages: Messages, flaw: Flaw): object {
  const { request = (params) => params, reply = (message) => message, failure } = flaw;
  return {
    stream: (params: Params, options: object) => ({
      async finalMessage(): Promise<Message> {
        const ask = (): Promise<Message> =>
          messages.stream(request(params), options).finalMessage();
        const message = failure ? ask().catch((error: unknown) => failure(error, ask)) : ask();
        return reply(await message);
      },
    }),
  };
}

export function flawedApp(flaw: Flaw): App {
  return (context) => {
    const { maxRetries = 2 } = flaw;
    const client = context.client.withOptions({ maxRetries });
    const flawed = {
      messages: flawedMessages(client.messages, flaw),
      beta: { messages: flawedMessages(client.beta.messages as unknown as Messages, flaw) },
    };
    return loopApp()({ ...context, client: flawed as unknown as Anthropic });
  };
}

type Change = (params: Params) => Params;

const withContents =
  (change: (blocks: Block[]) => Block[]): Change =>
  (params) => ({
    ...params,
    messages: params.messages.map((message) =>
      Array.isArray(message.content)
        ? ({ ...message, content: change(message.content) } as MessageParam)
        : message,
    ),
  });

/** A request whose blocks are other ones: what is made nothing of is left out. */
export const withBlocks = (change: (block: Block) => Block | undefined): Change =>
  withContents((blocks) => blocks.flatMap((block) => change(block) ?? []));

/** A request whose messages with results have other contents. */
export const withResults = (change: (blocks: Block[]) => Block[]): Change =>
  withContents((blocks) =>
    blocks.some(({ type }) => type === 'tool_result') ? change(blocks) : blocks,
  );

/** A reply that stopped for one of `reasons`, taken for one that stopped for `other`. */
export const misread =
  (reasons: readonly Message['stop_reason'][], other: Message['stop_reason']) =>
  (message: Message): Message =>
    reasons.includes(message.stop_reason) ? { ...message, stop_reason: other } : message;
