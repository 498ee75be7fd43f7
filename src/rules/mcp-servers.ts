/** What is refused of MCP servers and their toolsets, which belong together one to one. */
import type { CheckedRequest } from './checked-request.ts';
import { asList, asRecord, asText } from './json-value.ts';
import type { Rule } from './rule.ts';
import { declaredTools, everyTool, type ListedTool } from './tool-list.ts';

/** Before it, servers came without toolsets. */
const OLD_CLIENT = 'mcp-client-2025-04-04';

const serverOf = ({ definition }: ListedTool): string | undefined =>
  asText(definition['mcp_server_name']);

const namesOf = (tools: readonly ListedTool[]): readonly string[] =>
  tools.flatMap((tool) => serverOf(tool) ?? []);

const serversOf = ({ body }: CheckedRequest): readonly string[] =>
  asList(body['mcp_servers']).flatMap((server) => asText(asRecord(server)['name']) ?? []);

/** On a continued thread the servers may be those of its beginning. */
const knowsServers = ({ thread, body }: CheckedRequest): boolean =>
  thread.from === undefined || body['mcp_servers'] !== undefined;

const DOCS = 'MCP connector docs, validation rules';

export const mcpServerRules: readonly Rule[] = [
  {
    id: 'mcp-server-unused',
    stage: 'meaning',
    summary: 'Every server of `mcp_servers` has an `mcp_toolset` among the tools.',
    confidence: 'A',
    source: `${DOCS}; the text: two reports, one with a request id (anthropics/anthropic-sdk-csharp#255). Not with the beta ${OLD_CLIENT}`,
    *check(request) {
      if (request.betas.includes(OLD_CLIENT)) return;
      const used = new Set(namesOf(everyTool(request)));
      for (const name of serversOf(request)) {
        if (used.has(name)) continue;
        yield {
          path: 'mcp_servers',
          message: `MCP server '${name}' is defined but not referenced by any \`mcp_toolset\` in \`tools\`.`,
        };
      }
    },
  },
  {
    id: 'mcp-server-unknown',
    stage: 'meaning',
    summary: 'An `mcp_toolset` names a server of `mcp_servers`.',
    confidence: 'A',
    source: `${DOCS}; no answer was captured, the text is our own`,
    *check(request) {
      if (!knowsServers(request)) return;
      const servers = serversOf(request);
      for (const tool of declaredTools(request)) {
        const name = serverOf(tool);
        if (name === undefined || servers.includes(name)) continue;
        const path = `${tool.path}.mcp_server_name`;
        yield { path, message: `${path}: MCP server '${name}' is not defined in \`mcp_servers\`` };
      }
    },
  },
  {
    id: 'mcp-toolset-repeated',
    stage: 'meaning',
    summary: 'A server has one `mcp_toolset`.',
    confidence: 'A',
    source: `${DOCS}; no answer was captured, the text is our own`,
    *check(request) {
      const seen = new Set<string>();
      for (const tool of declaredTools(request)) {
        const name = serverOf(tool);
        if (name === undefined) continue;
        const { path } = tool;
        if (seen.has(name)) {
          yield {
            path,
            message: `${path}: MCP server '${name}' has more than one \`mcp_toolset\``,
          };
        }
        seen.add(name);
      }
    },
  },
];
