/** A conversation as text for people: one line a message. */
import { blocksOf, entriesOf, textField, type Block } from '../wire/conversation.ts';

export interface FormatTranscriptOptions {
  /** How many characters of a tool result are shown. Default 60. */
  readonly width?: number;
}

function resultText(content: unknown): string {
  return blocksOf(content)
    .map((block) => (block.type === 'text' ? textField(block, 'text') : `[${block.type}]`))
    .join(' ');
}

function formatResult(block: Block, width: number): string {
  const id = textField(block, 'tool_use_id');
  const mark = block['is_error'] === true ? ', is_error' : '';
  const text = resultText(block['content']).replaceAll(/\s+/g, ' ').slice(0, width);
  return `tool_result(${id}${mark}) -> ${text}`;
}

function formatBlock(block: Block, width: number): string {
  if (block.type === 'tool_result') return formatResult(block, width);
  return typeof block['id'] === 'string' ? `${block.type}(${block['id']})` : block.type;
}

/**
 * One line a message: `user: text`, `assistant: text | tool_use(toolu_01)`,
 * `user: tool_result(toolu_02, is_error) -> …`. Takes a transcript or a plain list of messages.
 */
export function formatTranscript(
  transcript: readonly unknown[] | { readonly messages: readonly unknown[] },
  options: FormatTranscriptOptions = {},
): string {
  const { width = 60 } = options;
  const messages = 'messages' in transcript ? transcript.messages : transcript;
  return entriesOf(messages)
    .map(({ role, blocks }) => {
      const parts = blocks.map((block) => formatBlock(block, width));
      return `${role}: ${parts.join(' | ') || '(no content)'}`;
    })
    .join('\n');
}
