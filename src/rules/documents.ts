/** What the later API version refuses of documents and citations. */
import { blocksOf, type Block } from '../wire/conversation.ts';
import type { ApiVersion } from '../wire/headers.ts';
import type { Rule } from './rule.ts';

const SINCE_2026: readonly ApiVersion[] = ['2026-10-21'];
const SOURCE = 'migration guide of 2026-10-21; no answer was captured, the text is our own';

/** The texts of a block with their paths: its own, and those of search results, also inside a tool result. */
function* textsOf(block: Block, path: string): Iterable<{ text: Block; path: string }> {
  if (block.type === 'text') yield { text: block, path: `${path}.text` };
  const { content } = block;
  if (block.type !== 'search_result' && block.type !== 'tool_result') return;
  if (!Array.isArray(content)) return;
  const inside = `${path}.${block.type}.content`;
  for (const [index, inner] of blocksOf(content).entries()) {
    if (block.type === 'search_result') {
      // All its blocks are text, so no tag joins the path.
      if (inner.type === 'text') yield { text: inner, path: `${inside}.${index}` };
    } else if (inner.type === 'search_result') yield* textsOf(inner, `${inside}.${index}`);
  }
}

const isCited = ({ citations }: Block): boolean => Array.isArray(citations) && citations.length > 0;

export const documentRules: readonly Rule[] = [
  {
    id: 'document-in-assistant',
    stage: 'meaning',
    summary:
      'A `document` block does not stand in an assistant message; inside another block it may.',
    versions: SINCE_2026,
    confidence: 'A',
    facts: ['1.3'],
    source: `1.3: ${SOURCE}, after that of other misplaced blocks`,
    *check({ entries }) {
      for (const { role, blocks, index } of entries) {
        if (role !== 'assistant' || blocks.every(({ type }) => type !== 'document')) continue;
        const path = `messages.${index}`;
        yield { path, message: `${path}: \`document\` blocks can only be in \`user\` messages` };
      }
    },
  },
  {
    id: 'citations-in-user',
    stage: 'meaning',
    summary: 'A text in a user message carries no citations, also inside a search result.',
    versions: SINCE_2026,
    confidence: 'A',
    facts: ['1.3'],
    source: `1.3: ${SOURCE}`,
    *check({ entries }) {
      for (const { role, blocks, plain, index } of entries) {
        if (role !== 'user' || plain) continue;
        for (const [position, block] of blocks.entries()) {
          for (const { text, path } of textsOf(block, `messages.${index}.content.${position}`)) {
            if (!isCited(text)) continue;
            yield {
              path: `${path}.citations`,
              message: `${path}.citations: citations can only be on text in \`assistant\` messages`,
            };
          }
        }
      }
    },
  },
];
