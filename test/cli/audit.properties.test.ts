/** Whatever stands in a log, it is judged and shown, or told to be none. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditLog } from '../../cli/audit-log.ts';
import { formatAudit, auditAsJson } from '../../cli/format-audit.ts';
import { shownFile } from '../../cli/shown-file.ts';
import { loggedConversations } from '../../testing/logs/logged-conversations.ts';
import { readLog } from '../../testing/logs/read-log.ts';
import { EnsaioError } from '../../src/error.ts';
import { judgeInvariants } from '../../src/invariants/index.ts';
import { formatTranscript } from '../../src/transcript/format-transcript.ts';
import { htmlReport } from '../../testing/report/html-report.ts';
import { conversation, type Body } from '../../testing/arbitraries/conversation.ts';

const id = fc.constantFrom('a', 'b', 'b\u001B[2J');
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
/** What the kit tells itself, or something much like it. */
const place = fc.record({ message: fc.nat(5), block: fc.nat(3) }, { requiredKeys: [] });
const own = fc.record(
  {
    index: fc.nat(5),
    startedAt: fc.nat(),
    endedAt: fc.nat(),
    request: fc.record({ path: fc.string(), body: fc.oneof(body, fc.jsonValue()) }),
    messages: fc.array(message, { maxLength: 4 }),
    outcome: fc.constantFrom('answered', 'refused', 'open', 'else'),
    response: fc.oneof(
      fc.record({ status: fc.nat(600), body: message }),
      fc.jsonValue({ maxDepth: 1 }),
    ),
    violations: fc.array(
      fc.oneof(
        fc.record({ rule: id, message: fc.string(), path: fc.string() }),
        fc.jsonValue({ maxDepth: 1 }),
      ),
    ),
    invariants: fc.array(fc.record({ invariant: id, message: fc.string(), place })),
    toolCalls: fc.constant([]),
    exchanges: fc.array(fc.nat(3)),
  },
  { requiredKeys: ['request', 'messages', 'outcome'] },
);
const log = fc.oneof(
  own,
  fc.array(own, { maxLength: 4 }),
  fc.array(fc.record({ messages: fc.array(message), exchanges: fc.array(own, { maxLength: 3 }) })),

  fc.jsonValue(),
  body,
  fc.array(fc.oneof(body, message), { maxLength: 4 }),
  fc.array(fc.record({ request: body, response: message }), { maxLength: 4 }),
);

/** What a terminal would obey. */
const OBEYED = /[^\P{C}\n\t\p{Cf}\p{Cn}\p{Co}]|\p{Bidi_Control}/u;

function audit(text: string): void {
  const audited = auditLog({ file: 'log.json', text });
  const shown = formatAudit([audited], (_tone, words) => words);
  expect(shown).toMatch(/conversations?: /);
  expect(shown).not.toMatch(OBEYED);
  expect(JSON.parse(auditAsJson([audited]))).toHaveProperty('findings');
}

function show(text: string): void {
  const entry = shownFile({ file: 'log.json', text })[0]!;
  for (const { told, invariants, facts } of entry.conversations) {
    expect(formatTranscript(told, { columns: 80, invariants, ...facts })).not.toMatch(OBEYED);
  }
  const page = htmlReport([entry], { title: 'x' });
  const told = page.match(/class="finding" data-kind="invariant"/g) ?? [];
  const found = entry.conversations.flatMap(({ invariants }) =>
    // Two may differ in nothing but the exchange, or a block of no message.
    [
      ...new Set(
        invariants.map(({ invariant, message: words, place: { message: at, block: of } }) =>
          JSON.stringify([invariant, words, at, at === undefined ? undefined : of]),
        ),
      ),
    ],
  );
  expect(told.length).toBeGreaterThanOrEqual(found.length);
}

/** Compared with the request before it, whose call it answers. */
const NULL_IN_A_LATER_REQUEST = JSON.stringify([
  { messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'a' }] }] },
  { messages: [null, { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] }] },
]);

/** A run of which the findings stand at no message, one of them at a block all the same. */
const TWO_PLACES_THAT_ARE_NONE = JSON.stringify({
  request: { path: '', body: { messages: [] } },
  messages: [],
  outcome: 'answered',
  invariants: [
    { invariant: 'a', message: '', place: {} },
    { invariant: 'a', message: '', place: { block: 0 } },
  ],
  toolCalls: [],
  exchanges: [],
});

test('survives any JSON', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        log.map((value) => JSON.stringify(value)),
        fc.string(),
      ),
      (text) => {
        for (const read of [audit, show]) {
          try {
            read(text);
          } catch (error) {
            if (!(error instanceof EnsaioError) || error.code !== 'log-invalid') throw error;
          }
        }
      },
    ),
    { numRuns: 1000, examples: [[NULL_IN_A_LATER_REQUEST], [TWO_PLACES_THAT_ARE_NONE]] },
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

test('of two that begin alike, the one that is as far is gone on with', () => {
  const said = (count: number): object => ({
    messages: Array.from({ length: count }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: 'Go on.',
    })),
  });
  // The second begins before the last request of the first.
  const text = [1, 3, 1, 5, 3].map((count) => JSON.stringify(said(count))).join('\n');
  const { conversations } = loggedConversations(readLog('log.jsonl', text));
  const numbers = conversations.map(({ requests }) =>
    requests.map(({ messages }) => messages.length),
  );
  expect(numbers).toEqual([
    [1, 3, 5],
    [1, 3],
  ]);
});
