/** Every way a turn can stop comes down to three things to do next. */

import type { Message, ToolUseBlock } from '@anthropic-ai/sdk/resources/messages';

/** What the loop does after a turn. */
type NextStep = { do: 'answer'; calls: readonly ToolUseBlock[] } | { do: 'resume' } | { do: 'end' };

/**
 * Reads a turn's stop reason.
 *
 * @note A turn that was refused or cut (`max_tokens`) may hold a `tool_use` block, perhaps with half
 * an input: only `stop_reason: "tool_use"` means that the calls are complete and wanted.
 */
export function nextStep(message: Message): NextStep {
  if (message.stop_reason === 'pause_turn') return { do: 'resume' };
  const calls = message.content.filter((block) => block.type === 'tool_use');
  if (message.stop_reason === 'tool_use' && calls.length > 0) return { do: 'answer', calls };
  return { do: 'end' };
}
