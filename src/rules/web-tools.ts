/** What is refused of the domains that web tools are told to use or to leave alone. */
import type { Rule } from './rule.ts';
import { everyTool, type ListedTool } from './tool-list.ts';

const LISTS = ['allowed_domains', 'blocked_domains'] as const;

const isWebSearch = ({ type }: ListedTool): boolean => type.startsWith('web_search_');
const isWebTool = (tool: ListedTool): boolean =>
  isWebSearch(tool) || tool.type.startsWith('web_fetch_');

export const webToolRules: readonly Rule[] = [
  {
    id: 'web-domains-empty',
    stage: 'meaning',
    reads: 'parameters',
    summary: 'A list of domains of the web search is not empty.',
    confidence: 'B',
    source:
      'two public reports, 2025-09 and 2026-04 (CherryHQ/cherry-studio#10374, router-for-me/CLIProxyAPI#2681), and the same words in the docs of agents; of the web fetch tool it is disputed',
    *check(request) {
      for (const { path, definition } of everyTool(request).filter(isWebSearch)) {
        for (const list of LISTS) {
          const domains = definition[list];
          if (!Array.isArray(domains) || domains.length > 0) continue;
          yield {
            path: `${path}.${list}`,
            message: `${path}.${list}: Empty list of domains is ambiguous. Provide at least one domain or null.`,
          };
        }
      }
    },
  },
  {
    id: 'web-domains-both',
    stage: 'meaning',
    reads: 'parameters',
    summary: 'A web tool is given domains to use or domains to leave alone, not both.',
    confidence: 'B',
    source:
      'SDK doc comments and microsoft/vscode#314275; the text: docs of agents, which have the same tools, its place by that of an empty list',
    *check(request) {
      for (const { path, definition } of everyTool(request).filter(isWebTool)) {
        if (LISTS.some((list) => definition[list] == null)) continue;
        yield {
          path,
          message: `${path}: Only one of ${LISTS.join(' or ')} may be set.`,
        };
      }
    },
  },
];
