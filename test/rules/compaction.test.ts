/** Compaction on demand: how a summary is asked for, and how it is carried on. */
import { expect, test } from 'vitest';
import {
  compaction,
  fakeAnthropic,
  message as turn,
  overloaded,
  refusal,
  simulate,
  streamed,
  text as words,
  thinking,
  toolUse,
  type TurnInput,
} from '../../fakes/index.ts';
import { compactionSignatureOf } from '../../src/wire/signature.ts';
import { body, send } from '../support/send.ts';
import { checkCases, refused } from './cases.ts';

const BETA = 'compact-2026-09-04';
const beta = (...more: string[]) => ({ headers: { 'anthropic-beta': [BETA, ...more].join(',') } });
const compact = { type: 'summarize' };

type Json = Record<string, unknown>;
const user = (content: unknown): Json => ({ role: 'user', content });
const assistant = (content: unknown): Json => ({ role: 'assistant', content });

const talk = [user('One.'), assistant('Two.'), user('Three.')];
const ask = (fields: object = {}): Json => body({ messages: talk, compaction: compact, ...fields });

const summary = (fields: object = {}, content = 'So far: two.'): Json => {
  const block = { type: 'compaction', content, tool_changes: [] };
  return { ...block, signature: compactionSignatureOf(block, 'test'), ...fields };
};
const carry = (...messages: Json[]): Json => body({ messages });

const text = { type: 'text', text: 'Go on.' };
const coded = (message: string, code: string): string => `${refused(message)} [${code}]`;
const excluded = (name: string): string =>
  refused(`${name}: not supported together with \`compaction\``);

