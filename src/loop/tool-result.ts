/** Whatever a tool answers becomes a `tool_result` that the API takes. */

import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import type { ToolContent, ToolOutput } from './loop-tool.ts';

/**
 * Makes the result of a call that went well.
 *
 * @throws TypeError when the output is neither text, content blocks nor a JSON value.
 */
export function toolSuccess(toolUseId: string, output: ToolOutput): ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: toolUseId, content: toolContent(output) };
}

/** Makes the result of a call that failed; the API takes only text with `is_error`, and not none. */
export function toolFailure(toolUseId: string, reason: string): ToolResultBlockParam {
  const content = reason.trim() === '' ? 'The tool failed and did not say why.' : reason;
  return { type: 'tool_result', tool_use_id: toolUseId, content, is_error: true };
}

/**
 * What a tool answered, in the form of a result's content: text, or blocks.
 *
 * @throws TypeError when the output is neither text, content blocks nor a JSON value.
 */
export function toolContent(output: ToolOutput): string | ToolContent[] {
  if (output === undefined) return '';
  if (typeof output === 'string') return output;
  if (isContent(output)) return [...output];
  const json: string | undefined = JSON.stringify(output);
  if (json === undefined) {
    throw new TypeError(`[ensaio] Failed to send a tool's result: a ${typeof output} is not JSON.`);
  }
  return json;
}

/** An array is content only when every item is a whole block; an empty one is a JSON value. */
function isContent(output: unknown): output is readonly ToolContent[] {
  return Array.isArray(output) && output.length > 0 && output.every(isContentBlock);
}

function isContentBlock(block: unknown): boolean {
  if (typeof block !== 'object' || block === null || !('type' in block)) return false;
  switch (block.type) {
    case 'text':
      return 'text' in block && typeof block.text === 'string';
    case 'image':
    case 'document':
      return 'source' in block && typeof block.source === 'object';
    case 'search_result':
      return 'content' in block && Array.isArray(block.content);
    default:
      return false;
  }
}
