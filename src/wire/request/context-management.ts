/** `context_management`: what the server may clear or summarize by itself. */
import { either, exactly, list, nullish, optional } from '../schema/build.ts';
import type { Schema } from '../schema/schema.ts';
import { model, tagged } from './model.ts';
import {
  boolean,
  integer,
  nullishString,
  nullishStrings,
  optionalBoolean,
  strings,
} from './scalars.ts';

const inputTokens = { type: exactly('input_tokens'), value: integer };
const toolUses = { type: exactly('tool_uses'), value: integer };
const inputTokensTrigger = model('InputTokensTrigger', inputTokens);

const edit = tagged(
  model('ClearToolUses20250919Edit', {
    type: exactly('clear_tool_uses_20250919'),
    clear_at_least: nullish(model('InputTokensClearAtLeast', inputTokens)),
    clear_tool_inputs: nullish(either(strings, boolean)),
    exclude_tools: nullishStrings,
    keep: optional(model('ToolUsesKeep', toolUses)),
    trigger: optional(tagged(inputTokensTrigger, model('ToolUsesTrigger', toolUses))),
  }),
  model('ClearThinking20251015Edit', {
    type: exactly('clear_thinking_20251015'),
    keep: optional(
      either(
        tagged(
          model('ThinkingTurns', { type: exactly('thinking_turns'), value: integer }),
          model('AllThinkingTurns', { type: exactly('all') }),
        ),
        exactly('all'),
      ),
    ),
  }),
  model('Compact20260112Edit', {
    type: exactly('compact_20260112'),
    instructions: nullishString,
    pause_after_compaction: optionalBoolean,
    trigger: nullish(inputTokensTrigger),
  }),
);

export const contextManagement: Schema = nullish(
  model('ContextManagementConfig', {
    edits: optional(list(edit)),
  }),
);
