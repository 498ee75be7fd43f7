/** The tools a request offers, and the blocks that add or remove one along the way. */
import { exactly, list, nullish, optional } from '../schema/build.ts';
import type { ObjectSchema, Schema } from '../schema/schema.ts';
import { cacheControl } from './caching.ts';
import { builtInTools, everyTool, inputExamples } from './server-tools.ts';
import { browserToolset, computerToolset, mcpToolset } from './toolsets.ts';
import { model, openModel, tagged } from './model.ts';
import {
  dictionary,
  nullishBoolean,
  nullishStrings,
  optionalBoolean,
  optionalString,
  string,
  toolName,
} from './scalars.ts';

/** A JSON Schema's root (S26 to S28); the rest of the schema is a rule's business (T17, T18). */
const inputSchema = openModel('Tool.InputSchema', {
  type: exactly('object'),
  // PHP's empty array for an empty object is refused here, not by the draft check (a 2026 report).
  properties: nullish(dictionary),
  required: nullishStrings,
});

/** A tool of the client's own; no `type`, or null, means this one. */
const customTool = model('Tool', {
  type: nullish(exactly('custom')),
  name: toolName,
  input_schema: inputSchema,
  // May be left out, may not be null (S29).
  description: optionalString,
  ...everyTool,
  eager_input_streaming: nullishBoolean,
  input_examples: inputExamples,
});

const tool = tagged(customTool, ...builtInTools, browserToolset, computerToolset, mcpToolset);

export const tools: Schema = optional(list(tool));

const disable_parallel_tool_use = optionalBoolean;

/** Tags of this union are listed as declared (S30). */
export const toolChoice: Schema = optional({
  ...tagged(
    model('ToolChoiceAuto', { type: exactly('auto'), disable_parallel_tool_use }),
    model('ToolChoiceAny', { type: exactly('any'), disable_parallel_tool_use }),
    model('ToolChoiceTool', { type: exactly('tool'), name: string, disable_parallel_tool_use }),
    model('ToolChoiceNone', { type: exactly('none') }),
  ),
  declared: true,
});

const references = [
  model('ToolChangeToolReference', { type: exactly('tool_reference'), name: string }),
  model('ToolChangeMCPToolReference', {
    type: exactly('mcp_tool_reference'),
    name: string,
    server_name: string,
  }),
  model('ToolChangeMCPToolsetReference', {
    type: exactly('mcp_toolset_reference'),
    server_name: string,
  }),
];

export const toolAddition: ObjectSchema = model('RequestToolAdditionBlock', {
  type: exactly('tool_addition'),
  tool: tagged(
    ...references,
    model('ToolChangeToolDefinitionParam', { type: exactly('tool_definition'), definition: tool }),
  ),
  cache_control: cacheControl,
});

export const toolRemoval: ObjectSchema = model('RequestToolRemovalBlock', {
  type: exactly('tool_removal'),
  tool: tagged(...references),
  cache_control: cacheControl,
});
