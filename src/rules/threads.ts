/** What is refused of message threads. */
import { BETAS } from '../wire/headers.ts';
import type { ThreadLookup } from '../wire/thread.ts';
import type { Finding, Rule } from './rule.ts';

const CREATE_ONLY = ['system', 'tools'] as const;

/** A rule for a thread that cannot be continued; the code is documented, the text is our own. */
function lookupRule(
  type: ThreadLookup['type'],
  rule: Pick<Rule, 'id' | 'summary' | 'status' | 'source'> & { finding: Finding },
): Rule {
  const { finding, ...rest } = rule;
  return {
    stage: 'thread',
    confidence: 'C',
    ...rest,
    *check({ thread }) {
      if (thread.type === type) yield finding;
    },
  };
}

export const threadRules: readonly Rule[] = [
  {
    id: 'thread-beta-missing',
    stage: 'thread',
    summary: `The \`thread\` field needs the beta \`${BETAS.threads}\`.`,
    confidence: 'C',
    source: 'a client matches on the beta name in the message; the rest of the text is our own',
    *check({ body, betas }) {
      if (body['thread'] != null && !betas.includes(BETAS.threads)) {
        yield { path: 'thread', message: `thread: requires anthropic-beta: ${BETAS.threads}` };
      }
    },
  },
  lookupRule('not_found', {
    id: 'thread-not-found',
    summary: 'The thread of `previous_message_id` is not stored: expired, deleted or never kept.',
    status: 404,
    source: 'SDK error class ThreadNotFoundError (status and code); text is our own',
    finding: {
      message: 'thread: no stored state for `previous_message_id`',
      details: { error_code: 'thread_not_found' },
    },
  }),
  lookupRule('already_continued', {
    id: 'thread-already-continued',
    summary: 'Each response can be continued once.',
    source:
      'SDK error class ThreadAlreadyContinuedError; a client matches `already been continued`',
    finding: {
      message: 'thread: the response named by `previous_message_id` has already been continued',
      details: { error_code: 'thread_already_continued' },
    },
  }),
  lookupRule('in_flight', {
    id: 'thread-continue-in-flight',
    summary: 'Another request is still continuing from the same response.',
    source: 'SDK error class ThreadContinueInFlightError; text is our own',
    finding: {
      message: 'thread: another request is still continuing from `previous_message_id`',
      details: { error_code: 'thread_continue_in_flight' },
    },
  }),
  {
    id: 'thread-field-repeated',
    stage: 'thread',
    summary: 'A request that continues a thread leaves out `system` and `tools`.',
    confidence: 'C',
    source:
      'SDK ThreadState.ts: the server takes them from the thread and rejects a request that repeats them; text is our own',
    *check({ body, thread }) {
      if (thread.type !== 'continue') return;
      const repeated = CREATE_ONLY.filter((field) => body[field] !== undefined);
      if (repeated.length > 0) {
        yield {
          path: repeated[0]!,
          message: `thread: differing field(s): ${repeated.join(', ')}. A request that continues a thread must leave them out.`,
          details: { error_code: 'thread_fingerprint_mismatch' },
        };
      }
    },
  },
];