checkCases(
  [
    {
      name: 'context management beside it',
      rule: 'compaction-not-combinable',
      facts: ['5.3'],
      sent: ask({ context_management: { edits: [] } }),
      options: beta('context-management-2025-06-27'),
      answer: excluded('context_management'),
      accepted: ask(),
    },
    {
      name: 'stop sequences beside it',
      rule: 'compaction-not-combinable',
      facts: ['5.3'],
      sent: ask({ stop_sequences: ['x'] }),
      answer: excluded('stop_sequences'),
      accepted: ask({ stop_sequences: [] }),
    },
    {
      name: 'an output format beside it',
      rule: 'compaction-not-combinable',
      facts: ['5.3'],
      sent: ask({
        output_config: {
          format: {
            type: 'json_schema',
            schema: { type: 'object', properties: {}, additionalProperties: false },
          },
        },
      }),
      answer: excluded('output_config.format'),
      accepted: ask({ output_config: { effort: 'low' } }),
    },
    {
      name: 'a forced tool beside it',
      rule: 'compaction-not-combinable',
      facts: ['5.3'],
      sent: ask({
        tools: [{ name: 'look', input_schema: { type: 'object' } }],
        tool_choice: { type: 'any' },
      }),
      answer: excluded('tool_choice'),
      accepted: ask({
        tools: [{ name: 'look', input_schema: { type: 'object' } }],
        tool_choice: { type: 'auto' },
      }),
    },
    {
      name: 'a remaining budget beside it',
      rule: 'compaction-not-combinable',
      facts: ['5.3'],
      sent: ask({
        output_config: { task_budget: { type: 'tokens', total: 50_000, remaining: 9 } },
      }),
      options: beta('task-budgets-2026-03-13'),
      answer: excluded('output_config.task_budget.remaining'),
      accepted: ask({ output_config: { task_budget: { type: 'tokens', total: 50_000 } } }),
      acceptedOptions: beta('task-budgets-2026-03-13'),
    },
    {
      name: 'a remaining budget with a carried summary',
      rule: 'compaction-budget-remaining',
      facts: ['5.3'],
      sent: {
        ...carry(user([summary(), text])),
        output_config: { task_budget: { type: 'tokens', total: 50_000, remaining: 9 } },
      },
      options: beta('task-budgets-2026-03-13'),
      answer: refused(
        'output_config.task_budget.remaining: not supported together with a `compaction` block',
      ),
      accepted: {
        ...carry(user([summary(), text])),
        output_config: { task_budget: { type: 'tokens', total: 50_000 } },
      },
      acceptedOptions: beta('task-budgets-2026-03-13'),
    },
    {
      name: 'instructions that are too long',
      rule: 'compaction-instructions-too-long',
      facts: ['5.1'],
      sent: ask({ compaction: { ...compact, instructions: 'x'.repeat(16_385) } }),
      answer: refused('compaction.instructions: String should have at most 16384 characters'),
      accepted: ask({ compaction: { ...compact, instructions: 'x'.repeat(16_384) } }),
    },
    {
      name: 'nothing to summarize',
      rule: 'compaction-nothing-to-summarize',
      facts: ['5.6'],
      sent: ask({ messages: [] }),
      answer: coded('messages: nothing to summarize', 'compaction_nothing_to_summarize'),
      accepted: ask({ messages: [user('One.')] }),
    },
    {
      name: 'calls without results at the end',
      rule: 'compaction-incomplete-turn',
      facts: ['5.3', '5.6'],
      sent: ask({
        messages: [
          user('One.'),
          assistant([{ type: 'tool_use', id: 'a', name: 'look', input: {} }]),
        ],
      }),
      answer: coded(
        'messages.1: the last assistant turn is not finished',
        'compaction_incomplete_turn',
      ),
      accepted: ask({
        messages: [
          user('One.'),
          assistant([{ type: 'tool_use', id: 'a', name: 'look', input: {} }]),
          user([{ type: 'tool_result', tool_use_id: 'a' }]),
        ],
      }),
    },
    {
      name: 'two summaries',
      rule: 'compaction-block-ambiguous',
      facts: ['5.6'],
      sent: carry(assistant([summary()]), user([summary(), text])),
      answer: coded(
        'messages.1.content.0: more than one `compaction` block with content',
        'compaction_block_ambiguous',
      ),
      accepted: carry(assistant([summary()]), user([text])),
    },
    {
      name: 'a summary behind a text',
      rule: 'compaction-block-misplaced',
      facts: ['5.4', '5.6'],
      sent: carry(user([text, summary()])),
      answer: coded(
        'messages.0.content.1: a `compaction` block must come first in `messages`',
        'compaction_block_misplaced',
      ),
      accepted: carry(user([summary(), text])),
    },
    {
      name: 'a summary in a later message',
      rule: 'compaction-block-misplaced',
      facts: ['5.4', '5.6'],
      sent: carry(user([text]), assistant([summary()]), user([text])),
      answer: coded(
        'messages.1.content.0: a `compaction` block must come first in `messages`',
        'compaction_block_misplaced',
      ),
      accepted: carry(assistant([summary()]), user([text])),
    },
    {
      name: 'a signature that was tampered with',
      rule: 'compaction-signature-invalid',
      facts: ['5.6'],
      sent: carry(
        user([summary({ signature: `${String(summary()['signature']).slice(0, -4)}AA==` }), text]),
      ),
      answer: coded(
        'messages.0.content.0: the `signature` of the block does not verify',
        'compaction_signature_invalid',
      ),
      accepted: carry(user([summary(), text])),
    },
    {
      name: 'a signature of nobody, when told to',
      rule: 'compaction-signature-foreign',
      facts: ['5.6'],
      sent: carry(user([summary({ signature: 'c2ln' }), text])),
      simulation: { refuse: ['compaction-signature-foreign'] },
      answer: coded(
        'messages.0.content.0: the `signature` of the block does not verify',
        'compaction_signature_invalid',
      ),
      accepted: carry(user([summary(), text])),
    },
    {
      name: 'a summary that was edited',
      rule: 'compaction-content-mismatch',
      facts: ['5.6'],
      sent: carry(user([summary({ content: 'So far: three.' }), text])),
      answer: coded(
        'messages.0.content.0: `compaction` block `content` does not match its `signature`',
        'compaction_content_mismatch',
      ),
      accepted: carry(user([summary(), text])),
    },
    {
      name: 'tool changes that were dropped',
      rule: 'compaction-tool-changes-mismatch',
      facts: ['5.6'],
      sent: carry(user([summary({ tool_changes: null }), text])),
      answer: coded(
        'messages.0.content.0: `tool_changes` differs from what was returned with the block',
        'compaction_tool_changes_mismatch',
      ),
      accepted: carry(user([summary(), text])),
    },
  ].map((row) => ({ options: beta(), acceptedOptions: beta(), ...row })),
);

test('takes a summary with the signature of the real API, with a note', async () => {
  const simulation = simulate(['Fine.']);
  const answer = await send(
    simulation,
    carry(user([summary({ signature: 'c2ln' }), text])),
    beta(),
  );
  expect(answer.status).toBe(200);
  expect(simulation.notes).toMatchObject([{ rule: 'compaction-signature-foreign' }]);
});

const THRESHOLD = { headers: { 'anthropic-beta': 'compact-2026-01-12' } };
const made = { type: 'compaction', content: 'So far.', encrypted_content: 'enc' };
const onTheWay = carry(user('x'), assistant([made, text]), user('y'));
const withEdit = {
  ...onTheWay,
  context_management: { edits: [{ type: 'compact_20260112' }] },
};

