/** Toolsets: one entry that stands for many tools, of the browser, the computer or an MCP server. */
import { exactly, list, nullish, oneOf, optional, record } from '../schema/build.ts';
import type { ObjectSchema, Schema } from '../schema/schema.ts';
import { cacheControl } from './caching.ts';
import { model } from './model.ts';
import { dictionary, nullishBoolean, nullishString, optionalBoolean, string } from './scalars.ts';

/** The members of the computer toolset. */
export const COMPUTER_MEMBERS: readonly string[] = [
  'cursor_position',
  'double_click',
  'hold_key',
  'key',
  'left_click',
  'left_click_drag',
  'left_mouse_down',
  'left_mouse_up',
  'middle_click',
  'mouse_move',
  'right_click',
  'screenshot',
  'scroll',
  'triple_click',
  'type',
  'wait',
  'zoom',
];

/** The members of the browser toolset. */
export const BROWSER_MEMBERS: readonly string[] = [
  'close_tab',
  'double_click',
  'file_upload',
  'find',
  'form_input',
  'get_page_text',
  'hold_key',
  'hover',
  'javascript_exec',
  'key',
  'left_click',
  'left_click_drag',
  'left_mouse_down',
  'left_mouse_up',
  'list_tabs',
  'middle_click',
  'mouse_move',
  'navigate',
  'new_tab',
  'read_console',
  'read_network',
  'read_page',
  'right_click',
  'screenshot',
  'scroll',
  'scroll_to',
  'switch_tab',
  'triple_click',
  'type',
  'wait',
  'zoom',
];

/** What may be overridden of one member: the SDK has a type for each member, all alike. */
const memberConfig = nullish(
  model('ToolsetMemberConfig', {
    defer_loading: nullishBoolean,
    enabled: nullishBoolean,
  }),
);

function memberConfigs(name: string, members: readonly string[]): Schema {
  return nullish(model(name, Object.fromEntries(members.map((member) => [member, memberConfig]))));
}

/** Documented though the SDK's types lack it: a toolset may say that only direct calls are allowed (4.9). */
const allowed_callers = optional(list(oneOf('direct')));

export const computerToolset: ObjectSchema = model('ComputerToolset20260801', {
  type: exactly('computer_toolset_20260801'),
  allowed_callers,
  cache_control: cacheControl,
  configs: memberConfigs('ComputerToolsetConfigs', COMPUTER_MEMBERS),
});

export const browserToolset: ObjectSchema = model('BrowserToolset20260801', {
  type: exactly('browser_toolset_20260801'),
  allowed_callers,
  cache_control: cacheControl,
  configs: memberConfigs('BrowserToolsetConfigs', BROWSER_MEMBERS),
});

/** The tools of an MCP server, as the server lists them. */
export const mcpToolListing: Schema = list(
  model('MCPToolParam', { name: string, input_schema: dictionary, description: nullishString }),
);

const mcpToolSwitches = { defer_loading: optionalBoolean, enabled: optionalBoolean };

export const mcpToolset: ObjectSchema = model('MCPToolset', {
  type: exactly('mcp_toolset'),
  mcp_server_name: string,
  cache_control: cacheControl,
  configs: nullish(record(model('MCPToolConfig', mcpToolSwitches))),
  default_config: optional(model('MCPToolDefaultConfig', mcpToolSwitches)),
  tools: nullish(mcpToolListing),
});
