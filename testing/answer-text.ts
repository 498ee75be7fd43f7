/** The text of whatever an app answers with. */
import { inspect } from 'node:util';
import { blocksOf, textField } from '../src/wire/conversation.ts';

/** The text of a text, of a message, or of anything with a `text`; nothing for any other answer. */
export function answerText(answer: unknown): string | undefined {
  if (typeof answer === 'string') return answer;
  if (typeof answer !== 'object' || answer === null) return undefined;
  if ('text' in answer && typeof answer.text === 'string') return answer.text;
  if (!('content' in answer) || !Array.isArray(answer.content)) return undefined;
  return blocksOf(answer.content)
    .map((block) => (block.type === 'text' ? textField(block, 'text') : ''))
    .join('');
}

/** Any answer as people read it. */
export function answerInWords(answer: unknown): string {
  return answerText(answer) ?? inspect(answer, { depth: 3, breakLength: 100 });
}
