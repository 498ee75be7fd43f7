/** How many places of a request are marked for the cache: one count for rules and invariants. */
import { blocksOf, entriesOf, type Block } from './conversation.ts';

/** The API takes no more (facts P11, captured). */
export const MOST_BREAKPOINTS = 4;

/** Blocks in blocks in blocks: the shape allows no more, and nothing here may run out of stack. */
const DEEPEST = 4;

function countInBlocks(blocks: readonly Block[], depth = 0): number {
  let count = 0;
  for (const block of blocks) {
    if (block['cache_control'] != null) count += 1;
    if (depth < DEEPEST && Array.isArray(block['content'])) {
      count += countInBlocks(blocksOf(block['content']), depth + 1);
    }
    const source = block['source'] as { content?: unknown } | null | undefined;
    if (depth < DEEPEST && Array.isArray(source?.content)) {
      count += countInBlocks(blocksOf(source.content), depth + 1);
    }
  }
  return count;
}

/** A tool is like a block, its `type` left out or not. */
function asBlock(value: unknown): Block {
  return typeof value === 'object' && value !== null
    ? { ...value, type: 'tool', content: undefined }
    : { type: '' };
}

/** The marked blocks in the tools, the system prompt and the messages of a body; on a thread its own mark counts too. */
export function countBreakpoints(body: Readonly<Record<string, unknown>>): number {
  const { tools, system, messages, thread, cache_control: own } = body;
  const blocks = [
    ...(Array.isArray(tools) ? tools.map(asBlock) : []),
    ...blocksOf(system),
    ...entriesOf(messages).flatMap((entry) => entry.blocks),
  ];
  return countInBlocks(blocks) + (thread != null && own != null ? 1 : 0);
}
