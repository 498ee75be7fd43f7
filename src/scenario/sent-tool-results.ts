/** The tool results that messages hold, in the form that scenarios expect them in. */
import { blocksOf, entriesOf, textField, type Block } from '../wire/conversation.ts';

export interface SentToolResult {
  readonly tool_use_id: string;
  /** Its text; of several text blocks, one a line. */
  readonly content: string;
  readonly is_error: boolean;
}

export function toSentToolResult(block: Block): SentToolResult {
  return {
    tool_use_id: textField(block, 'tool_use_id'),
    content: blocksOf(block['content'])
      .map((part) => (part.type === 'text' ? textField(part, 'text') : `[${part.type}]`))
      .join('\n'),
    is_error: block['is_error'] === true,
  };
}

/** The results after the last reply: those that answer its calls. */
export function sentToolResults(messages: readonly unknown[]): SentToolResult[] {
  const entries = entriesOf(messages);
  const lastReply = entries.findLastIndex(({ role }) => role === 'assistant');
  return entries
    .slice(lastReply + 1)
    .flatMap(({ blocks }) => blocks)
    .filter(({ type }) => type === 'tool_result')
    .map(toSentToolResult);
}
