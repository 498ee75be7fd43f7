/** What is refused of messages and their text. */
import { blocksOf, textField, type Block, type Entry } from '../wire/conversation.ts';
import type { CheckedRequest } from './checked-request.ts';
import { isBlank } from '../wire/white-space.ts';
import type { Rule } from './rule.ts';

const EMPTY = 'text content blocks must be non-empty';
const BLANK = 'text content blocks must contain non-whitespace text';
const MATRIX = 'accept/reject matrix measured 2026-09-05 on two current models';

/** "There is a limit of 100,000 messages in a single request" (SDK). */
const MOST_MESSAGES = 100_000;

const isText = (block: Block): boolean => block.type === 'text';

function hasEmptyText(blocks: readonly Block[]): boolean {
  return blocks.some((block) => isText(block) && block['text'] === '');
}

/** Whether text is all there is and none of it can be read. */
function isOnlyBlankText(blocks: readonly Block[]): boolean {
  return (
    blocks.length > 0 && blocks.every((block) => isText(block) && isBlank(textField(block, 'text')))
  );
}

/** What a message lacks: content, text in one of its texts, text that can be read. */
type Lack = 'content' | 'text' | 'readable text';

function lackOf({ blocks, plain }: Entry): Lack | undefined {
  // A plain empty string is an empty message, not an empty text block.
  if (blocks.length === 0 || (plain && blocks[0]!['text'] === '')) return 'content';
  if (hasEmptyText(blocks)) return 'text';
  return isOnlyBlankText(blocks) ? 'readable text' : undefined;
}

interface Lacking {
  readonly lack: Lack;
  readonly entry: Entry;
}

/** Of what is sent: what a thread holds the API has taken before, or has said itself. */
function lacking({ sentEntries }: CheckedRequest): readonly Lacking[] {
  const found: Lacking[] = [];
  for (const entry of sentEntries) {
    const lack = lackOf(entry);
    if (lack !== undefined) found.push({ lack, entry });
  }
  return found;
}

const hasLack = (request: CheckedRequest, wanted: Lack): boolean =>
  request.derive(lacking).some(({ lack }) => lack === wanted);

/** Before the rules that look into messages. */
export const messageListRules: readonly Rule[] = [
  {
    id: 'messages-empty',
    stage: 'meaning',
    summary: 'There must be at least one message.',
    confidence: 'A',
    facts: ['M01'],
    source: 'M01: capture of 2026-09; a continued thread may send none (SDK, after pause_turn)',
    *check({ messages }) {
      if (messages.length === 0) yield { message: 'messages: at least one message is required' };
    },
  },
];

/** What only a model says. */
const SAID_BY_MODELS = ['thinking', 'redacted_thinking', 'server_tool_use'];

/** What stands in the messages, after calls and results are accounted for. */
export const contentRules: readonly Rule[] = [
  {
    id: 'user-content-empty',
    stage: 'meaning',
    evidence: lacking,
    summary: 'A user message must have content.',
    confidence: 'A',
    facts: ['M02'],
    source: `M02: ${MATRIX}; assistant messages may be empty`,
    *check(request) {
      for (const { lack, entry } of request.derive(lacking)) {
        if (lack !== 'content' || entry.role !== 'user') continue;
        const path = `messages.${entry.index}`;
        yield { path, message: `${path}: user messages must have non-empty content` };
      }
    },
  },
  {
    id: 'text-empty',
    stage: 'meaning',
    evidence: lacking,
    summary: 'A text block must not be empty; text inside a tool result is not looked at.',
    confidence: 'A',
    facts: ['M04'],
    source: `M04: capture of 2026-09 and ${MATRIX}`,
    *check(request) {
      if (hasLack(request, 'text')) yield { message: `messages: ${EMPTY}` };
    },
  },
  {
    id: 'text-blank',
    stage: 'meaning',
    evidence: lacking,
    summary: 'A message whose only content is text must have text that can be read.',
    confidence: 'A',
    facts: ['M05'],
    source: `M05: ${MATRIX}`,
    *check(request) {
      if (hasLack(request, 'readable text')) yield { message: `messages: ${BLANK}` };
    },
  },
  {
    id: 'system-text-empty',
    stage: 'meaning',
    about: ['system'],
    summary: 'A text block of the system prompt must not be empty; an empty string may stand.',
    confidence: 'A',
    facts: ['M06'],
    source: `M06: ${MATRIX}`,
    *check({ body }) {
      if (Array.isArray(body['system']) && hasEmptyText(blocksOf(body['system']))) {
        yield { message: `system: ${EMPTY}` };
      }
    },
  },
  {
    id: 'system-text-blank',
    stage: 'meaning',
    about: ['system'],
    summary: 'A system prompt of white space alone is refused.',
    confidence: 'A',
    facts: ['M07'],
    source: `M07: ${MATRIX}`,
    *check({ body }) {
      const blocks = blocksOf(body['system']);
      if (!hasEmptyText(blocks) && isOnlyBlankText(blocks)) yield { message: `system: ${BLANK}` };
    },
  },
  {
    id: 'messages-too-many',
    stage: 'shape',
    summary: 'A request has at most 100,000 messages.',
    confidence: 'A',
    facts: ['M17', '2.18'],
    source:
      "M17: the limit is documented (SDK), the text is not: these are pydantic's words for it. Messages a thread holds are not counted",
    *check({ body }) {
      const { messages } = body;
      if (!Array.isArray(messages) || messages.length <= MOST_MESSAGES) return;
      yield {
        path: 'messages',
        message: `messages: List should have at most ${MOST_MESSAGES} items after validation, not ${messages.length}`,
      };
    },
  },
  {
    id: 'model-block-misplaced',
    stage: 'meaning',
    summary: 'Thinking and calls of server tools stand only in assistant messages.',
    confidence: 'C',
    facts: ['T11'],
    doubt: 'seen only in an imitation of the API; the types of the SDK allow it',
    source: 'T11; the text as that of other misplaced blocks',
    about: SAID_BY_MODELS,
    *check({ entries }) {
      for (const { role, blocks, index } of entries) {
        const block = role === 'user' && blocks.find(({ type }) => SAID_BY_MODELS.includes(type));
        if (!block) continue;
        const path = `messages.${index}`;
        yield {
          path,
          message: `${path}: \`${block.type}\` blocks can only be in \`assistant\` messages`,
        };
      }
    },
  },
  {
    id: 'tool-result-empty',
    stage: 'meaning',
    about: ['tool_result'],
    summary: 'A tool result has content.',
    confidence: 'D',
    facts: ['C029'],
    doubt: `measured to be accepted, empty in four ways (${MATRIX}); two apps of 2025 and 2026 report a 400`,
    source: "C029: disputed; the wording reported is another platform's, so the text is our own",
    *check({ sentEntries }) {
      for (const { blocks, index } of sentEntries) {
        for (let place = 0; place < blocks.length; place++) {
          const { type, content } = blocks[place]!;
          const isEmpty = Array.isArray(content) ? content.length === 0 : !content;
          if (type !== 'tool_result' || !isEmpty) continue;
          const path = `messages.${index}.content.${place}.tool_result`;
          yield { path, message: `${path}: content must not be empty` };
        }
      }
    },
  },
];
