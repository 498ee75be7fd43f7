/** The words a script is written in: blocks and messages. */
import type { Message } from '../wire/message.ts';
import { builderOptions } from './builder-options.ts';
import {
  resultTypeOf,
  type ResultTypeOf,
  type ServerResultBlock,
  type ServerToolName,
} from '../wire/server-tools.ts';
import type {
  ContentInput,
  MessageOverrides,
  MessageTurn,
  RespondTurn,
  Responder,
  ScriptBlock,
} from './turn.ts';

type Scripted<Type extends ScriptBlock['type']> = Extract<ScriptBlock, { type: Type }>;

/** A text block; `citations` are what it cites, as the API has them. Default none. */
export function text(
  value: string,
  options: Pick<Scripted<'text'>, 'citations'> = {},
): Scripted<'text'> {
  const { citations } = builderOptions('text', options, ['citations']);
  return { type: 'text', text: value, ...(citations === undefined ? {} : { citations }) };
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
  return { type: 'tool_use', name, input, ...builderOptions('toolUse', options, ['id']) };
}

/**
 * A thinking block. Without `signature` it is signed so that the simulation can tell whether it comes back unchanged.
 * A request with `thinking.display: "omitted"` gets the signature without the text; `"updates"` shows the text only of
 * the blocks marked `update`, the progress updates that models write right before a call.
 */
export function thinking(
  value: string,
  options: { readonly signature?: string; readonly update?: boolean } = {},
): Scripted<'thinking'> {
  const own = builderOptions('thinking', options, ['signature', 'update']);
  return { type: 'thinking', thinking: value, ...own };
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
  const own = builderOptions('compaction', options, ['signature', 'tool_changes']);
  return { type: 'compaction', content: summary, ...own };
}

/**
 * A call of a tool that the server runs. Its result stands in the same message, unless the turn pauses before it.
 * Without `id` it gets a deterministic one (`srvtoolu_01…`).
 * @example [serverToolUse('web_search', { query: 'tides' }), serverToolResult('web_search', [])]
 */
export function serverToolUse(
  name: ServerToolName,
  input: Readonly<Record<string, unknown>> = {},
  options: { readonly id?: string } = {},
): Scripted<'server_tool_use'> {
  const own = builderOptions('serverToolUse', options, ['id']);
  return { type: 'server_tool_use', name, input, ...own };
}

/**
 * The result of a call of the server tool `name`: its `content` as the API has it, an error such as
 * `{ type: 'web_search_tool_result_error', error_code: 'unavailable' }` included. Without `id` it is for the first call
 * of that tool in the turn that has no result yet.
 */
export function serverToolResult<Name extends ServerToolName>(
  name: Name,
  result: Extract<ServerResultBlock, { type: ResultTypeOf<Name> }>['content'],
  options: { readonly id?: string } = {},
): Scripted<ServerResultBlock['type']> {
  const { id } = builderOptions('serverToolResult', options, ['id']);
  return {
    type: resultTypeOf(name),
    content: result,
    ...(id === undefined ? {} : { tool_use_id: id }),
  } as Scripted<ServerResultBlock['type']>;
}

/** A call of a tool of the MCP server `server`. Without `id` it gets a deterministic one (`mcptoolu_01…`). */
export function mcpToolUse(
  server: string,
  name: string,
  input: Readonly<Record<string, unknown>> = {},
  options: { readonly id?: string } = {},
): Scripted<'mcp_tool_use'> {
  const own = builderOptions('mcpToolUse', options, ['id']);
  return { type: 'mcp_tool_use', name, server_name: server, input, ...own };
}

/** The result of an MCP call. Without `id` it is for the first MCP call of the turn that has no result yet. */
export function mcpToolResult(
  result: string,
  options: { readonly id?: string; readonly isError?: boolean } = {},
): Scripted<'mcp_tool_result'> {
  const { id, isError = false } = builderOptions('mcpToolResult', options, ['id', 'isError']);
  return {
    type: 'mcp_tool_result',
    content: [{ type: 'text', text: result, citations: null }],
    is_error: isError,
    ...(id === undefined ? {} : { tool_use_id: id }),
  };
}

/** A file that code in the container has made, by its id (`file_…`). */
export function containerUpload(fileId: string): Scripted<'container_upload'> {
  return { type: 'container_upload', file_id: fileId };
}

/**
 * The place in a message where the model `to` took over because another one declined. `from` is by default the model
 * that spoke before: the request's, or that of the fallback before this one. What stands before it was streamed by the
 * model that declined; an answer that does not stream leaves it out, as the API does. `model` and `usage.iterations`
 * of the message follow from it.
 */
export function fallback(
  to: string,
  options: {
    readonly from?: string;
    readonly category?: RefusalDetails['category'];
  } = {},
): Scripted<'fallback'> {
  const { from, category = null } = builderOptions('fallback', options, ['from', 'category']);
  return {
    type: 'fallback',
    ...(from === undefined ? {} : { from: { model: from } }),
    to: { model: to },
    trigger: { type: 'refusal', category },
  };
}

function content(input: ContentInput): readonly ScriptBlock[] {
  if (typeof input !== 'string') return input as readonly ScriptBlock[];
  return input === '' ? [] : [text(input)];
}

/** Every field of a message that a script may set; a new one that is missing here does not compile. */
const MESSAGE_FIELDS: Readonly<Record<keyof MessageOverrides, true>> = {
  id: true,
  model: true,
  stop_reason: true,
  stop_sequence: true,
  stop_details: true,
  usage: true,
  container: true,
  context_management: true,
  diagnostics: true,
  input_transformations: true,
};

function messageFields(builder: string, overrides: MessageOverrides): MessageOverrides {
  const names = Object.keys(MESSAGE_FIELDS) as (keyof MessageOverrides)[];
  return builderOptions(builder, overrides, names, 'fields');
}

/**
 * A message with fields of your own: `stop_reason`, `usage`, `model`, `id` and the rest. An empty text means no content.
 * A field that is newer than the kit goes into a whole message, `{ type: 'message', content, … }`, which is a turn too.
 * @throws EnsaioError `turn-invalid` for a field that a message has not
 */
export function message(input: ContentInput, overrides: MessageOverrides = {}): MessageTurn {
  const fields = messageFields('message', overrides);
  return { ...fields, type: 'message', content: content(input) };
}

/** A turn the API pauses in a server-tool loop; the client sends it back unchanged to go on. */
export function pauseTurn(input: ContentInput = [], overrides: MessageOverrides = {}): MessageTurn {
  const fields = messageFields('pauseTurn', overrides);
  return message(input, { stop_reason: 'pause_turn', ...fields });
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
  const names = ['category', 'explanation', 'content'] as const;
  const {
    category = null,
    explanation = null,
    content: said = [],
  } = builderOptions('refusal', details, names);
  return message(said, {
    stop_reason: 'refusal',
    stop_details: { type: 'refusal', category, explanation } as RefusalDetails,
  });
}

/** A turn decided when its request is there; may be async. */
export function respond(responder: Responder): RespondTurn {
  return { type: 'respond', respond: responder };
}
