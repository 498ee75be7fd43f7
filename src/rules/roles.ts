/** What is refused of `role: "system"` messages inside a conversation: which models take them, and where they stand. */
import type { Entry } from '../wire/conversation.ts';
import { isRecord } from '../wire/json/is-record.ts';
import type { CheckedRequest } from './checked-request.ts';
import type { Rule } from './rule.ts';

type FaultKind = 'first' | 'after' | 'followed';

interface Fault {
  readonly kind: FaultKind;
  /** The message the API points at. */
  readonly message: number;
}

const DIRECTIVE_ONLY =
  'the directive-only form (content: [] with output_config) is accepted at any position';

function hasFields(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 0;
}

const isSystem = ({ role }: Entry): boolean => role === 'system';

function endsInServerResult({ blocks }: Entry): boolean {
  const type = blocks.at(-1)?.type ?? '';
  return type !== 'tool_result' && type.endsWith('_tool_result');
}

/** Where sections of system messages stand wrong; messages in a row are one section (4.10). */
function placementFaults({ entries, messages }: CheckedRequest): readonly Fault[] {
  if (!entries.some(isSystem)) return [];
  const isDirectiveOnly = ({ role, blocks, plain, index }: Entry): boolean => {
    const message = messages[index];
    const isEmpty = blocks.length === 0 || (plain && blocks[0]?.['text'] === '');
    return role === 'system' && isEmpty && isRecord(message) && hasFields(message['output_config']);
  };
  const said = entries.filter((entry) => !isDirectiveOnly(entry));
  return said.flatMap((entry, position): Fault[] => {
    if (!isSystem(entry)) return [];
    const before = said[position - 1];
    const after = said[position + 1];
    const faults: Fault[] = [];
    if (before === undefined) faults.push({ kind: 'first', message: entry.index });
    else if (before.role === 'assistant' && !endsInServerResult(before)) {
      faults.push({ kind: 'after', message: entry.index });
    }
    if (after !== undefined && !isSystem(after) && after.role !== 'assistant') {
      faults.push({ kind: 'followed', message: entry.index });
    }
    return faults;
  });
}

function placementRule(
  kind: FaultKind,
  rule: Omit<Rule, 'stage' | 'check'> & { readonly words: string },
): Rule {
  const { words, ...rest } = rule;
  return {
    ...rest,
    stage: 'meaning',
    *check(request) {
      for (const { kind: found, message } of request.derive(placementFaults)) {
        const path = `messages.${message}`;
        if (found === kind) yield { path, message: `${path}: ${words}; ${DIRECTIVE_ONLY}` };
      }
    },
  };
}

export const roleRules: readonly Rule[] = [
  {
    id: 'system-message-unsupported',
    stage: 'meaning',
    summary: 'Only models that know them take `role: "system"` messages.',
    confidence: 'B',
    facts: ['M15', '4.10'],
    source: 'M15: public reports; which models: the table of models (4.10)',
    models: ({ systemMessages }) => systemMessages === 'no',
    *check({ entries }) {
      if (!entries.some(isSystem)) return;
      yield {
        path: 'messages',
        message:
          'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
      };
    },
  },
  placementRule('first', {
    id: 'system-message-first',
    summary: 'A conversation does not begin with a `role: "system"` message.',
    confidence: 'B',
    facts: ['M12', '4.10'],
    source: 'M12: live probe of 2026-08-28 and a report; the end of the text by that of M13',
    words: "use the top-level 'system' parameter for the initial system prompt",
  }),
  placementRule('after', {
    id: 'system-message-after-assistant',
    summary:
      'A `role: "system"` message follows a user message, or an assistant message that ends in a server tool result.',
    confidence: 'A',
    facts: ['M14', '4.10'],
    source: 'M14: captured live in 2026-09',
    words:
      "role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result",
  }),
  placementRule('followed', {
    id: 'system-message-before-user',
    summary: 'A `role: "system"` message comes right before an assistant message, or last.',
    confidence: 'A',
    facts: ['M13', '4.10'],
    source: 'M13: captured live in 2026-09',
    words: "role 'system' must precede an 'assistant' message or end the array",
  }),
  {
    id: 'system-message-not-text',
    stage: 'meaning',
    summary: 'A system message for one turn (`clear_at: "next_user_message"`) holds text alone.',
    confidence: 'C',
    facts: ['M16'],
    source: 'M16: one report with the whole text',
    *check({ entries, messages }) {
      for (const entry of entries) {
        const message = messages[entry.index];
        if (!isSystem(entry) || !isRecord(message)) continue;
        if (message['clear_at'] !== 'next_user_message') continue;
        if (entry.blocks.every(({ type }) => type === 'text')) continue;
        const path = `messages.${entry.index}`;
        yield {
          path,
          message: `${path}: a turn-scoped system message supports text blocks only (clear_at: 'next_user_message')`,
        };
      }
    },
  },
];
