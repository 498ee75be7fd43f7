/** What is refused of the tools on offer and of what is done with them, in the order of the request's fields. */
import { browserStateRules } from './browser-state.ts';
import { containerRules } from './container.ts';
import { mcpServerRules } from './mcp-servers.ts';
import type { Rule } from './rule.ts';
import { strictSchemaRules } from './strict-schemas.ts';
import { toolChoiceRules } from './tool-choice.ts';
import { toolDefinitionRules } from './tool-definitions.ts';
import { toolReferenceRules } from './tool-references.ts';
import { toolResultRules } from './tool-results.ts';
import { toolSchemaRules } from './tool-schemas.ts';
import { toolTypeRules } from './tool-types.ts';
import { toolsetRules } from './toolsets.ts';
import { about } from './subjects.ts';
import { webToolRules } from './web-tools.ts';

/** Blocks that may define tools: a change of tools, and a summary of such changes. */
const INLINE = ['tool_addition', 'compaction'];

const DEFINITIONS = ['tools', 'thread', ...INLINE];

const TOOLSETS = [
  'computer_toolset_20260801',
  'browser_toolset_20260801',
  'toolset_name',
  'browser_state',
  ...INLINE,
];

/** Whatever names a tool that must be defined. */
const REFERENCES = [
  'tool_reference',
  'tool_addition',
  'tool_removal',
  'tool_search_tool_result',
  'mcp_tool_listing',
  'compaction',
];

/** Before the rules of messages: faults of form come first, whatever place they have. */
export const toolRules: readonly Rule[] = [
  ...about(DEFINITIONS, toolSchemaRules),
  ...about(['strict', 'output_config', 'output_format', ...INLINE], strictSchemaRules),
  ...about(DEFINITIONS, toolDefinitionRules),
  ...toolTypeRules,
  ...about(DEFINITIONS, webToolRules),
  ...about(TOOLSETS, toolsetRules),
  ...about(['mcp_servers', 'mcp_toolset'], mcpServerRules),
  ...about(['tool_choice'], toolChoiceRules),
  ...about(['container'], containerRules),
  ...about(REFERENCES, toolReferenceRules),
  ...toolResultRules,
  ...about(TOOLSETS, browserStateRules),
];
