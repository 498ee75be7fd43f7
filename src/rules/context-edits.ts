/** What is refused of `context_management`: clearing thinking where there is none, edits in another order, early summaries. */
import type { ModelTraits } from '../wire/models/traits.ts';
import type { CheckedRequest } from './checked-request.ts';
import { asList, asRecord, type Json } from './json-value.ts';
import { traitsOf } from './models.ts';
import type { Rule } from './rule.ts';

const CLEAR_THINKING = 'clear_thinking_20251015';
const COMPACT = 'compact_20260112';
const LOWEST_TRIGGER = 50_000;

export const editsOf = ({ body }: CheckedRequest): readonly Json[] =>
  asList(asRecord(body['context_management'])['edits']).map(asRecord);

const clearsThinking = ({ type }: Json): boolean => type === CLEAR_THINKING;

export const compacts = ({ type }: Json): boolean => type === COMPACT;

/** Without a `thinking` field it depends on the model, and of one that is not known nothing is held against it. */
function isOff({ body }: CheckedRequest, { thinking, known }: ModelTraits): boolean {
  const { type } = asRecord(body['thinking']);
  return type === undefined ? known && thinking.default === 'off' : type === 'disabled';
}

export const contextEditRules: readonly Rule[] = [
  {
    id: 'thinking-edit-without-thinking',
    stage: 'meaning',
    reads: 'parameters',
    summary: `The edit \`${CLEAR_THINKING}\` goes with thinking: asked for, or what the model does unasked.`,
    confidence: 'A',
    source:
      'many reports with request ids, 2026-06 to 2026-08 (can1357/oh-my-pi#2143, router-for-me/CLIProxyAPI#4957); live on 2026-08-05: models that think unasked take it. Of 2025 the text stops at `enabled` (anthropics/claude-code#11971)',
    *check(request) {
      if (!editsOf(request).some(clearsThinking) || !isOff(request, traitsOf(request))) return;
      yield {
        path: 'context_management',
        message: `\`${CLEAR_THINKING}\` strategy requires \`thinking\` to be enabled or adaptive`,
      };
    },
  },
  {
    id: 'thinking-edit-not-first',
    stage: 'meaning',
    reads: 'parameters',
    summary: `The edit \`${CLEAR_THINKING}\` is the first of several.`,
    confidence: 'A',
    source:
      'context-editing docs; the text: live on 2026-09-26 behind either other edit, and an app of 2026-04 that met it',
    *check(request) {
      const place = editsOf(request).findIndex(clearsThinking);
      if (place < 1) return;
      yield {
        path: `context_management.edits.${place}`,
        message: `context_management: \`${CLEAR_THINKING}\` must be the first strategy in \`context_management.edits\` when provided`,
      };
    },
  },
  {
    id: 'compact-trigger-too-low',
    stage: 'meaning',
    reads: 'parameters',
    summary: `The trigger of the edit \`${COMPACT}\` is at least ${LOWEST_TRIGGER} tokens.`,
    confidence: 'A',
    source:
      'compaction docs; the text: live twice on 2026-09-26, and LionSR/TeXRA#2625 (2026-02), which asked for a summary at once by a trigger of 1',
    *check(request) {
      for (const [place, edit] of editsOf(request).entries()) {
        const { value } = asRecord(edit['trigger']);
        if (!compacts(edit) || typeof value !== 'number' || value >= LOWEST_TRIGGER) continue;
        const path = `context_management.edits.${place}.${COMPACT}`;
        yield { path, message: `${path}: trigger.value must be at least ${LOWEST_TRIGGER}` };
      }
    },
  },
];
