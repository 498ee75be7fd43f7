/** The client toolsets as data: one entry of `tools` that stands for many calls. */
import { BROWSER_MEMBERS, COMPUTER_MEMBERS } from '../wire/request/toolsets.ts';
import { asRecord } from './json-value.ts';
import type { ListedTool } from './tool-list.ts';

export type Family = 'computer' | 'browser';

interface FamilyTraits {
  readonly members: readonly string[];
  /** Members that are off unless `configs` turns them on (browser-use documentation). */
  readonly offByDefault: ReadonlySet<string>;
  /** Kinds of content that an answer to a member may have. */
  readonly content: readonly string[];
}

export const FAMILIES: Readonly<Record<Family, FamilyTraits>> = {
  computer: {
    members: COMPUTER_MEMBERS,
    offByDefault: new Set(),
    content: ['text', 'image'],
  },
  browser: {
    members: BROWSER_MEMBERS,
    offByDefault: new Set(['file_upload', 'javascript_exec', 'read_console', 'read_network']),
    content: ['text', 'image', 'browser_state'],
  },
};

/** Which toolset a tool is; undefined for a single tool and for a toolset of an MCP server. */
export function familyOf({ type }: ListedTool): Family | undefined {
  const family = /^(computer|browser)_toolset_/.exec(type)?.[1];
  return family as Family | undefined;
}

/** The members that are on, each with whether it is deferred. */
export function enabledMembers(
  family: Family,
  { definition }: ListedTool,
): readonly { readonly name: string; readonly isDeferred: boolean }[] {
  const { members, offByDefault } = FAMILIES[family];
  const configs = asRecord(definition['configs']);
  return members.flatMap((name) => {
    const { enabled, defer_loading } = asRecord(configs[name]);
    const isOn = typeof enabled === 'boolean' ? enabled : !offByDefault.has(name);
    return isOn ? [{ name, isDeferred: defer_loading === true }] : [];
  });
}

/** The names a model uses for what the toolsets among these tools hold, the toolsets' own included. */
export function toolsetNames(tools: readonly ListedTool[]): Set<string> {
  const names = new Set<string>();
  for (const tool of tools) {
    const family = familyOf(tool);
    for (const name of family ? [family, ...FAMILIES[family].members] : []) names.add(name);
  }
  return names;
}
