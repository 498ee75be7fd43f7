/** The tools of a conversation: those a request declares, and those its messages add, define or take away. */
import type { Block } from '../wire/conversation.ts';
import type { CheckedRequest } from './checked-request.ts';
import { asList, asRecord, asText, type Json } from './json-value.ts';
import { isAbout } from './subjects.ts';

/** One tool, with what it says of itself. */
export interface ListedTool {
  /** Its place with the tag of its type, as the form of a request is told: `tools.0.custom`. */
  readonly path: string;
  /** `custom` where none is given. */
  readonly type: string;
  /** Absent on toolsets. */
  readonly name: string | undefined;
  readonly definition: Json;
}

/** A `tool_addition` or `tool_removal` block. */
export interface ToolChange {
  readonly kind: 'addition' | 'removal';
  readonly path: string;
  /** What is added or taken away: a reference, or a definition. */
  readonly target: Json;
  /** The tool it defines; absent when it refers to one. */
  readonly defined: ListedTool | undefined;
}

function toTool(value: unknown, path: string): ListedTool {
  const definition = asRecord(value);
  const type = asText(definition['type']) ?? 'custom';
  return { path: `${path}.${type}`, type, name: asText(definition['name']), definition };
}

const KINDS: Readonly<Record<string, ToolChange['kind']>> = {
  tool_addition: 'addition',
  tool_removal: 'removal',
};

function toChange(block: Block, path: string): ToolChange {
  const target = asRecord(block['tool']);
  const defined =
    target['type'] === 'tool_definition'
      ? toTool(target['definition'], `${path}.tool_addition.tool.tool_definition.definition`)
      : undefined;
  return { kind: KINDS[block.type]!, path, target, defined };
}

/** A summary stands for the changes of the messages that it replaced. */
function changesOf(block: Block, path: string): ToolChange[] {
  if (block.type === 'compaction') {
    return asList(block['tool_changes']).flatMap((change, index) =>
      changesOf(asRecord(change) as Block, `${path}.tool_changes.${index}`),
    );
  }
  return Object.hasOwn(KINDS, block.type) ? [toChange(block, path)] : [];
}

/** Whether code that the model runs may call a tool (4.6). */
export function isForCode({ definition }: ListedTool): boolean {
  return asList(definition['allowed_callers']).some((caller) => caller !== 'direct');
}

const declared = ({ tools }: CheckedRequest): readonly ListedTool[] =>
  tools.map((tool, index) => toTool(tool, `tools.${index}`));

const CHANGING = [...Object.keys(KINDS), 'compaction'];

function changes(request: CheckedRequest): readonly ToolChange[] {
  if (!isAbout(request, CHANGING)) return [];
  return request.entries.flatMap(({ blocks, index }) =>
    blocks.flatMap((block, place) => changesOf(block, `messages.${index}.content.${place}`)),
  );
}

const all = (request: CheckedRequest): readonly ListedTool[] => [
  ...request.derive(declared),
  ...request.derive(changes).flatMap(({ defined }) => defined ?? []),
];

/** The tools of `tools`; on a continued thread those it was created with. */
export function declaredTools(request: CheckedRequest): readonly ListedTool[] {
  return request.derive(declared);
}

/** What the messages add and take away, in their order. */
export function toolChanges(request: CheckedRequest): readonly ToolChange[] {
  return request.derive(changes);
}

/** The declared tools and those defined in messages. */
export function everyTool(request: CheckedRequest): readonly ListedTool[] {
  return request.derive(all);
}

/** The MCP servers that a request names, in `mcp_servers` and in toolsets. */
export function mcpServers({ body }: CheckedRequest, tools: readonly ListedTool[]): Set<unknown> {
  return new Set([
    ...asList(body['mcp_servers']).map((server) => asRecord(server)['name']),
    ...tools.flatMap(({ definition }) => definition['mcp_server_name'] ?? []),
  ]);
}

/** Whether any tool comes from an MCP server, so that not every name can be known. */
export function hasMcpTools(request: CheckedRequest): boolean {
  return mcpServers(request, everyTool(request)).size > 0;
}
