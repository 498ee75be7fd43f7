/** What is refused of tools that messages refer to, add or take away. */
import type { Block } from '../wire/conversation.ts';
import type { CheckedRequest } from './checked-request.ts';
import { asList, asRecord, asText } from './json-value.ts';
import type { Finding, Rule } from './rule.ts';
import { faultyChanges, type FaultyChange } from './tool-book.ts';
import { everyTool, hasMcpTools, mcpServers } from './tool-list.ts';
import { toolsetNames } from './toolset-families.ts';

/** Where references to tools found by a search stand: in the client's own result, or in the server's. */
function referencesIn(block: Block): readonly unknown[] {
  if (block.type === 'tool_result') return asList(block['content']);
  if (block.type !== 'tool_search_tool_result') return [];
  return asList(asRecord(block['content'])['tool_references']);
}

function referredNames({ entries }: CheckedRequest): readonly string[] {
  const names = new Set<string>();
  for (const { blocks } of entries) {
    for (const block of blocks) {
      for (const reference of referencesIn(block).map(asRecord)) {
        const name = asText(reference['tool_name']);
        if (reference['type'] === 'tool_reference' && name !== undefined) names.add(name);
      }
    }
  }
  return [...names];
}

/** Names that a reference may lead to. */
function knownNames(request: CheckedRequest): Set<string> {
  const tools = everyTool(request);
  return new Set([...toolsetNames(tools), ...tools.flatMap(({ name }) => name ?? [])]);
}

function* changesWith(
  request: CheckedRequest,
  fault: FaultyChange['fault'],
): Generator<FaultyChange> {
  for (const change of request.derive(faultyChanges)) if (change.fault === fault) yield change;
}

const UNRESOLVED = { error_code: 'tool_reference_unresolved' } as const;

/** Listings of servers that nobody names. On a continued thread the servers may be the thread's. */
function* lostListings(request: CheckedRequest): Generator<Finding> {
  if (request.thread.from && request.body['mcp_servers'] === undefined) return;
  for (const { blocks, index } of request.entries) {
    for (const [place, block] of blocks.entries()) {
      if (block.type !== 'mcp_tool_listing') continue;
      const server = block['mcp_server_name'];
      if (mcpServers(request, everyTool(request)).has(server)) continue;
      const path = `messages.${index}.content.${place}`;
      const message = `${path}: MCP server '${asText(server) ?? ''}' is not defined`;
      yield { path, message, details: UNRESOLVED };
    }
  }
}

export const toolReferenceRules: readonly Rule[] = [
  {
    id: 'tool-reference-unknown',
    stage: 'meaning',
    summary: 'A tool found by a search, anywhere in the conversation, is among the tools.',
    confidence: 'A',
    facts: ['T15', '3.6'],
    source: 'T15, 3.6: tool-search docs; measured 2026-09-15: the whole history is looked at',
    *check(request) {
      const names = request.derive(referredNames);
      // The tools of an MCP server are not known by name.
      if (names.length === 0 || hasMcpTools(request)) return;
      const known = knownNames(request);
      for (const name of names) {
        if (known.has(name)) continue;
        yield { message: `Tool reference '${name}' not found in available tools` };
      }
    },
  },
  {
    id: 'tool-reference-unresolved',
    stage: 'meaning',
    summary: 'What a message adds, takes away or lists is defined by then.',
    confidence: 'B',
    facts: ['3.4', '4.11'],
    source: '4.11: SDK error class for tool_reference_unresolved; the text is our own',
    *check(request) {
      for (const { path, subject } of changesWith(request, 'unresolved')) {
        const message = `${path}: ${subject} is not defined at this point of the conversation`;
        yield { path, message, details: UNRESOLVED };
      }
      yield* lostListings(request);
    },
  },
  {
    id: 'tool-name-conflict',
    stage: 'meaning',
    summary:
      'A tool that a message makes available has a name that no available tool of another kind holds.',
    confidence: 'B',
    facts: ['3.4', '4.3'],
    source:
      '4.3: SDK error class for tool_name_conflict; the text is our own. One of the same kind replaces the tool (SDK, tool runner)',
    *check(request) {
      for (const { path, subject } of changesWith(request, 'conflict')) {
        const message = `${path}: an available tool of another kind is already named ${subject}`;
        yield { path, message, details: { error_code: 'tool_name_conflict' } };
      }
    },
  },
];
