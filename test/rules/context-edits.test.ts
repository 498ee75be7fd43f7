/** Edits of the context: those that need thinking, their order, and when a summary may be made. */
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { body, send, type SendOptions } from '../support/send.ts';
import { checkCases, refused, type Case } from './cases.ts';

type Json = Record<string, unknown>;

const EDITS: SendOptions = {
  headers: { 'anthropic-beta': 'context-management-2025-06-27,compact-2026-01-12' },
};
const clearThinking: Json = { type: 'clear_thinking_20251015', keep: 'all' };
const compactAt = (value: number): Json => ({
  type: 'compact_20260112',
  trigger: { type: 'input_tokens', value },
});
const clearCalls: Json = { type: 'clear_tool_uses_20250919' };
const adaptive = { thinking: { type: 'adaptive' } };
const disabled = { thinking: { type: 'disabled' } };

const edited = (model: string, edits: readonly Json[], fields: Json = {}): Json =>
  body({ model, context_management: { edits }, ...fields });

const WITHOUT = refused(
  '`clear_thinking_20251015` strategy requires `thinking` to be enabled or adaptive',
);

const pair = (fields: Omit<Case, 'options' | 'acceptedOptions'>): Case => ({
  ...fields,
  options: EDITS,
  acceptedOptions: EDITS,
});

checkCases([
  pair({
    // router-for-me/CLIProxyAPI#4957
    name: 'clearing thinking that a model does not do unasked',
    rule: 'thinking-edit-without-thinking',
    sent: edited('claude-opus-4-8', [clearThinking]),
    answer: WITHOUT,
    accepted: edited('claude-opus-4-8', [clearThinking], adaptive),
  }),
  pair({
    // can1357/oh-my-pi#2143
    name: 'clearing thinking beside other edits',
    rule: 'thinking-edit-without-thinking',
    sent: edited('claude-opus-4-6', [clearThinking, clearCalls]),
    answer: WITHOUT,
    accepted: edited('claude-opus-4-6', [clearCalls]),
  }),
  pair({
    // router-for-me/CLIProxyAPI#4784
    name: 'clearing thinking that is turned off',
    rule: 'thinking-edit-without-thinking',
    sent: edited('claude-opus-5', [clearThinking], disabled),
    answer: WITHOUT,
    accepted: edited('claude-opus-5', [clearThinking]),
  }),
  pair({
    name: 'clearing thinking after another edit',
    rule: 'thinking-edit-not-first',
    sent: edited('claude-opus-5', [clearCalls, clearThinking]),
    answer: refused(
      'context_management: `clear_thinking_20251015` must be the first strategy in `context_management.edits` when provided',
    ),
    accepted: edited('claude-opus-5', [clearThinking, clearCalls]),
  }),
  pair({
    // LionSR/TeXRA#2625
    name: 'a trigger that asks for a summary at once',
    rule: 'compact-trigger-too-low',
    sent: edited('claude-opus-4-6', [clearCalls, compactAt(1)]),
    answer: refused(
      'context_management.edits.1.compact_20260112: trigger.value must be at least 50000',
    ),
    accepted: edited('claude-opus-4-6', [clearCalls, compactAt(50_000)]),
  }),
  pair({
    name: 'a trigger one too low',
    rule: 'compact-trigger-too-low',
    sent: edited('claude-opus-4-6', [compactAt(49_999)]),
    answer: refused(
      'context_management.edits.0.compact_20260112: trigger.value must be at least 50000',
    ),
    accepted: edited('claude-opus-4-6', [{ type: 'compact_20260112' }]),
  }),
]);

test.each([
  ['a model that is not known', edited('claude-test', [clearThinking])],
  [
    'a thinking budget',
    edited('claude-sonnet-4-5', [clearThinking], {
      max_tokens: 4000,
      thinking: { type: 'enabled', budget_tokens: 1024 },
    }),
  ],
])('lets thinking be cleared with %s', async (_what, sent) => {
  const answer = await send(simulate(['Fine.']), sent, EDITS);
  expect(answer.status, answer.text).toBe(200);
});
