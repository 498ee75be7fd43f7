/** What was refused of thinking until early 2026: doubtful, for newer answers and docs do not have it. */
import type { CheckedRequest } from './checked-request.ts';
import { traitsOf } from './models.ts';
import { isThinking } from './returned-thinking.ts';
import type { Rule } from './rule.ts';
import { finalAssistant, typeOfThinking } from './thinking-blocks.ts';

/** Whether the model does not think: newer ones do so unless they are told otherwise. */
function isOff(request: CheckedRequest): boolean {
  const type = typeOfThinking(request);
  return (
    type === 'disabled' || (type === undefined && traitsOf(request).thinking.default === 'off')
  );
}

export const formerThinkingRules: readonly Rule[] = [
  {
    id: 'thinking-not-first',
    stage: 'meaning',
    summary: 'With a thinking budget, an assistant message that holds thinking begins with it.',
    confidence: 'C',
    doubt: 'models now think after text, and what they say goes back as it was',
    facts: ['K15'],
    source:
      'K15: seven reports of one day, two with request ids (anthropics/claude-code#20705, 2026-01)',
    *check(request) {
      if (typeOfThinking(request) !== 'enabled') return;
      for (const { role, blocks, index } of request.entries) {
        const [first] = blocks;
        if (role !== 'assistant' || !first || isThinking(first) || !blocks.some(isThinking))
          continue;
        const path = `messages.${index}.content.0`;
        yield {
          path,
          message: `${path}: If an assistant message contains any thinking blocks, the first block must be \`thinking\` or \`redacted_thinking\`. Found \`${first.type}\`.`,
        };
      }
    },
  },
  {
    id: 'thinking-while-off',
    stage: 'meaning',
    summary: 'Without thinking, the assistant turn that is gone on with holds none.',
    confidence: 'B',
    doubt: 'the docs of 2026 say that thinking may be turned off in mid-turn (K16)',
    source:
      'three reports of 2025, one of them of the API itself with the model named (tailcallhq/forgecode#1853, Kilo-Org/kilocode#4631)',
    *check(request) {
      const entry = isOff(request) ? finalAssistant(request) : undefined;
      const place = entry?.blocks.findIndex(isThinking) ?? -1;
      if (!entry || place < 0) return;
      const path = `messages.${entry.index}.content.${place}`;
      yield {
        path,
        message: `${path}: When thinking is disabled, an \`assistant\` message in the final position cannot contain \`thinking\`. To use thinking blocks, enable \`thinking\` in your request.`,
      };
    },
  },
];