checkCases([
  {
    name: 'the summary of a threshold without its edit, when told to',
    rule: 'compaction-strategy-missing',
    simulation: { refuse: ['compaction-strategy-missing'] },
    sent: onTheWay,
    options: THRESHOLD,
    answer: refused(
      'messages.1.content.0: `compaction` blocks require a `compact_20260112` strategy in `context_management.edits`.',
    ),
    accepted: withEdit,
    acceptedOptions: THRESHOLD,
  },
  {
    name: 'a summary made on demand without its signature, when told to',
    rule: 'compaction-signature-missing',
    simulation: { refuse: ['compaction-signature-missing'] },
    sent: carry(user([summary({ signature: null }), text])),
    options: beta(),
    answer: refused(
      'messages.0.content.0: a `compaction` block with `content` requires its `signature`',
    ),
    accepted: carry(user([summary(), text])),
    acceptedOptions: beta(),
  },
  {
    name: 'a signed summary with the beta of a threshold, when told to',
    rule: 'compaction-signature-beta',
    simulation: { refuse: ['compaction-signature-beta'] },
    sent: carry(user([summary(), text])),
    options: THRESHOLD,
    answer: refused(
      'messages.0.content.0: `signature` requires anthropic-beta: compact-2026-09-04',
    ),
    accepted: carry(user([summary(), text])),
    acceptedOptions: beta('compact-2026-01-12'),
  },
]);

test.each([
  ['of a threshold, wherever it stands', onTheWay, THRESHOLD],
  [
    'of a threshold, wherever it stands, in a request that takes both',
    withEdit,
    beta('compact-2026-01-12'),
  ],
  [
    'that failed and says nothing',
    carry(assistant([{ ...made, content: null }, text]), user('y')),
    THRESHOLD,
  ],
])('takes a summary %s', async (_what, sent, options) => {
  const answer = await send(simulate(['Fine.']), sent, options);
  expect(answer.status, answer.text).toBe(200);
});

const INSTEAD =
  "Answer it with [compaction('…')] alone, in YAML `[{ type: compaction, content: … }]`, or with message([]) where no summary comes of it.";

test.each<[string, TurnInput]>([
  ['text', 'Fine.'],
  ['text, tool_use', [words('Let me look.'), toolUse('look')]],
  ['thinking, compaction', [thinking('Hm.'), compaction('So far.')]],
  ['text', streamed('Fine.', { bytes: 1 })],
])('a request for a summary is not answered with %s (5.2)', async (received, given) => {
  const answer = await send(simulate([given]), ask(), beta());
  expect([answer.status, answer.body.error]).toEqual([
    418,
    {
      type: 'invalid_request_error',
      message: `[ensaio] Request 1: turn 1 failed: the request asks for a summary with \`compaction\`, and the turn answers with ${received}. ${INSTEAD}`,
      details: { error_code: 'ensaio_turn_failed' },
    },
  ]);
});

test.each<[string, TurnInput]>([
  ['the summary alone', [compaction('So far.')]],
  ['nothing (5.5)', ''],
  ['a refusal', refusal()],
  ['an error', overloaded()],
])('a request for a summary is answered with %s', async (_what, given) => {
  const simulation = simulate([given]);
  await send(simulation, ask(), beta());
  simulation.assertDone();
});

test('answers a request for a summary as documented, and takes the summary back', async () => {
  const simulation = simulate([[compaction('So far: two.')], 'Four.']);
  const { body: asked } = await send(simulation, ask(), beta());
  expect(asked).toMatchObject({
    content: [{ type: 'compaction', content: 'So far: two.' }],
    stop_reason: 'compaction',
    usage: { input_tokens: 0, output_tokens: 0, iterations: [{ type: 'compaction' }] },
  });
  expect(asked.usage.iterations[0].input_tokens).toBeGreaterThan(0);
  expect(asked.usage.iterations[0].output_tokens).toBeGreaterThan(0);
  await send(simulation, carry(assistant(asked.content), user('Three.')), beta());
  simulation.assertDone();
});

test('streams a summary whole, and the one of a threshold in a delta', async () => {
  const signed = await send(simulate([[compaction('So far.')]]), ask({ stream: true }), beta());
  expect(signed.text).toMatch(/content_block_start.*"content":"So far\."/);
  expect(signed.text).not.toContain('content_block_delta');
  const client = fakeAnthropic([
    turn([
      { type: 'compaction', content: 'So far.', encrypted_content: 'enc' },
      { type: 'text', text: 'On.' },
    ]),
  ]);
  const whole = await client.beta.messages
    .stream({ model: 'claude-opus-5', max_tokens: 9, messages: [{ role: 'user', content: 'x' }] })
    .finalMessage();
  expect(whole.content).toMatchObject([
    { type: 'compaction', content: 'So far.', encrypted_content: 'enc' },
    { type: 'text', text: 'On.' },
  ]);
});

test('echoes context management', async () => {
  const { body: answer } = await send(
    simulate([[toolUse('look')]]),
    body({ context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] } }),
    { headers: { 'anthropic-beta': 'context-management-2025-06-27' } },
  );
  expect(answer.context_management).toEqual({ applied_edits: [] });
});
