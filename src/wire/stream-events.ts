/** A finished message as the sequence of events that streams it. */
import type { ContentBlock, Message, StreamEvent, Usage } from './message.ts';
import { piecesOf, type CutPieces } from './pieces.ts';
import { inputFragments, inputText, type InputStreaming } from './tool-input.ts';

/** What a stream may do in more than one way. */
export interface StreamOptions {
  /** Cuts the text of every delta. Default: in pieces such as the API's own. */
  readonly cut?: CutPieces | undefined;
  /** How the input of a call is streamed where `cut` says nothing. Default `buffered`. */
  readonly inputStreaming?: (call: ContentBlock) => InputStreaming;
  /** Whether thinking deltas say how many tokens were thought. Default false. */
  readonly estimatesThinking?: boolean;
}

type SdkDelta = Extract<StreamEvent, { type: 'content_block_delta' }>['delta'];

/** `estimated_tokens` comes only with its beta, which the SDK's beta type does not say. */
type Delta =
  | Exclude<SdkDelta, { type: 'thinking_delta' }>
  | { type: 'thinking_delta'; thinking: string; estimated_tokens?: number | null };

interface StreamedBlock {
  readonly start: ContentBlock;
  readonly deltas: Delta[];
}

interface BlockOptions extends StreamOptions {
  /** The tokens thought in a block whose text is not shown. */
  readonly hiddenTokens: number;
}

/** What an estimate of thinking grows by (captures of 2026-09). */
const ESTIMATE_STEP = 50;

function thinkingDeltas(thinking: string, options: BlockOptions): Delta[] {
  const { cut, estimatesThinking = false, hiddenTokens } = options;
  const pieces = cut?.(thinking, 'thinking') ?? piecesOf(thinking);
  if (!estimatesThinking)
    return pieces.map((piece) => ({ type: 'thinking_delta', thinking: piece }));
  if (pieces.length > 0) {
    return pieces.map((piece) => ({
      type: 'thinking_delta',
      thinking: piece,
      estimated_tokens: null,
    }));
  }
  const steps = Array.from({ length: hiddenTokens / ESTIMATE_STEP }, () => ESTIMATE_STEP);
  return [...steps, null].map((estimated_tokens) => ({
    type: 'thinking_delta',
    thinking: '',
    estimated_tokens,
  }));
}

/** How each kind of block opens and grows. A kind that is not named here arrives whole in its start event. */
function streamBlock(block: ContentBlock, options: BlockOptions): StreamedBlock {
  const { cut, inputStreaming } = options;
  switch (block.type) {
    case 'text':
      return {
        start: { ...block, text: '', ...(block.citations && { citations: [] }) },
        // What a text cites comes before the text (capture of 2026-09).
        deltas: [
          ...(block.citations ?? []).map(
            (citation) => ({ type: 'citations_delta', citation }) as const,
          ),
          ...(cut?.(block.text, 'text') ?? piecesOf(block.text)).map(
            (text) => ({ type: 'text_delta', text }) as const,
          ),
        ],
      };
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const input = block.input as object;
      const fragments =
        cut?.(inputText(input), 'json') ??
        inputFragments(input, inputStreaming?.(block) ?? 'buffered');
      return {
        start: { ...block, input: {} } as ContentBlock,
        // The first fragment is always empty; a call without arguments has no other (facts, input_json_delta rules).
        deltas: ['', ...fragments].map(
          (partial_json) => ({ type: 'input_json_delta', partial_json }) as const,
        ),
      };
    }
    case 'thinking':
      return {
        start: { ...block, thinking: '', signature: '' },
        deltas: [
          ...thinkingDeltas(block.thinking, options),
          { type: 'signature_delta', signature: block.signature },
        ],
      };
    case 'compaction':
      // Made on demand it is signed and arrives whole; made at a threshold it comes in one delta.
      if (block.signature != null) return { start: block, deltas: [] };
      return {
        start: { ...block, content: null, encrypted_content: null },
        deltas: [
          {
            type: 'compaction_delta',
            content: block.content,
            encrypted_content: block.encrypted_content,
          },
        ],
      };
    default:
      return { start: block, deltas: [] };
  }
}

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
