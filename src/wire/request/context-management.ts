/** `context_management`: what the server may clear or summarize by itself. */
import * as z from 'zod';
import { either, model, tagged } from './model.ts';
import {
  boolean,
  exactly,
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
    clear_at_least: model('InputTokensClearAtLeast', inputTokens).nullish(),
    clear_tool_inputs: either(strings, boolean).nullish(),
    exclude_tools: nullishStrings,
    keep: model('ToolUsesKeep', toolUses).optional(),
    trigger: tagged(inputTokensTrigger, model('ToolUsesTrigger', toolUses)).optional(),
  }),
  model('ClearThinking20251015Edit', {
    type: exactly('clear_thinking_20251015'),
    keep: either(
      tagged(
        model('ThinkingTurns', { type: exactly('thinking_turns'), value: integer }),
        model('AllThinkingTurns', { type: exactly('all') }),
      ),
      exactly('all'),
    ).optional(),
  }),
  model('Compact20260112Edit', {
    type: exactly('compact_20260112'),
    instructions: nullishString,
    pause_after_compaction: optionalBoolean,
    trigger: inputTokensTrigger.nullish(),
  }),
);

export const contextManagement: z.ZodType = model('ContextManagementConfig', {
  edits: z.array(edit).optional(),
}).nullish();
