/** Whatever a call runs into, it is answered: an exception that got out would leave it open for good. */

import type { ToolResultBlockParam, ToolUseBlock } from '@anthropic-ai/sdk/resources/messages';
import { reportCall, reportError } from './call-hooks.ts';
import type { CallHooks } from './call-hooks.ts';
import { formatProblems } from './input-problem.ts';
import type { LoopTool, ToolCall } from './loop-tool.ts';
import { quote } from './quote.ts';
import { ToolError } from './tool-error.ts';
import { toolFailure, toolSuccess } from './tool-result.ts';

/** What the calls of one turn share. */
export interface TurnContext {
  tools: ReadonlyMap<string, LoopTool>;
  hooks: CallHooks;
  signal: AbortSignal;
  turn: number;
}

/** Checks and runs one call; it throws only the signal's reason, when the loop has been aborted. */
export async function answerCall(
  block: ToolUseBlock,
  { tools, hooks, signal, turn }: TurnContext,
): Promise<ToolResultBlockParam> {
  signal.throwIfAborted();
  const { id, name } = block;
  // A copy: neither a tool nor a hook may touch what goes back to the API as history.
  const input = copyOf(block.input);
  const call: ToolCall = { id, name, input, turn };
  reportCall(hooks, call);

  const tool = tools.get(name);
  if (tool === undefined) return toolFailure(id, unknownTool(name, [...tools.keys()]));
  try {
    const parsed = await tool.parse(input);
    if (!parsed.ok) return toolFailure(id, formatProblems(parsed.problems));
    signal.throwIfAborted();
    return toolSuccess(id, await tool.run(parsed.input, { signal, toolUseId: id }));
  } catch (error) {
    // After an abort an error is no news: most likely the tool has heard the signal.
    signal.throwIfAborted();
    if (error instanceof ToolError) return toolFailure(id, error.message);
    reportError(hooks, error, call);
    return toolFailure(id, internalError(tool));
  }
}

/** What came over a wire is JSON, of which this is the quickest copy. */
function copyOf(input: unknown): unknown {
  return input === undefined ? input : JSON.parse(JSON.stringify(input));
}

function unknownTool(name: string, available: readonly string[]): string {
  if (available.length === 0) {
    return `Unknown tool ${quote(name)}. No tools are available: answer without one.`;
  }
  const names = available.map((one) => quote(one)).join(', ');
  return `Unknown tool ${quote(name)}. Available tools: ${names}. Correct the name and call again.`;
}

function internalError({ name, effect }: LoopTool): string {
  const advice =
    effect === 'write'
      ? 'It may or may not have taken effect: check before you try again.'
      : 'Try again later, or go on without it.';
  return `Internal error in tool ${quote(name)}. ${advice}`;
}
