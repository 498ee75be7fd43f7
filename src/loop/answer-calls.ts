/** Reads may run side by side, but a write depends on what came before it, so it runs alone and in order. */

import type { ToolResultBlockParam, ToolUseBlock } from '@anthropic-ai/sdk/resources/messages';
import { answerCall } from './answer-call.ts';
import type { TurnContext } from './answer-call.ts';
import { quote } from './quote.ts';
import { toolFailure } from './tool-result.ts';

/**
 * Answers all calls of one turn, each exactly once, in the order of the calls.
 *
 * After a failed write, nothing more of the turn is executed.
 */
export async function answerCalls(
  blocks: readonly ToolUseBlock[],
  context: TurnContext,
): Promise<ToolResultBlockParam[]> {
  const isWrite = ({ name }: ToolUseBlock): boolean => context.tools.get(name)?.effect === 'write';
  const results: ToolResultBlockParam[] = [];
  let failed: ToolUseBlock | undefined;

  for (const group of groupCalls(blocks, isWrite)) {
    if (failed !== undefined) {
      const reason = notExecuted(failed);
      results.push(...group.map(({ id }) => toolFailure(id, reason)));
      continue;
    }
    results.push(...(await Promise.all(group.map((block) => answerCall(block, context)))));
    const last = group.at(-1);
    if (last !== undefined && isWrite(last) && results.at(-1)?.is_error) failed = last;
  }
  return results;
}

/** Puts neighbouring reads together and each write by itself. An unknown tool changes nothing: a read. */
function groupCalls(
  blocks: readonly ToolUseBlock[],
  isWrite: (block: ToolUseBlock) => boolean,
): ToolUseBlock[][] {
  const groups: ToolUseBlock[][] = [];
  let reads: ToolUseBlock[] | undefined;
  for (const block of blocks) {
    if (isWrite(block)) {
      groups.push([block]);
      reads = undefined;
    } else if (reads === undefined) {
      groups.push((reads = [block]));
    } else {
      reads.push(block);
    }
  }
  return groups;
}

function notExecuted({ id, name }: ToolUseBlock): string {
  return `Not executed: the earlier call ${quote(name)} (${id}) failed.`;
}
