/** A finished message as the sequence of events that streams it. */
import type { ContentBlock, Message, StreamEvent } from './message.ts';

/** What a delta carries a piece of: a text, a thinking text, the JSON of a call's input. */
export type PayloadKind = 'text' | 'thinking' | 'json';

/** Cuts one payload into the pieces that deltas carry. */
export type CutPieces = (payload: string, kind: PayloadKind) => string[];

const DEFAULT_PIECE = 16;

/** Pieces of at most `size` UTF-16 units that never split a surrogate pair. */
export function piecesOf(payload: string, size: number = DEFAULT_PIECE): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (start < payload.length) {
    let end = Math.min(start + size, payload.length);
    const last = payload.charCodeAt(end - 1);
    if (end < payload.length && last >= 0xd800 && last <= 0xdbff) end += 1;
    pieces.push(payload.slice(start, end));
    start = end;
  }
  return pieces;
}

/** JSON as the model writes it in a tool call: a space after `:` and `,` (captures of 2026-09). */
function modelJson(value: unknown): string {
  // Raw line ends stand only between tokens: inside strings JSON escapes them.
  return JSON.stringify(value, null, 1)
    .replaceAll(/([{[])\n */g, '$1')
    .replaceAll(/\n *([}\]])/g, '$1')
    .replaceAll(/,\n */g, ', ');
}

function isEmptyInput(input: unknown): boolean {
  return typeof input === 'object' && input !== null && Object.keys(input).length === 0;
}

type SdkDelta = Extract<StreamEvent, { type: 'content_block_delta' }>['delta'];

/** `estimated_tokens` comes only with its beta, which the SDK's beta type does not say. */
type Delta =
  Exclude<SdkDelta, { type: 'thinking_delta' }> | { type: 'thinking_delta'; thinking: string };

interface StreamedBlock {
  readonly start: ContentBlock;
  readonly deltas: Delta[];
}

/** How each kind of block opens and grows. A kind that is not named here arrives whole in its start event. */
function streamBlock(block: ContentBlock, cut: CutPieces): StreamedBlock {
  switch (block.type) {
    case 'text':
      return {
        start: { ...block, text: '', citations: block.citations && [] },
        deltas: [
          ...cut(block.text, 'text').map((text) => ({ type: 'text_delta', text }) as const),
          ...(block.citations ?? []).map(
            (citation) => ({ type: 'citations_delta', citation }) as const,
          ),
        ],
      };
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      // The first fragment is always empty; a call without arguments has no other (facts, input_json_delta rules).
      const json = isEmptyInput(block.input) ? [] : cut(modelJson(block.input), 'json');
      return {
        start: { ...block, input: {} } as ContentBlock,
        deltas: ['', ...json].map(
          (partial_json) => ({ type: 'input_json_delta', partial_json }) as const,
        ),
      };
    }
    case 'thinking':
      return {
        start: { ...block, thinking: '', signature: '' },
        deltas: [
          ...cut(block.thinking, 'thinking').map(
            (thinking) => ({ type: 'thinking_delta', thinking }) as const,
          ),
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

/** What `message_start` shows of the message: no content, no outcome, and the tokens known at that moment. */
function opening(message: Message): Message {
  const { output_tokens_details: _details, iterations: _iterations, ...usage } = message.usage;
  return {
    ...message,
    content: [],
    container: null,
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    usage: { ...usage, output_tokens: 1, server_tool_use: null } as Message['usage'],
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
      output_tokens_details: usage.output_tokens_details,
      ...(usage.server_tool_use === null ? {} : { server_tool_use: usage.server_tool_use }),
      ...(usage.iterations === undefined ? {} : { iterations: usage.iterations }),
    },
    ...(message.context_management === undefined
      ? {}
      : { context_management: message.context_management }),
  };
  return event as StreamEvent;
}

/** The events of one streamed answer, in the API's order; a `ping` follows the first block's start (captures of 2026-09). */
export function eventsOf(
  message: Message,
  cut: CutPieces = (payload) => piecesOf(payload),
): StreamEvent[] {
  const events: StreamEvent[] = [
    { type: 'message_start', message: opening(message) } as StreamEvent,
  ];
  for (const [index, block] of message.content.entries()) {
    const { start, deltas } = streamBlock(block, cut);
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
