/** Which entries of a log belong together, and what was answered to each: a log seldom says either. */
import { Conversations } from '../../src/simulation/conversations.ts';
import type { Transcript } from '../../src/transcript/transcript.ts';
import type { Exchange } from '../../src/wire/exchange.ts';
import type { Message, MessageParam, MessageRequest } from '../../src/wire/message.ts';
import { startsWith } from '../../src/wire/history/same-messages.ts';
import type { StoredReply } from '../../src/wire/history/thread.ts';
import type { Fields, LogEntry } from './read-log.ts';

/** An entry with its whole conversation, threads put back together. */
export interface LoggedRequest {
  readonly entry: LogEntry;
  readonly messages: readonly MessageParam[];
  /** What its thread holds, if it goes on with one. */
  readonly stored?: StoredReply;
  /** The reply to it, as the log has it or as the next request shows it. */
  reply: Fields | undefined;
}

/** A conversation as it stands in a log. */
export interface LoggedConversation {
  readonly judged: Transcript;
  readonly requests: readonly LoggedRequest[];
}

export interface LoggedConversations {
  readonly conversations: readonly LoggedConversation[];
  /** Entries that go on with a thread which is not in the log: nobody can tell what they mean. */
  readonly unknown: readonly LogEntry[];
}

type Thread = { readonly type?: unknown; readonly previous_message_id?: unknown };

const threadOf = ({ body }: LogEntry): Thread => Object(body?.['thread']) as Thread;

/** What the thread that an entry goes on with holds; undefined when its reply is not in the log. */
function storedFor(entry: LogEntry, before: readonly LoggedRequest[]): StoredReply | undefined {
  const id = threadOf(entry).previous_message_id;
  const from = before.findLast(({ reply }) => reply !== undefined && reply['id'] === id);
  if (!from) return undefined;
  const { role = 'assistant', content, stop_reason: stopReason = null } = from.reply!;
  return {
    messages: [...from.messages, { role, content } as MessageParam],
    stopReason: stopReason as StoredReply['stopReason'],
    created: from.stored?.created ?? ((from.entry.body ?? {}) as unknown as MessageRequest),
    carried: new Map(),
  };
}

function toRequests(entries: readonly LogEntry[]): (LoggedRequest | undefined)[] {
  const requests: (LoggedRequest | undefined)[] = [];
  for (const entry of entries) {
    const { messages: sent, reply } = entry;
    const messages = sent as readonly MessageParam[];
    if (threadOf(entry).type !== 'continue') {
      requests.push({ entry, messages, reply });
      continue;
    }
    const stored = storedFor(
      entry,
      requests.filter((request) => request !== undefined),
    );
    requests.push(stored && { entry, messages: [...stored.messages, ...messages], stored, reply });
  }
  return requests;
}

/** A request whose reply may not be known. */
export type Unanswered = Pick<LoggedRequest, 'messages' | 'reply'>;

/** Takes the reply to a request from the next one that goes on from it; each goes on from one, the longest and newest. */
export function inferReplies(requests: readonly Unanswered[]): void {
  const taken = new Set<Unanswered>();
  for (const [position, { messages }] of requests.entries()) {
    const before = requests
      .slice(0, position)
      .filter(
        (request) =>
          !taken.has(request) &&
          messages[request.messages.length]?.role === 'assistant' &&
          startsWith(messages, request.messages),
      )
      .toReversed()
      .sort((a, b) => b.messages.length - a.messages.length)[0];
    if (!before) continue;
    taken.add(before);
    before.reply ??= messages[before.messages.length] as unknown as Fields;
  }
}

function toExchange({ entry, messages, reply }: LoggedRequest, index: number): Exchange {
  const body = { ...reply, type: 'message', role: 'assistant' } as unknown as Message;
  return {
    index,
    startedAt: index,
    endedAt: index,
    alongside: [],
    request: {
      method: 'POST',
      path: '/v1/messages',
      headers: {},
      betas: [],
      body: (entry.body ?? { messages }) as unknown as MessageRequest,
    },
    messages,
    outcome: 'answered',
    ...(reply && { response: { status: 200, headers: {}, body, streamed: false } }),
    violations: [],
    notes: [],
  };
}

/** The conversations of a log; the number of an exchange is that of its entry, from 0. */
export function loggedConversations(entries: readonly LogEntry[]): LoggedConversations {
  const requests = toRequests(entries);
  const unknown = entries.filter((_entry, index) => requests[index] === undefined);
  inferReplies(requests.filter((request) => request !== undefined));
  const conversations = new Conversations();
  for (const [index, request] of requests.entries()) {
    if (!request) continue;
    const { entry, messages, stored } = request;
    const { system } = stored?.created ?? entry.body ?? {};
    conversations.add(toExchange(request, index), { messages, system, isRetry: false });
  }
  return {
    unknown,
    conversations: conversations.transcripts.map((transcript) => ({
      judged: transcript,
      requests: transcript.exchanges.map(({ index }) => requests[index]!),
    })),
  };
}
