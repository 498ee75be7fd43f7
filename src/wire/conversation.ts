/** A conversation as rules and invariants read it: any JSON in, messages and blocks out, never a throw. */
import { isRecord } from './json/is-record.ts';

/** One content block, whatever it turned out to be; `type` is empty when the value was not a block. */
export interface Block {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** One message with its place in the list it came from. A string content reads as one text block. */
export interface Entry {
  readonly index: number;
  readonly role: string;
  readonly blocks: readonly Block[];
  /** Whether `content` was a plain string rather than a list of blocks. */
  readonly plain: boolean;
}

const NO_BLOCK: Block = { type: '' };

function toBlock(value: unknown): Block {
  return isRecord(value) && typeof value['type'] === 'string'
    ? (value as unknown as Block)
    : NO_BLOCK;
}

/** The blocks of one `content` value. */
export function blocksOf(content: unknown): readonly Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.map(toBlock) : [];
}

/** Whether a value is a list of messages and not of something else, such as transcripts: something in it has a `role`. */
export function isMessageList(value: unknown): value is readonly unknown[] {
  if (!Array.isArray(value)) return false;
  return value.length === 0 || value.some((message) => isRecord(message) && 'role' in message);
}

/** The entries of a `messages` value; `offset` is the index of its first message in the whole conversation. */
export function entriesOf(messages: unknown, offset = 0): Entry[] {
  if (!Array.isArray(messages)) return [];
  return messages.map((message: unknown, index) => {
    const record = isRecord(message) ? message : {};
    const role = record['role'];
    return {
      index: index + offset,
      role: typeof role === 'string' ? role : '',
      blocks: blocksOf(record['content']),
      plain: typeof record['content'] === 'string',
    };
  });
}

/** A string field of a block, or the empty string. */
export function textField(block: Block, field: string): string {
  const value = block[field];
  return typeof value === 'string' ? value : '';
}

/** The text of an entry: its text blocks joined, tool results left out. */
export function textOf(entry: Entry): string {
  return entry.blocks
    .filter((block) => block.type === 'text')
    .map((block) => textField(block, 'text'))
    .join('\n');
}
