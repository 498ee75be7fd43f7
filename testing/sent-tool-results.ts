/** The tool results a request hands back, in the form that scenarios expect them in. */
import { blocksOf, entriesOf, textField } from '../src/wire/conversation.ts';
import type { Exchange } from '../src/wire/exchange.ts';

export interface SentToolResult {
  readonly tool_use_id: string;
  /** Its text; of several text blocks, one a line. */
  readonly content: string;
  readonly is_error: boolean;
}

/** The results after the last reply: those that answer its calls. */
export function sentToolResults({ messages }: Exchange): SentToolResult[] {
  const entries = entriesOf(messages);
  const lastReply = entries.findLastIndex(({ role }) => role === 'assistant');
  return entries
    .slice(lastReply + 1)
    .flatMap(({ blocks }) => blocks)
    .filter(({ type }) => type === 'tool_result')
    .map((block) => ({
      tool_use_id: textField(block, 'tool_use_id'),
      content: blocksOf(block['content'])
        .map((part) => (part.type === 'text' ? textField(part, 'text') : `[${part.type}]`))
        .join('\n'),
      is_error: block['is_error'] === true,
    }));
}
