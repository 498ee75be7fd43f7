/** Follows what messages do to the tools: which is defined by when, and who holds a name. */
import type { CheckedRequest } from './checked-request.ts';
import { asText, type Json } from './json-value.ts';
import { declaredTools, mcpServers, toolChanges, type ListedTool } from './tool-list.ts';
import { familyOf, toolsetNames } from './toolset-families.ts';

export interface FaultyChange {
  /** It refers to nothing defined by then, or its name is held by a tool of another kind. */
  readonly fault: 'unresolved' | 'conflict';
  readonly path: string;
  /** What it is about, for people. */
  readonly subject: string;
}

/** Versions of one tool are of one kind. */
const kindOf = ({ type }: ListedTool): string => type.replace(/_\d{8}$/, '');

const nameOf = (tool: ListedTool): string => familyOf(tool) ?? tool.name ?? '';

const isLoaded = ({ definition }: ListedTool): boolean => definition['defer_loading'] !== true;

interface Book {
  readonly defined: Map<string, ListedTool>;
  readonly available: Map<string, ListedTool>;
  /** Names of MCP servers, and names that toolsets bring. */
  readonly servers: Set<unknown>;
  readonly members: Set<string>;
}

function define(book: Book, tool: ListedTool): void {
  const { defined, members, servers } = book;
  defined.set(nameOf(tool), tool);
  servers.add(tool.definition['mcp_server_name']);
  for (const name of toolsetNames([tool])) members.add(name);
}

function open(request: CheckedRequest): Book {
  const tools = declaredTools(request);
  const book: Book = {
    defined: new Map(),
    available: new Map(),
    servers: mcpServers(request, tools),
    members: new Set(),
  };
  for (const tool of tools) {
    define(book, tool);
    if (isLoaded(tool)) book.available.set(nameOf(tool), tool);
  }
  return book;
}

function knows({ defined, members, servers }: Book, target: Json): boolean {
  if (target['type'] !== 'tool_reference') return servers.has(target['server_name']);
  const name = asText(target['name']) ?? '';
  return defined.has(name) || members.has(name);
}

/** Makes a tool available; false when one of another kind holds its name. */
function offer({ available }: Book, tool: ListedTool): boolean {
  const name = nameOf(tool);
  const holder = name === '' ? undefined : available.get(name);
  available.set(name, tool);
  return holder === undefined || kindOf(holder) === kindOf(tool);
}

function subjectOf({ name, server_name: server }: Json): string {
  const of = asText(server);
  if (of === undefined) return `'${asText(name) ?? ''}'`;
  return name === undefined
    ? `MCP server '${of}'`
    : `'${asText(name) ?? ''}' of MCP server '${of}'`;
}

/** The changes of tools that cannot be made, in their order. */
export function faultyChanges(request: CheckedRequest): readonly FaultyChange[] {
  const changes = toolChanges(request);
  if (changes.length === 0) return [];
  const book = open(request);
  const faults: FaultyChange[] = [];
  for (const { kind, path, target, defined } of changes) {
    if (defined) {
      define(book, defined);
      const subject = `'${nameOf(defined)}'`;
      if (!offer(book, defined)) faults.push({ fault: 'conflict', path, subject });
      continue;
    }
    const subject = subjectOf(target);
    const tool = book.defined.get(asText(target['name']) ?? '');
    if (!knows(book, target)) faults.push({ fault: 'unresolved', path, subject });
    else if (target['type'] !== 'tool_reference' || tool === undefined) continue;
    else if (kind === 'removal') book.available.delete(nameOf(tool));
    else if (!offer(book, tool)) faults.push({ fault: 'conflict', path, subject });
  }
  return faults;
}
