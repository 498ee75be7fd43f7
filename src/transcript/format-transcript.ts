/** A conversation as text for people: one line a message. */
import { blocksOf, entriesOf, textField, type Block, type Entry } from '../wire/conversation.ts';

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

/** A message as one line, in the pieces that are joined by nothing: its role, then blocks and what stands between. */
function pieces({ role, blocks }: Entry, width: number): string[] {
  const parts = blocks.flatMap((block, index) => [
    ...(index === 0 ? [] : [' | ']),
    formatBlock(block, width),
  ]);
  return [`${role}: `, ...(parts.length === 0 ? ['(no content)'] : parts)];
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
    .map((entry) => pieces(entry, width).join(''))
    .join('\n');
}

/** How many messages are shown on either side of the place. */
const AROUND = 2;

/** The line under a block that points at it. */
function underline(entry: Entry, block: number, width: number): string {
  // Role, then block and separator in turn.
  const before = pieces(entry, width).slice(0, 1 + 2 * block);
  const text = formatBlock(entry.blocks[block]!, width);
  return `${' '.repeat(before.join('').length)}${'^'.repeat(Math.max(text.trimEnd().length, 1))}`;
}

/**
 * The messages around a place, numbered, the one that is meant marked with `>` and its block underlined. A place behind
 * the last message is shown as `(nothing)`.
 */
export function formatExcerpt(
  messages: readonly unknown[],
  place: { readonly message: number; readonly block?: number },
  options: FormatTranscriptOptions = {},
): string {
  const { width = 60 } = options;
  const { message, block } = place;
  const first = Math.max(message - AROUND, 0);
  const shown = entriesOf(messages).slice(first, message + AROUND + 1);
  const digits = String(Math.max(message, shown.at(-1)?.index ?? 0)).length;
  const start = (index: number): string =>
    `${index === message ? '>' : ' '} ${String(index).padStart(digits)}  `;
  const lines = shown.flatMap((entry) => {
    const begin = start(entry.index);
    const line = (begin + pieces(entry, width).join('')).trimEnd();
    const hasBlock = entry.index === message && block !== undefined && block < entry.blocks.length;
    return hasBlock ? [line, ' '.repeat(begin.length) + underline(entry, block, width)] : [line];
  });
  return [...lines, ...(message < messages.length ? [] : [`${start(message)}(nothing)`])].join(
    '\n',
  );
}
