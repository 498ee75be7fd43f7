/** What is refused of marks for the cache: the wrong order of times to live, and marks on nothing. */
import { cacheMarksIn, type CacheMark } from '../wire/cache-control.ts';
import type { Block } from '../wire/conversation.ts';
import type { CheckedRequest } from './checked-request.ts';
import { asRecord } from './json-value.ts';
import type { Rule } from './rule.ts';

const SHORT = '5m';
const LONG = '1h';

/** Of what is sent: what a thread holds was taken before. */
const marksOf = ({ body, sentEntries }: CheckedRequest): readonly CacheMark[] =>
  cacheMarksIn(body, sentEntries);

const ttlOf = ({ block }: CacheMark): unknown => asRecord(block['cache_control'])['ttl'] ?? SHORT;

const isEmptyText = ({ type, text }: Block): boolean => type === 'text' && text === '';

/** Before the rules of messages: an empty text without a mark is refused in other words. */
export const cachingRules: readonly Rule[] = [
  {
    id: 'cache-text-empty',
    stage: 'meaning',
    evidence: marksOf,
    summary: 'A text that is marked for the cache is not empty.',
    confidence: 'B',
    source:
      'many reports up to 2026-08, one of them with a request id (anthropics/claude-code#54013), of the system prompt vellum-ai/vellum-assistant#30712; texts inside a result are not looked at, of which nothing is known',
    *check(request) {
      for (const { block, path, isInner } of request.derive(marksOf)) {
        if (isInner || !isEmptyText(block)) continue;
        // Only in messages is the tag of the union part of the place.
        const place = path.startsWith('messages.') ? `${path}.text` : path;
        yield { path, message: `${place}: cache_control cannot be set for empty text blocks` };
      }
    },
  },
  {
    id: 'cache-ttl-order',
    stage: 'meaning',
    evidence: marksOf,
    summary: `No mark with \`ttl: ${LONG}\` comes after one with \`ttl: ${SHORT}\`, the default; tools come first, then the system prompt, then messages.`,
    confidence: 'A',
    source:
      'prompt-caching docs; the text: many reports with request ids, 2026-03 to 2026-09 (anthropics/claude-code#38320, kristianvast/hermes-claude-auth#31, agno-agi/agno#8405). The mark of the request itself is not looked at',
    *check(request) {
      const marks = request.derive(marksOf);
      const first = marks.findIndex((mark) => ttlOf(mark) === SHORT);
      const late =
        first === -1 ? undefined : marks.slice(first).find((mark) => ttlOf(mark) === LONG);
      if (late === undefined) return;
      const path = `${late.path}.cache_control.ttl`;
      yield {
        path,
        message: `${path}: a ttl='${LONG}' cache_control block must not come after a ttl='${SHORT}' cache_control block. Note that blocks are processed in the following order: \`tools\`, \`system\`, \`messages\`.`,
      };
    },
  },
];
