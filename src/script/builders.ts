/** The words a script is written in: blocks and messages. */
import type { Message } from '../wire/message.ts';
import type {
  ContentInput,
  MessageOverrides,
  MessageTurn,
  RespondTurn,
  Responder,
  ScriptBlock,
} from './turn.ts';

type Scripted<Type extends ScriptBlock['type']> = Extract<ScriptBlock, { type: Type }>;

/** A text block. */
export function text(value: string): Scripted<'text'> {
  return { type: 'text', text: value };
}

/**
 * A tool call. Without `id` it gets a deterministic one that looks like the API's (`toolu_01…`).
 * @example toolUse('get_order', { number: 'A-1001' })
 */
export function toolUse(
  name: string,
  input: Readonly<Record<string, unknown>> = {},
  options: { readonly id?: string } = {},
): Scripted<'tool_use'> {
  return { type: 'tool_use', name, input, ...options };
}

/** A thinking block. Without `signature` it is signed so that the simulation can tell whether it comes back unchanged. */
export function thinking(
  value: string,
  options: { readonly signature?: string } = {},
): Scripted<'thinking'> {
  return { type: 'thinking', thinking: value, ...options };
}

/** A redacted thinking block; `data` stands for the encrypted text. Without it each block has its own. */
export function redactedThinking(data?: string): Scripted<'redacted_thinking'> {
  return { type: 'redacted_thinking', ...(data === undefined ? {} : { data }) };
}

/**
 * A summary made on demand, signed so that the simulation can tell whether it comes back unchanged. A turn that ends in
 * one stops with `compaction`.
 */
export function compaction(
  summary: string,
  options: Pick<Scripted<'compaction'>, 'signature' | 'tool_changes'> = {},
): Scripted<'compaction'> {
  return { type: 'compaction', content: summary, ...options };
}

function content(input: ContentInput): readonly ScriptBlock[] {
  if (typeof input !== 'string') return input as readonly ScriptBlock[];
  return input === '' ? [] : [text(input)];
}

/** A message with fields of your own: `stop_reason`, `usage`, `model`, `id` and the rest. An empty text means no content. */
export function message(input: ContentInput, overrides: MessageOverrides = {}): MessageTurn {
  return { ...overrides, type: 'message', content: content(input) };
}

/** A turn the API pauses in a server-tool loop; the client sends it back unchanged to go on. */
export function pauseTurn(input: ContentInput = [], overrides: MessageOverrides = {}): MessageTurn {
  return message(input, { stop_reason: 'pause_turn', ...overrides });
}

type RefusalDetails = NonNullable<Message['stop_details']>;

/** A refusal: HTTP 200 with `stop_reason: "refusal"`. `content` is what was said before it. */
export function refusal(
  details: {
    readonly category?: RefusalDetails['category'];
    readonly explanation?: string | null;
    readonly content?: ContentInput;
  } = {},
): MessageTurn {
  const { category = null, explanation = null } = details;
  return message(details.content ?? [], {
    stop_reason: 'refusal',
    stop_details: { type: 'refusal', category, explanation } as RefusalDetails,
  });
}

/** A turn decided when its request is there; may be async. */
export function respond(responder: Responder): RespondTurn {
  return { type: 'respond', respond: responder };
}
