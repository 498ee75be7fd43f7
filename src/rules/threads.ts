/** What is refused of message threads. */
import { BETAS } from '../wire/headers.ts';
import type { ThreadLookup } from '../wire/history/thread.ts';
import { sameJson } from '../wire/json/same-json.ts';
import type { CheckedRequest } from './checked-request.ts';
import type { Finding, Rule } from './rule.ts';

const coded = (error_code: string, message: string, details = {}): Finding => ({
  message,
  details: { error_code, ...details },
});

const findUnused = (): Finding[] => [];

/** A rule about what the `thread` field refers to: the codes are the SDK's, the texts our own. */
function lookupRule(
  type: ThreadLookup['type'],
  rule: Pick<Rule, 'id' | 'summary' | 'status' | 'source' | 'facts'>,
  find: (request: CheckedRequest) => Iterable<Finding>,
): Rule {
  return {
    stage: 'thread',
    confidence: 'C',
    ...rule,
    check: (request) => (request.thread.type === type ? find(request) : findUnused()),
  };
}

/** What the thread keeps from its creation: a request that continues it leaves these out. */
const KEPT = ['system', 'tools'] as const;

/** What must stay the same, as far as it is known or a careful client takes it for granted. */
const FIXED = ['model', 'thinking', 'output_config'] as const;

/** The fields of `names` that a continuing request gives another value than the thread was created with. */
function differing<Name extends (typeof KEPT | typeof FIXED)[number] | 'tool_choice'>(
  { body, thread }: CheckedRequest,
  names: readonly Name[],
): Name[] {
  const created: Readonly<Record<string, unknown>> = { ...thread.from?.created };
  return names.filter((name) => body[name] !== undefined && !sameJson(body[name], created[name]));
}

const mismatch = (names: readonly string[]): Finding =>
  coded(
    'thread_fingerprint_mismatch',
    `thread: the request does not match the thread: differing field(s): ${names.join(', ')}`,
  );

/** Fields that threads do not support, with the names that the error gives them (SDK ThreadUnsupportedFeatureName). */
const UNSUPPORTED = ['context_management', 'fallbacks'] as const;

