/** Conversations and transcripts written by hand: as small as a finding allows. */
import { toTranscript, type Transcript } from '../../src/transcript/transcript.ts';
import type { Exchange } from '../../src/wire/exchange.ts';
import type { Message, MessageParam, MessageRequest, StopReason } from '../../src/wire/message.ts';

export type Json = Readonly<Record<string, unknown>>;

function toBlocks(content: readonly (Json | string)[]): Json[] {
  return content.map((part) => (typeof part === 'string' ? text(part) : part));
}

export const text = (value: string): Json => ({ type: 'text', text: value });

export const user = (...content: (Json | string)[]): Json => ({
  role: 'user',
  content: toBlocks(content),
});

export const assistant = (...content: (Json | string)[]): Json => ({
  role: 'assistant',
  content: toBlocks(content),
});

export const call = (id: string, input: Json = {}, name = 'look'): Json => ({
  type: 'tool_use',
  id,
  name,
  input,
});

export const result = (id: string, content: unknown = 'seen', fields: Json = {}): Json => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...fields,
});

export const failure = (id: string, content: unknown = 'It is stuck.'): Json =>
  result(id, content, { is_error: true });

export const thought = (signature: string, thinking = 'Hm.'): Json => ({
  type: 'thinking',
  thinking,
  signature,
});

/** A request and what became of it. */
export interface Asked extends Partial<Pick<Exchange, 'alongside' | 'outcome'>> {
  readonly messages: readonly Json[];
  /** The content of the reply; without it there is none. */
  readonly reply?: readonly (Json | string)[];
  /** Default: `tool_use` when the reply calls a tool, else `end_turn`. */
  readonly stop?: StopReason;
  /** Fields of the request's body. */
  readonly body?: Json;
}

function replyTo({ reply = [], stop }: Asked, index: number): Message {
  const content = toBlocks(reply);
  const calls = content.some(({ type }) => type === 'tool_use');
  return {
    type: 'message',
    id: `msg_${index}`,
    role: 'assistant',
    content,
    stop_reason: stop ?? (calls ? 'tool_use' : 'end_turn'),
  } as unknown as Message;
}

function toExchange(asked: Asked, index: number): Exchange {
  const { messages, reply, body = {}, alongside = [], outcome } = asked;
  const response = { status: 200, headers: {}, body: replyTo(asked, index), streamed: false };
  return {
    index,
    startedAt: index,
    endedAt: index,
    alongside,
    request: {
      method: 'POST',
      path: '/v1/messages',
      headers: {},
      betas: [],
      body: { messages, ...body } as unknown as MessageRequest,
    },
    messages: messages as unknown as readonly MessageParam[],
    outcome: outcome ?? (reply ? 'answered' : 'failed'),
    turn: `turn ${index + 1}`,
    ...(reply ? { response } : {}),
    violations: [],
    notes: [],
  };
}

/** The transcript of requests, in their order. */
export function transcript(...asked: readonly Asked[]): Transcript {
  return toTranscript(asked.map(toExchange));
}
