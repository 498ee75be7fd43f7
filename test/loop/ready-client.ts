// The smallest client there can be, so that the tests of the loop rest on nothing else of the kit.
import type {
  ContentBlock,
  Message,
  MessageCreateParamsNonStreaming,
  StopReason,
  TextBlock,
  ToolUseBlock,
} from '@anthropic-ai/sdk/resources/messages';
import type { LoopClient, LoopOptions } from '../../src/loop/index.ts';

export const basics: Pick<LoopOptions, 'model' | 'max_tokens' | 'messages'> = {
  model: 'claude-haiku-5-5',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Go.' }],
};

export function say(text: string): TextBlock {
  return { type: 'text', text } as TextBlock;
}

export function call(id: string, name: string, input: unknown = {}): ToolUseBlock {
  return { type: 'tool_use', id, name, input, caller: { type: 'direct' } };
}

/** A message of the model; the stop reason follows from the blocks unless it is given. */
export function reply(
  content: ContentBlock[] | string,
  stop_reason?: StopReason,
  more: Partial<Message> = {},
): Message {
  const blocks = typeof content === 'string' ? [say(content)] : content;
  const wantsTools = blocks.some(({ type }) => type === 'tool_use');
  return {
    id: 'msg_01',
    type: 'message',
    role: 'assistant',
    model: basics.model,
    content: blocks,
    stop_reason: stop_reason ?? (wantsTools ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
    usage: {
      input_tokens: 1,
      output_tokens: 1,
      cache_creation: null,
      cache_creation_input_tokens: null,
      cache_read_input_tokens: null,
      inference_geo: null,
      output_tokens_details: null,
      server_tool_use: null,
      service_tier: null,
      speed: null,
    },
    ...more,
  };
}

export interface ReadyClient extends LoopClient {
  /** What was sent, in order, as it was at that moment. */
  requests: MessageCreateParamsNonStreaming[];
  /** The signals that came with the requests. */
  signals: (AbortSignal | undefined)[];
}

/** Answers with ready messages, in order. */
export function readyClient(...messages: Message[]): ReadyClient {
  const queue = [...messages];
  const requests: MessageCreateParamsNonStreaming[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  return {
    requests,
    signals,
    messages: {
      create: async (params, options) => {
        requests.push(structuredClone(params));
        signals.push(options?.signal);
        const next = queue.shift();
        if (next === undefined) throw new Error('no message left');
        return next;
      },
    },
  };
}

/** The content of the last message of a request. */
export function lastContent(client: ReadyClient, request: number = -1): unknown {
  return client.requests.at(request)?.messages.at(-1)?.content;
}

export interface Deferred<Value> {
  promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/** A promise resolved by hand. */
export function deferred<Value = void>(): Deferred<Value> {
  let resolve!: (value: Value) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
