/** What is refused of a conversation that ends in an assistant turn. */
import { textField, type Block, type Entry } from '../wire/conversation.ts';
import { endsInWhiteSpace } from '../wire/white-space.ts';
import type { CheckedRequest } from './checked-request.ts';
import { outputFormats } from './output-format.ts';
import type { Rule } from './rule.ts';

/** A call that the server made itself, or what came of it. */
function isServerBlock({ type }: Block): boolean {
  return (
    type === 'server_tool_use' ||
    type === 'mcp_tool_use' ||
    (type !== 'tool_result' && type.endsWith('_tool_result'))
  );
}

/** Whether a last assistant turn is no beginning of an answer but a whole turn to go on from. */
function isWholeTurn({ blocks }: Entry, { replies }: CheckedRequest): boolean {
  const [first] = blocks;
  const last = blocks.at(-1);
  if (first === undefined || last === undefined) return true;
  // A paused turn goes back unchanged (6.4); a summary may stand alone (5.4).
  return isServerBlock(last) || first.type === 'compaction' || replies.isPaused(blocks);
}

/**
 * The assistant turn that the model is asked to go on with: the last message sent, when it has content. Not where the
 * request asks for a summary of it, retries a refusal with a token (6.7) or counts only.
 */
function findPrefill(request: CheckedRequest): Entry | undefined {
  const { endpoint, body, entries, stored } = request;
  const last = entries.at(-1);
  if (endpoint !== 'messages' || last?.role !== 'assistant') return undefined;
  if (last.index < stored.length) return undefined;
  if (body['compaction'] != null || body['fallback_credit_token'] != null) return undefined;
  const isEmpty = last.plain && last.blocks[0]?.['text'] === '';
  return isEmpty || isWholeTurn(last, request) ? undefined : last;
}

/** The assistant turn that the model is asked to go on with, if there is one. */
export function prefillOf(request: CheckedRequest): Entry | undefined {
  return request.derive(findPrefill);
}

export const prefillRules: readonly Rule[] = [
  {
    id: 'prefill-trailing-space',
    stage: 'meaning',
    summary: 'The beginning of an answer does not end in white space.',
    confidence: 'A',
    facts: ['M08'],
    source: 'M08: captured on a model that takes no prefill at all, so it comes before that',
    *check(request) {
      const last = prefillOf(request)?.blocks.at(-1);
      if (last?.type === 'text' && endsInWhiteSpace(textField(last, 'text'))) {
        yield {
          message: 'messages: final assistant content cannot end with trailing whitespace',
        };
      }
    },
  },
  {
    id: 'prefill-unsupported',
    stage: 'meaning',
    summary: 'Models since 4.6 do not go on with an answer that was begun for them.',
    confidence: 'A',
    facts: ['M09', '3.5', '6.4', '5.4', '6.7'],
    source:
      'M09: api/errors, captured; not for paused turns (6.4), a summary (5.4), a retry with a token (6.7), empty content (matrix of 2026-09-05)',
    models: ({ prefill }) => prefill === 'no',
    *check(request) {
      if (prefillOf(request) !== undefined) {
        yield {
          message:
            'This model does not support assistant message prefill. The conversation must end with a user message.',
        };
      }
    },
  },
  {
    id: 'prefill-with-format',
    stage: 'meaning',
    summary: 'An answer with an output format is not begun for the model.',
    confidence: 'B',
    source:
      'structured-outputs docs; the text: two reports of 2026 on Haiku 4.5 (mastra-ai/mastra#12800). Models that take no prefill at all say so',
    models: ({ prefill }) => prefill !== 'no',
    *check(request) {
      if (outputFormats(request.body).length > 0 && prefillOf(request) !== undefined) {
        yield {
          message:
            'Your API request included an `assistant` message in the final position, which would pre-fill the `assistant` response. When using output format, pre-filling the `assistant` response is not supported.',
        };
      }
    },
  },
];