export const threadRules: readonly Rule[] = [
  {
    id: 'thread-beta-missing',
    stage: 'thread',
    summary: `The \`thread\` field needs the beta \`${BETAS.threads}\`.`,
    confidence: 'C',
    facts: ['2.14'],
    source: 'a client matches on the beta name in the message; the rest of the text is our own',
    *check({ body, betas }) {
      if (body['thread'] != null && !betas.includes(BETAS.threads)) {
        yield { path: 'thread', message: `thread: requires anthropic-beta: ${BETAS.threads}` };
      }
    },
  },
  lookupRule(
    'unsupported',
    {
      id: 'thread-refused',
      summary: 'The simulation was told to refuse threads (`threads: "refuse"`).',
      facts: ['2.6', '2.15'],
      source: 'SDK error class ThreadUnsupportedRequestError; text is our own',
    },
    function* () {
      yield {
        ...coded('thread_unsupported_request', 'thread: threads are not supported here', {
          unsupported: [],
        }),
        blameless: true,
      };
    },
  ),
  {
    id: 'thread-unsupported-field',
    stage: 'thread',
    summary: 'A thread cannot be combined with context management or fallbacks.',
    confidence: 'B',
    facts: ['2.6', '5.9'],
    source:
      'SDK ThreadUnsupportedRequestError and its feature names; text is our own. Not held against who begins a thread',
    *check({ body, thread }) {
      if (body['thread'] == null) return;
      const unsupported = UNSUPPORTED.filter((name) => body[name] != null);
      if (unsupported.length === 0) return;
      const message = `thread: not supported together with ${unsupported.join(', ')}`;
      const finding = coded('thread_unsupported_request', message, { unsupported });
      // A client that only tries whether there may be a thread goes on without one, as the SDK's tool runner does.
      yield { ...finding, ...(thread.type === 'create' && { blameless: true }) };
    },
  },
  lookupRule(
    'not_found',
    {
      id: 'thread-not-found',
      summary: 'The thread of `previous_message_id` is not stored: expired, deleted or never kept.',
      status: 404,
      facts: ['2.5', '2.6'],
      source: 'SDK error class ThreadNotFoundError (status and code); text is our own',
    },
    function* ({ thread }) {
      const lost = coded(
        'thread_not_found',
        'thread: no stored state for `previous_message_id`: it expired, or was never stored',
      );
      // That the server forgets is in the nature of threads; only an id that it never gave out is a mistake.
      yield thread.from ? { ...lost, blameless: true } : lost;
    },
  ),
  lookupRule(
    'already_continued',
    {
      id: 'thread-already-continued',
      summary: 'Each response can be continued once.',
      facts: ['2.4', '2.6'],
      source:
        'SDK error class ThreadAlreadyContinuedError; a client matches `already been continued`',
    },
    function* () {
      yield coded(
        'thread_already_continued',
        'thread: the response named by `previous_message_id` has already been continued',
      );
    },
  ),
  lookupRule(
    'in_flight',
    {
      id: 'thread-continue-in-flight',
      summary: 'Another request is still continuing from the same response.',
      facts: ['2.6'],
      source: 'SDK error class ThreadContinueInFlightError; text is our own',
    },
    function* () {
      yield coded(
        'thread_continue_in_flight',
        'thread: another request is still continuing from `previous_message_id`',
      );
    },
  ),
  lookupRule(
    'continue',
    {
      id: 'thread-fingerprint-mismatch',
      summary: `On a thread ${[...KEPT, ...FIXED].join(', ')} stay as they were when it was created.`,
      facts: ['2.3', '2.7'],
      source:
        'SDK error class ThreadFingerprintMismatchError; clients match `differing field(s): a, b` and measured it for output_config; model and thinking by a client that takes them as fixed',
    },
    function* (request) {
      const names = [...differing(request, KEPT), ...differing(request, FIXED)];
      if (names.length > 0) yield mismatch(names);
    },
  ),
  {
    id: 'thread-tool-choice-changed',
    stage: 'thread',
    summary: 'On a thread `tool_choice` stays as it was when it was created.',
    confidence: 'C',
    doubt: 'only a client that is careful takes it as fixed; the list of the API is not known',
    facts: ['2.7'],
    source: 'a client’s own fingerprint; text as of thread-fingerprint-mismatch',
    *check(request) {
      if (request.thread.type !== 'continue') return;
      const names = differing(request, ['tool_choice']);
      if (names.length > 0) yield mismatch(names);
    },
  },
  lookupRule(
    'continue',
    {
      id: 'thread-field-repeated',
      summary: 'A request that continues a thread leaves out `system` and `tools`.',
      facts: ['2.3'],
      source:
        'SDK ThreadState.ts: the server takes them from the thread and rejects a request that repeats them; text is our own',
    },
    function* (request) {
      const changed = new Set(differing(request, KEPT));
      const repeated = KEPT.filter(
        (name) => request.body[name] !== undefined && !changed.has(name),
      );
      if (repeated.length > 0) {
        yield {
          path: repeated[0]!,
          message: `${repeated[0]!}: may not be repeated on a request that continues a thread`,
        };
      }
    },
  ),
  {
    id: 'thread-nothing-new',
    stage: 'thread',
    summary: 'A request that continues a finished reply has a new message.',
    confidence: 'C',
    doubt: 'documented only for paused and compacted replies, which may be resumed with none',
    facts: ['2.9'],
    source: 'inferred; text as of messages-empty',
    *check({ body, thread }) {
      const isUnfinished = ['pause_turn', 'compaction'].includes(String(thread.from?.stopReason));
      const sent = body['messages'];
      if (thread.type === 'continue' && !isUnfinished && Array.isArray(sent) && sent.length === 0) {
        yield { message: 'messages: at least one message is required' };
      }
    },
  },
];
