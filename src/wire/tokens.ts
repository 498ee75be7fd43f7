/** A token estimate: roughly four characters a token, counted over what the model would read. */
import type { ContentBlock } from './message.ts';

/** How many tokens a text holds. The default is an estimate, not the real tokenizer. */
export type TokenCounter = (text: string) => number;

const CHARACTERS_PER_TOKEN = 4;

/** The estimate for a text of so many characters. */
export const tokensOfLength = (length: number): number => Math.ceil(length / CHARACTERS_PER_TOKEN);

export const estimateTokens: TokenCounter = ({ length }) => tokensOfLength(length);

/** Text the model would read of any JSON value: the strings and numbers in it, keys included. */
export function readableText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The output tokens of an answer: all of it, and the part spent on thinking. */
export function countOutput(
  content: readonly ContentBlock[],
  count: TokenCounter,
): { output: number; thinking: number } {
  let output = 0;
  let thinking = 0;
  for (const block of content) {
    if (block.type === 'thinking') {
      const tokens = count(block.thinking);
      thinking += tokens;
      output += tokens;
    } else if (block.type === 'text') output += count(block.text);
    else output += count(JSON.stringify(block));
  }
  return { output: Math.max(output, content.length === 0 ? 0 : 1), thinking };
}
