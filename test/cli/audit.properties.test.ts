/** Whatever stands in a log, an audit judges it or says that it is none. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAudit, auditAsJson } from '../../cli/format-audit.ts';
import { loggedConversations } from '../../cli/logged-conversations.ts';
import { readLog } from '../../cli/read-log.ts';
import { refusalsOf } from '../../cli/refusals.ts';
import { EnsaioError } from '../../src/error.ts';
import { judgeInvariants } from '../../src/invariants/index.ts';
import { conversation, type Body } from '../../testing/arbitraries/conversation.ts';

const id = fc.constantFrom('a', 'b');
const block = fc.oneof(
  fc.record({ type: fc.constant('tool_use'), id, name: id, input: fc.jsonValue({ maxDepth: 1 }) }),
  fc.record({
    type: fc.constant('tool_result'),
    tool_use_id: id,
    content: fc.jsonValue({ maxDepth: 1 }),
    is_error: fc.boolean(),
  }),
  fc.record({ type: fc.constantFrom('text', 'thinking', 'compaction'), text: fc.string() }),
  fc.jsonValue({ maxDepth: 2 }),
);
const message = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      role: fc.constantFrom('user', 'assistant', 'system'),
      content: fc.oneof(fc.string(), fc.array(block, { maxLength: 3 })),
    }),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
);
const thread = fc.oneof(
  fc.constant({ type: 'create' }),
  fc.record({ type: fc.constant('continue'), previous_message_id: id }),
  fc.jsonValue({ maxDepth: 1 }),
);
const body = fc.record(
  {
    model: fc.constant('claude-opus-5'),
    messages: fc.array(message, { maxLength: 4 }),
    system: fc.jsonValue({ maxDepth: 1 }),
    tools: fc.jsonValue({ maxDepth: 1 }),
    thread,
    betas: fc.jsonValue({ maxDepth: 1, stringUnit: 'binary' }),
    reply: fc.oneof(
      message,
      fc.record({ id, role: fc.constant('assistant'), content: fc.string() }),
    ),
  },
  { requiredKeys: ['messages'] },
);
const log = fc.oneof(
  fc.jsonValue(),
  body,
  fc.array(fc.oneof(body, message), { maxLength: 4 }),
  fc.array(fc.record({ request: body, response: message }), { maxLength: 4 }),
);

function audit(text: string): void {
  const entries = readLog('log.json', text);
  const { conversations, unknown } = loggedConversations(entries);
  const audited = {
    file: 'log.json',
    entries,
    unknown,
    conversations: conversations.map(({ judged, requests }) => ({
      judged,
      requests: requests.map(({ entry }) => entry),
      violations: judgeInvariants(judged).violations,
      refusals: requests.flatMap((request) =>
        refusalsOf(request, '2026-10-21', []).map((refusal) => ({
          ...refusal,
          place: request.entry.place,
        })),
      ),
    })),
  };
  expect(formatAudit([audited], (_tone, words) => words)).toMatch(/conversations?: /);
  expect(JSON.parse(auditAsJson([audited]))).toHaveProperty('findings');
}

/** Compared with the request before it, whose call it answers. */
const NULL_IN_A_LATER_REQUEST = JSON.stringify([
  { messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'a' }] }] },
  { messages: [null, { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] }] },
]);

test('survives any JSON', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        log.map((value) => JSON.stringify(value)),
        fc.string(),
      ),
      (text) => {
        try {
          audit(text);
        } catch (error) {
          if (!(error instanceof EnsaioError) || error.code !== 'log-invalid') throw error;
        }
      },
    ),
    { numRuns: 1000, examples: [[NULL_IN_A_LATER_REQUEST]] },
  );
});

/** The requests of a conversation, as a client without threads sends them. */
function requestsOf({ messages, ...rest }: Body): object[] {
  return messages.flatMap(({ role }, index) =>
    role === 'user' ? [{ ...rest, messages: messages.slice(0, index + 1) }] : [],
  );
}

test('good conversations that are logged side by side are told apart, and nothing is found', () => {
  fc.assert(
    fc.property(
      fc.array(conversation(), { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.nat()),
      (bodies, picks) => {
        const open = bodies.map(requestsOf);
        const logged: object[] = [];
        while (open.some((requests) => requests.length > 0)) {
          const left = open.filter((requests) => requests.length > 0);
          logged.push(left[picks.next().value % left.length]!.shift()!);
        }
        const text = logged.map((request) => JSON.stringify(request)).join('\n');
        const { conversations } = loggedConversations(readLog('log.jsonl', text));
        for (const { judged } of conversations) {
          expect(judgeInvariants(judged).violations).toEqual([]);
        }
      },
    ),
    { numRuns: 200 },
  );
});
