/** A conversation of which only the messages are known, as the requests and replies that it was made of. */
import { inferStopReason } from '../../src/simulation/complete-message.ts';
import { blocksOf, entriesOf, textField, type Block } from '../../src/wire/conversation.ts';
import { API_KEY, LATEST_VERSION, VERSION } from '../../src/wire/headers.ts';
import type { ContentBlock, Message, MessageParam } from '../../src/wire/message.ts';
import type { Heard, HeardAnswer } from '../recorder/heard.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a saved conversation does not say of its requests. */
const HEADERS = {
  'content-type': 'application/json',
  [VERSION]: LATEST_VERSION,
  [API_KEY]: '[redacted]',
};
const BARE: Fields = { model: 'claude-opus-5', max_tokens: 1024 };

/** A tool that is called and nowhere defined. */
function toolsOf(messages: readonly unknown[]): Fields[] {
  const calls = entriesOf(messages)
    .flatMap(({ blocks }) => blocks)
    .filter(({ type }) => type === 'tool_use');
  const names = new Set(calls.map((call) => textField(call, 'name')));
  return [...names].map((name) => ({
    name,
    description: 'Known from its calls.',
    input_schema: { type: 'object' },
  }));
}

/** The markers of a cache belong to requests. */
function said(block: Block): ContentBlock {
  const { cache_control: _, ...kept } = block;
  return kept as unknown as ContentBlock;
}

/** A message of the assistant as the reply that it was. */
export function asReply(message: Fields, number: number): Message {
  const content = blocksOf(message['content']).map(said);
  const reason = message['stop_reason'];
  return {
    model: BARE['model'],
    container: null,
    stop_sequence: null,
    stop_details: null,
    usage: {},
    ...message,
    id: typeof message['id'] === 'string' ? message['id'] : `msg_known_${number}`,
    type: 'message',
    role: 'assistant',
    content,
    stop_reason: typeof reason === 'string' ? reason : inferStopReason(content),
  } as unknown as Message;
}

/** A conversation out of a file. */
export interface SavedConversation {
  readonly messages: readonly MessageParam[];
  /** What else its requests held. */
  readonly body?: Fields | undefined;
  /** Replies of which more is known than their content, by their place in the messages. */
  readonly replies?: ReadonlyMap<number, Fields>;
}

/** The requests of a conversation, one for each reply, and one more where the last reply is not known. */
export function heardMessages(
  { messages, body = {}, replies }: SavedConversation,
  startedAt: number,
): Heard[] {
  const isRequest = 'model' in body || 'max_tokens' in body;
  const { thread: _, stream: __, ...kept } = body;
  const tools = 'tools' in kept ? [] : toolsOf(messages);
  const request = { ...(isRequest ? {} : BARE), ...kept, ...(tools.length > 0 ? { tools } : {}) };
  const hear = (count: number, answer: HeardAnswer): Heard => ({
    request: { headers: HEADERS, body: { ...request, messages: messages.slice(0, count) } },
    startedAt: startedAt + count,
    alongside: [],
    waitedMs: 0,
    answer,
  });
  const heard = messages.flatMap((message, index) => {
    if (index === 0 || message.role !== 'assistant') return [];
    const fields = replies?.get(index) ?? message;
    const reply = asReply(fields as unknown as Fields, startedAt + index);
    return [hear(index, { type: 'message', message: reply })];
  });
  const isOpen = messages.at(-1)?.role !== 'assistant';
  return isOpen ? [...heard, hear(messages.length, { type: 'unknown' })] : heard;
}
