/** The tools that the server runs, and the block that brings the result of each. */
import type { ContentBlock } from './message.ts';

type BlockOf<Type extends ContentBlock['type']> = Extract<ContentBlock, { type: Type }>;

/** The name of a tool that the server runs. */
export type ServerToolName = BlockOf<'server_tool_use'>['name'];

/** A block with the result of a call that the server made, MCP calls included. */
export type ServerResultBlock = Extract<
  ContentBlock,
  { type: `${string}_tool_result`; tool_use_id: string }
>;

/** The type of the block that brings the result of a tool. */
export type ResultTypeOf<Name extends ServerToolName> = Name extends `tool_search_tool_${string}`
  ? 'tool_search_tool_result'
  : `${Name}_tool_result`;

/** Names whose result block is not called after them. */
const RESULT_TYPES: Readonly<Record<string, string>> = {
  tool_search_tool_regex: 'tool_search_tool_result',
  tool_search_tool_bm25: 'tool_search_tool_result',
};

/** The type of the block that brings the result of the server tool `name`. */
export function resultTypeOf(name: string): string {
  return Object.hasOwn(RESULT_TYPES, name) ? RESULT_TYPES[name]! : `${name}_tool_result`;
}
