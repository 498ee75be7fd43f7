/** What is refused of documents and search results, and of citing them. */
import { blocksOf, type Block } from '../wire/conversation.ts';
import type { ApiVersion } from '../wire/headers.ts';
import type { CheckedRequest } from './checked-request.ts';
import { asRecord } from './json-value.ts';
import { outputFormats } from './output-format.ts';
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

/** A document or a search result that the user gave, and the message it stands in. */
interface Source {
  readonly message: number;
  readonly type: string;
  readonly isCitable: boolean;
  readonly isInResult: boolean;
}

const SOURCES = ['document', 'search_result'];

function sources({ entries }: CheckedRequest): readonly Source[] {
  return entries
    .filter(({ role }) => role === 'user')
    .flatMap(({ index, blocks }) => {
      const toSources = (found: readonly Block[], isInResult: boolean): Source[] =>
        found
          .filter(({ type }) => SOURCES.includes(type))
          .map(({ type, citations }) => ({
            message: index,
            type,
            isCitable: asRecord(citations)['enabled'] === true,
            isInResult,
          }));
      const results = blocks.filter(({ type }) => type === 'tool_result');
      return [
        ...toSources(blocks, false),
        ...results.flatMap(({ content }) => toSources(blocksOf(content), true)),
      ];
    });
}

/** The first message at which some sources of a type can be cited and others cannot. */
function mixedAt(found: readonly Source[]): number | undefined {
  return found.find(({ isCitable }) => isCitable !== found[0]!.isCitable)?.message;
}

const isCited = ({ citations }: Block): boolean => Array.isArray(citations) && citations.length > 0;

/** A rule about blocks that an assistant message does not hold directly; inside another block they may stand. */
function userOnlyRule(
  types: readonly string[],
  rule: Omit<Rule, 'stage' | 'about' | 'check'>,
): Rule {
  return {
    stage: 'meaning',
    about: types,
    ...rule,
    *check({ entries }) {
      for (const { role, blocks, index } of entries) {
        const block = role === 'assistant' && blocks.find(({ type }) => types.includes(type));
        if (!block) continue;
        const path = `messages.${index}.content`;
        yield {
          path,
          message: `${path}: '${block.type}' blocks are not permitted within assistant turns.`,
        };
      }
    },
  };
}

/** Blocks that only a user gives, in the order of their versions. */
export const userBlockRules: readonly Rule[] = [
  userOnlyRule(['document'], {
    id: 'document-in-assistant',
    summary:
      'A `document` block does not stand in an assistant message; inside another block it may.',
    versions: SINCE_2026,
    confidence: 'A',
    facts: ['1.3'],
    source:
      '1.3: migration guide of 2026-10-21; no answer was captured, the text is that of images',
  }),
  userOnlyRule(['image', 'container_upload'], {
    id: 'image-in-assistant',
    summary:
      'No `image` and no `container_upload` block stands in an assistant message; inside another block it may.',
    confidence: 'A',
    source:
      'live on 2026-09-20 and four other answers, two with request ids, and SEMOSS/Semoss#2323; of `container_upload` one report',
  }),
];

export const documentRules: readonly Rule[] = [
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
  {
    id: 'citations-mixed',
    stage: 'meaning',
    summary: 'All documents of a request can be cited or none can, and so it is of search results.',
    confidence: 'A',
    source:
      'citations and search-results docs; the text: two live answers of 2026, of documents in one message and of search results. Documents in tool results are not counted: the docs do not speak of them',
    *check(request) {
      const found = request.derive(sources);
      for (const type of SOURCES) {
        const message = mixedAt(
          found.filter((each) => each.type === type && (type !== 'document' || !each.isInResult)),
        );
        if (message === undefined) continue;
        const path = `messages.${message}.content`;
        yield {
          path,
          message: `${path}: Citations must be either enabled or disabled on all \`${type}\` blocks. A mixture of enabling and disabling is not supported at this time.`,
        };
      }
    },
  },
  {
    id: 'citations-with-format',
    stage: 'meaning',
    summary: 'What a user gives to be cited does not go with an output format.',
    confidence: 'A',
    source:
      'citations and structured-outputs docs; the text: eight reports of 2026, of which most stop at the first sentence',
    *check(request) {
      if (request.endpoint !== 'messages' || outputFormats(request.body).length === 0) return;
      if (request.derive(sources).some(({ isCitable }) => isCitable)) {
        yield {
          message:
            'Citations cannot be enabled when output format is set. Please disable citations on uploaded document blocks.',
        };
      }
    },
  },
];
