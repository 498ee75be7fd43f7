/** A finished message as the sequence of events that streams it. */
import type { Message, StreamEvent, Usage } from '../message.ts';
import { streamBlock, type StreamOptions } from './streamed-block.ts';

/** Counters that are known when all is said: the end has them, the beginning has not. */
const LATE_COUNTERS = [
  'output_tokens_details',
  'server_tool_use',
  'iterations',
  'fallback_credit',
] as const;

type Counters = Partial<Record<keyof Usage, unknown>>;

const isLate = (usage: Counters, name: string): boolean =>
  LATE_COUNTERS.some((late) => late === name && usage[late] != null);

/** The counters that are known at the beginning. */
function earlyCounters(usage: Usage): Counters {
  const early: Record<string, unknown> = {};
  for (const [name, count] of Object.entries(usage)) if (!isLate(usage, name)) early[name] = count;
  return early;
}

/** The model that speaks first: the one that a fallback takes over from, unless it declined before it said anything. */
function firstSpeaker({ content, model }: Message): string {
  const spoken = content.findIndex(({ type }) => type !== 'fallback');
  const next = content.find((block, index) => block.type === 'fallback' && index > spoken);
  return spoken >= 0 && next?.type === 'fallback' ? next.from.model : model;
}

/** Whether a model declined after it had said something. */
const isTakenOver = (message: Message): boolean => firstSpeaker(message) !== message.model;

/** What `message_start` shows of the message: no content, no outcome, and the tokens known at that moment. */
function opening(message: Message): Message {
  const { usage } = message;
  return {
    ...message,
    model: firstSpeaker(message),
    content: [],
    container: null,
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    usage: {
      ...earlyCounters(usage),
      // Never more than in the end: counters only grow.
      output_tokens: Math.min(1, usage.output_tokens),
    } as Usage,
    // What was done to the request is known from the start, what comes of a fallback is not (SDK doc comments).
    ...(message.input_transformations && isTakenOver(message) ? { input_transformations: [] } : {}),
    ...(message.context_management === undefined ? {} : { context_management: null }),
  };
}

function closing(message: Message): StreamEvent {
  const { usage } = message;
  const event = {
    type: 'message_delta',
    delta: {
      stop_reason: message.stop_reason,
      stop_sequence: message.stop_sequence,
      stop_details: message.stop_details,
      container: message.container,
    },
    usage: {
      input_tokens: usage.input_tokens,
      cache_creation_input_tokens: usage.cache_creation_input_tokens,
      cache_read_input_tokens: usage.cache_read_input_tokens,
      output_tokens: usage.output_tokens,
      ...Object.fromEntries(
        LATE_COUNTERS.filter((name) => isLate(usage, name)).map((name) => [name, usage[name]]),
      ),
    },
    ...(message.context_management === undefined
      ? {}
      : { context_management: message.context_management }),
    ...(message.input_transformations && isTakenOver(message)
      ? { input_transformations: message.input_transformations }
      : {}),
  };
  return event as StreamEvent;
}

/** How many tokens each block that hides its thinking stands for: a rough share, like the API's own estimate. */
function hiddenShare({ content, usage }: Message): number {
  const hidden = content.filter((block) => block.type === 'thinking' && block.thinking === '');
  const total = usage.output_tokens_details?.thinking_tokens ?? 0;
  return hidden.length === 0 ? 0 : Math.floor(total / hidden.length);
}

/** The events of one streamed answer, in the API's order; a `ping` follows the first block's start (captures of 2026-09). */
export function eventsOf(message: Message, options: StreamOptions = {}): StreamEvent[] {
  const blockOptions = { ...options, hiddenTokens: hiddenShare(message) };
  const events: StreamEvent[] = [
    { type: 'message_start', message: opening(message) } as StreamEvent,
  ];
  for (const [index, block] of message.content.entries()) {
    const { start, deltas } = streamBlock(block, blockOptions);
    events.push({ type: 'content_block_start', index, content_block: start });
    if (index === 0) events.push({ type: 'ping' });
    for (const delta of deltas) {
      events.push({ type: 'content_block_delta', index, delta } as StreamEvent);
    }
    events.push({ type: 'content_block_stop', index });
  }
  events.push(closing(message), { type: 'message_stop' });
  return events;
}
