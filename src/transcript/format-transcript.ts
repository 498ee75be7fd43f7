/** A conversation as text for people: one line a message, or all of it for a terminal. */
import { checkGiven, isFields } from '../check-options.ts';
import { blocksOf, entriesOf, textField, type Block, type Entry } from '../wire/conversation.ts';
import { printable } from '../wire/printable.ts';
import type { Told } from './course.ts';
import { formatConversation, type FormatConversationOptions } from './format-conversation.ts';
import { indent } from './indent.ts';

export interface FormatExcerptOptions {
  /** How many characters of a tool result are shown. Default 60. */
  readonly width?: number;
  /** How many messages are shown on either side of the place. Default 2. */
  readonly around?: number;
}

/** With `columns` all that was said is shown, in lines of so many; the other options but `width` are of that form. */
export interface FormatTranscriptOptions
  extends Pick<FormatExcerptOptions, 'width'>, Partial<FormatConversationOptions> {}

function resultText(content: unknown): string {
  return blocksOf(content)
    .map((block) => (block.type === 'text' ? textField(block, 'text') : `[${block.type}]`))
    .join(' ');
}

/** A client may send anything as an id, also what a terminal would obey. */
function inLine(text: string): string {
  return printable(text).replaceAll(/\s+/g, ' ');
}

function formatResult(block: Block, width: number): string {
  const id = inLine(textField(block, 'tool_use_id'));
  const mark = block['is_error'] === true ? ', is_error' : '';
  const text = inLine(resultText(block['content'])).slice(0, width);
  return `tool_result(${id}${mark}) -> ${text}`;
}

function formatBlock(block: Block, width: number): string {
  if (block.type === 'tool_result') return formatResult(block, width);
  const type = inLine(block.type);
  return typeof block['id'] === 'string' ? `${type}(${inLine(block['id'])})` : type;
}

/** A message as one line, in the pieces that are joined by nothing: its role, then blocks and what stands between. */
function pieces({ role, blocks }: Entry, width: number): string[] {
  const parts = blocks.flatMap((block, index) => [
    ...(index === 0 ? [] : [' | ']),
    formatBlock(block, width),
  ]);
  return [`${inLine(role)}: `, ...(parts.length === 0 ? ['(no content)'] : parts)];
}

/**
 * One line a message: `user: text`, `assistant: text | tool_use(toolu_01)`,
 * `user: tool_result(toolu_02, is_error) -> …`. Takes a transcript or a plain list of messages.
 *
 * With `columns` it shows what was said, each tool call with its result, what each reply cost and how long it took, and
 * what was refused at the block it is about; `invariants` adds what a good loop would not have done, `paint` colours.
 * In either form no control character of what was said is left, so a terminal obeys nothing in it.
 * @throws EnsaioError `option-invalid` for what is neither
 * @example formatTranscript(transcript, { columns: 80, invariants: checkInvariants(transcript) })
 */
export function formatTranscript(
  transcript: readonly unknown[] | Told,
  options: FormatTranscriptOptions = {},
): string {
  checkGiven(isFields(options), 'formatTranscript', 'options', options);
  const { width = 60, columns } = options;
  const told = (Array.isArray(transcript) ? { messages: transcript } : transcript) as Told;
  const messages: unknown = Object(told).messages;
  checkGiven(
    Array.isArray(messages),
    'formatTranscript',
    'a transcript (one of `simulation.transcripts`) or a list of messages',
    transcript,
  );
  if (columns !== undefined) return formatConversation(told, { ...options, columns });
  return entriesOf(messages)
    .map((entry) => pieces(entry, width).join(''))
    .join('\n');
}

/** Conversations one after another, in a line a message: numbered when there are several. */
export function formatTranscripts(transcripts: readonly Told[]): string {
  const texts = transcripts.map((transcript) => formatTranscript(transcript));
  return texts.length === 1
    ? texts[0]!
    : texts.map((text, index) => `conversation ${index + 1}\n${indent(text)}`).join('\n');
}

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
  options: FormatExcerptOptions = {},
): string {
  const { width = 60, around = 2 } = options;
  const { message, block } = place;
  const first = Math.max(message - around, 0);
  const shown = entriesOf(messages).slice(first, message + around + 1);
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
