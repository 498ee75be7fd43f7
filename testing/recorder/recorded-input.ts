/** What an app was asked, as far as its first request tells. */
import { blocksOf } from '../../src/wire/conversation.ts';
import type { MessageParam } from '../../src/wire/message.ts';

const LONGEST_NAME = 72;

/** A text in a few words. */
export function inShort(text: string): string {
  const line = text.trim().split('\n')[0]!.trim();
  return line.length <= LONGEST_NAME ? line : `${line.slice(0, LONGEST_NAME).trim()}…`;
}

/** One message of the user with nothing but a text is that text. */
export function inputOf(messages: readonly MessageParam[]): unknown {
  const [first, ...others] = messages;
  if (others.length > 0 || first?.role !== 'user') return messages;
  const [block, ...blocks] = blocksOf(first.content);
  const isText = block?.type === 'text' && Object.keys(block).length === 2 && blocks.length === 0;
  return isText ? block['text'] : messages;
}
