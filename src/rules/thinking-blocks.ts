/** What is refused of thinking that comes back: its place, its signature, its sameness. */
import { textField, type Entry } from '../wire/conversation.ts';
import { isThinkingSignature } from '../wire/signature.ts';
import type { CheckedRequest } from './checked-request.ts';
import { prefillOf } from './prefill.ts';
import {
  badSignatures,
  compareLatest,
  comparisons,
  editedTexts,
  isThinking,
  isToolTurn,
  latestAssistant,
  pathOf,
  thinkingIn,
} from './returned-thinking.ts';
import type { Finding, Rule } from './rule.ts';

const MODIFIED =
  '`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.';
const INVALID_SIGNATURE = 'Invalid `signature` in `thinking` block';

const at = (path: string, words: string): Finding => ({ path, message: `${path}: ${words}` });

/** The message of calls whose results end the conversation, or the answer that was begun: what manual thinking is about. */
export function finalAssistant(request: CheckedRequest): Entry | undefined {
  const prefill = prefillOf(request);
  if (prefill) return prefill;
  if (request.body['compaction'] != null) return undefined;
  const latest = latestAssistant(request);
  return latest && isToolTurn(request, latest) ? latest : undefined;
}

/** Whether the turn that ends in `entry` begins with thinking; results go on with a turn, anything else ends it. */
function turnThinks({ entries }: CheckedRequest, entry: Entry): boolean {
  for (let index = entry.index; index >= 0; index -= 1) {
    const { role, blocks } = entries[index]!;
    if (role === 'assistant' && blocks[0] && isThinking(blocks[0])) return true;
    if (role === 'user' && blocks[0]?.type !== 'tool_result') return false;
  }
  return false;
}

/** The type of the `thinking` field, if there is one. */
export const typeOfThinking = ({ body }: CheckedRequest): unknown =>
  (body['thinking'] as { type?: unknown } | null | undefined)?.type;

/** Before what is asked of the last message: these are checked even where it may not be there (probe of July 2026). */
export const thinkingPlaceRules: readonly Rule[] = [
  {
    id: 'thinking-last',
    stage: 'meaning',
    summary: 'An assistant message does not end in thinking.',
    confidence: 'B',
    facts: ['K12'],
    source:
      'K12: production body, and a first-party matrix where it comes before prefill and signature; a first assistant message with others after it is let through (bisected)',
    *check({ entries }) {
      let isFirst = true;
      for (const entry of entries) {
        if (entry.role !== 'assistant') continue;
        const isLast = entry.index === entries.length - 1;
        if (entry.blocks.at(-1)?.type === 'thinking' && (isLast || !isFirst)) {
          const path = `messages.${entry.index}`;
          yield at(path, 'The final block in an assistant message cannot be `thinking`.');
        }
        isFirst = false;
      }
    },
  },
  {
    id: 'thinking-empty',
    stage: 'meaning',
    evidence: thinkingIn,
    summary: 'A thinking block has text or a signature.',
    confidence: 'A',
    facts: ['K13'],
    source: 'K13: live; a signed block with empty text is accepted',
    *check(request) {
      for (const placed of request.derive(thinkingIn)) {
        const { block } = placed;
        if (block.type !== 'thinking' || block['thinking'] !== '' || block['signature'] !== '') {
          continue;
        }
        yield at(`${pathOf(placed)}.thinking`, 'each thinking block must contain thinking');
      }
    },
  },
];

/** After all that can be told without a key (facts, section 8). */
export const thinkingBlockRules: readonly Rule[] = [
  {
    id: 'thinking-missing-first',
    stage: 'meaning',
    about: ['thinking'],
    summary:
      'With a thinking budget, the assistant turn that is gone on with begins with thinking.',
    confidence: 'A',
    facts: ['K08'],
    source:
      'K08: reports with request id; not in adaptive mode; the page named in the text may be another',
    *check(request) {
      if (typeOfThinking(request) !== 'enabled') return;
      const entry = finalAssistant(request);
      const first = entry?.blocks[0];
      if (!entry || !first || turnThinks(request, entry)) return;
      yield at(
        `messages.${entry.index}.content.0.type`,
        `Expected \`thinking\` or \`redacted_thinking\`, but found \`${first.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking`,
      );
    },
  },
  {
    id: 'thinking-modified',
    stage: 'meaning',
    evidence: comparisons,
    summary:
      'The thinking of the latest assistant message comes back as it was: no text edited, no block moved, added or left out alone.',
    confidence: 'A',
    facts: ['K11', '3.5', '8.3'],
    source:
      'K11: api/errors; text left empty is accepted (docs: display); the place of a missing block is ours',
    *check(request) {
      const { kind, path } = request.derive(compareLatest);
      if (kind === 'changed') yield at(path, MODIFIED);
      for (const placed of editedTexts(request)) yield at(pathOf(placed), MODIFIED);
    },
  },
  {
    id: 'thinking-dropped',
    stage: 'meaning',
    evidence: comparisons,
    summary:
      'The thinking of the latest assistant message is not left out as a whole; with redacted blocks in a tool turn that is `thinking-modified`.',
    confidence: 'C',
    doubt:
      'the docs advise to strip all thinking where it fails, and a probe of 2026-09-28 saw that accepted',
    facts: ['K11', '8.3'],
    source: 'K11, 8.3: api/errors speaks of dropped blocks without saying how many',
    *check(request) {
      const { kind, path } = request.derive(compareLatest);
      if (kind === 'dropped') {
        yield at(path, MODIFIED);
      }
    },
  },
  {
    id: 'thinking-signature-invalid',
    stage: 'meaning',
    about: ['thinking'],
    summary: 'The signature of a thinking block comes back as it was given out.',
    confidence: 'A',
    facts: ['K09', '3.5'],
    source:
      'K09: reports with request ids; docs of late Sept 2026: altered, cut or sent back empty',
    *check(request) {
      const { kind, path } = request.derive(compareLatest);
      if (kind === 'signature') yield at(path, INVALID_SIGNATURE);
      for (const placed of badSignatures(request)) yield at(pathOf(placed), INVALID_SIGNATURE);
    },
  },
  {
    id: 'thinking-signature-foreign',
    stage: 'meaning',
    about: ['thinking'],
    summary: 'The signature of a thinking block was made by this simulation.',
    confidence: 'A',
    doubt: 'a conversation saved from the real API carries signatures that only it can verify',
    facts: ['K09'],
    source: 'K09: reports with request ids',
    *check(request) {
      for (const placed of request.derive(thinkingIn)) {
        const signature = textField(placed.block, 'signature');
        if (signature === '' || isThinkingSignature(signature)) continue;
        if (request.replies.thinkingOf([placed.block]).length > 0) continue;
        yield at(pathOf(placed), INVALID_SIGNATURE);
      }
    },
  },
  {
    id: 'redacted-thinking-invalid',
    stage: 'meaning',
    about: ['redacted_thinking'],
    summary: 'The data of a redacted thinking block comes back as it was given out.',
    confidence: 'B',
    facts: ['K10'],
    source:
      'K10: a public report; only judged where the data is empty or the sent block is known, since scripts choose it freely',
    *check(request) {
      const words = 'Invalid `data` in `redacted_thinking` block';
      const { kind, path } = request.derive(compareLatest);
      if (kind === 'data') yield at(path, words);
      for (const placed of request.derive(thinkingIn)) {
        const { block } = placed;
        if (block.type !== 'redacted_thinking' || block['data'] !== '') continue;
        if (kind !== 'data' || pathOf(placed) !== path) yield at(pathOf(placed), words);
      }
    },
  },
];
