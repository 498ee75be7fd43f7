/** The places of a request that are marked for the cache: found once for rules and invariants. */
import { blocksOf, entriesOf, type Block, type Entry } from './conversation.ts';

/** The API takes no more (facts P11, captured). */
export const MOST_BREAKPOINTS = 4;

/** A block that is marked for the cache. */
export interface CacheMark {
  readonly block: Block;
  /** Where it stands, without tags of unions: `messages.0.content.1`. */
  readonly path: string;
  /** Whether it stands in another block. */
  readonly isInner: boolean;
}

/** Blocks in blocks in blocks: the shape allows no more, and nothing here may run out of stack. */
const DEEPEST = 4;

/** What a block holds is read before the block ends, so its marks come first. */
function addMarks(marks: CacheMark[], blocks: readonly Block[], at: () => string, depth = 0): void {
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index]!;
    if (depth < DEEPEST) {
      const { content } = block;
      if (Array.isArray(content)) {
        addMarks(marks, blocksOf(content), () => `${at()}.${index}.content`, depth + 1);
      }
      const inner = (block['source'] as { content?: unknown } | null | undefined)?.content;
      if (Array.isArray(inner)) {
        addMarks(marks, blocksOf(inner), () => `${at()}.${index}.source.content`, depth + 1);
      }
    }
    if (block['cache_control'] != null) {
      marks.push({ block, path: `${at()}.${index}`, isInner: depth > 0 });
    }
  }
}

/** A tool is like a block, its `type` left out or not. */
function asBlock(value: unknown): Block {
  return typeof value === 'object' && value !== null
    ? { ...value, type: 'tool', content: undefined }
    : { type: '' };
}

/** The marked tools, blocks of the system prompt and blocks of messages, in the order in which the API reads them. */
export function cacheMarksIn(
  { tools, system }: Readonly<Record<string, unknown>>,
  entries: readonly Entry[],
): readonly CacheMark[] {
  const marks: CacheMark[] = [];
  if (Array.isArray(tools)) addMarks(marks, tools.map(asBlock), () => 'tools');
  addMarks(marks, blocksOf(system), () => 'system');
  for (const { blocks, index } of entries) {
    addMarks(marks, blocks, () => `messages.${index}.content`);
  }
  return marks;
}

/** How many marks there are in the tools, the system prompt and the messages of a body; on a thread its own counts too. */
export function countBreakpoints(body: Readonly<Record<string, unknown>>): number {
  const { messages, thread, cache_control: own } = body;
  const marks = cacheMarksIn(body, entriesOf(messages));
  return marks.length + (thread != null && own != null ? 1 : 0);
}
