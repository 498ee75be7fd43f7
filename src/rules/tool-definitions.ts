/** What is refused of the list of tools: names, and what is loaded later. */
import type { CheckedRequest } from './checked-request.ts';
import { asRecord } from './json-value.ts';
import type { Rule } from './rule.ts';
import { declaredTools, isForCode, toolChanges, type ListedTool } from './tool-list.ts';
import { enabledMembers, familyOf } from './toolset-families.ts';

const isMarkedDeferred = ({ definition }: ListedTool): boolean =>
  definition['defer_loading'] === true;

/** Of an MCP server's tools only the defaults are known. */
function isServerDeferred({ definition }: ListedTool): boolean {
  const overrides = Object.values(asRecord(definition['configs']));
  return (
    asRecord(definition['default_config'])['defer_loading'] === true &&
    overrides.every((config) => asRecord(config)['defer_loading'] !== false)
  );
}

function isDeferred(tool: ListedTool): boolean {
  const family = familyOf(tool);
  if (family) return enabledMembers(family, tool).every((member) => member.isDeferred);
  return tool.type === 'mcp_toolset' ? isServerDeferred(tool) : isMarkedDeferred(tool);
}

function hasTwins(request: CheckedRequest): boolean {
  const names = declaredTools(request).flatMap(({ name }) => name ?? []);
  return new Set(names).size < names.length;
}

export const toolDefinitionRules: readonly Rule[] = [
  {
    id: 'tool-name-repeated',
    stage: 'meaning',
    reads: 'parameters',
    summary: 'No two tools have the same name.',
    confidence: 'A',
    facts: ['T16'],
    source: 'T16: several public reports',
    *check(request) {
      if (hasTwins(request)) yield { message: 'tools: Tool names must be unique.' };
    },
  },
  {
    id: 'tool-deferred-cached',
    stage: 'meaning',
    reads: 'parameters',
    summary: 'A tool with `defer_loading: true` has no `cache_control`.',
    confidence: 'A',
    source: 'tool-search docs; the text: several reports with request ids, 2026-02 to 2026-09',
    *check(request) {
      for (const tool of declaredTools(request)) {
        if (isMarkedDeferred(tool) && tool.definition['cache_control'] != null) {
          yield {
            message: `Tool '${tool.name ?? ''}' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.`,
          };
        }
      }
    },
  },
  {
    id: 'tool-strict-for-code',
    stage: 'meaning',
    reads: 'parameters',
    summary: 'A tool that code may call is not strict.',
    confidence: 'C',
    facts: ['4.6'],
    doubt: 'the docs call it unsupported; whether it is refused is not known',
    source: '4.6: programmatic-tool-calling docs; the text is our own',
    *check(request) {
      for (const tool of declaredTools(request)) {
        if (tool.definition['strict'] !== true || !isForCode(tool)) continue;
        const path = `${tool.path}.strict`;
        yield { path, message: `${path}: not supported with programmatic tool calling` };
      }
    },
  },
  {
    id: 'tools-all-deferred',
    stage: 'meaning',
    reads: 'parameters',
    summary: 'At least one tool is loaded from the start, or one is added in the conversation.',
    confidence: 'A',
    facts: ['3.6', '4.14'],
    source: '4.14: tool-search docs; that an added tool is enough is our guess',
    *check(request) {
      const tools = declaredTools(request);
      if (tools.length === 0 || !tools.every(isDeferred)) return;
      if (toolChanges(request).some(({ kind }) => kind === 'addition')) return;
      yield {
        message: 'At least one tool must have defer_loading=false. All tools cannot be deferred.',
      };
    },
  },
];
