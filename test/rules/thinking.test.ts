/** How a model may be told to think, and what must come back of its thinking. */
import { expect, test } from 'vitest';
import {
  message,
  redactedThinking,
  serverToolResult,
  serverToolUse,
  simulate,
  thinking,
  toolUse,
  type ScriptBlock,
  type Simulation,
} from '../../fakes/index.ts';
import { signatureOf } from '../../src/wire/signature.ts';
import { body, send, type Sent } from '../support/send.ts';
import { checkCases, refused, type Case } from './cases.ts';

type Json = Record<string, unknown>;

const user = (content: unknown): Json => ({ role: 'user', content });
const assistant = (...content: unknown[]): Json => ({ role: 'assistant', content });
const text = (value: string): Json => ({ type: 'text', text: value });
const call = (id = 'a'): Json => ({ type: 'tool_use', id, name: 'look', input: {} });
const result = (id = 'a'): Json => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });
const thought = (value = 'Hm.', signature = signatureOf(value, 'test')): Json => ({
  type: 'thinking',
  thinking: value,
  signature,
});
const altered = (signature: string): string => `${signature.slice(0, 20)}x${signature.slice(21)}`;

const on = (model: string, fields: object = {}): Json => body({ model, ...fields });
const think = (model: string, type: string, effort?: string): Json =>
  on(model, {
    max_tokens: 4096,
    thinking: { type, ...(type === 'enabled' ? { budget_tokens: 1024 } : {}) },
    ...(effort === undefined ? {} : { output_config: { effort } }),
  });

const USE_ADAPTIVE =
  'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.';
const DISABLED = '"thinking.type.disabled" is not supported for this model.';

const kinds: readonly Case[] = [
  {
    name: 'a budget for a model since 4.7',
    rule: 'thinking-enabled-unsupported',
    facts: ['K02'],
    sent: think('claude-opus-4-7', 'enabled'),
    answer: refused(`"thinking.type.enabled" is not supported for this model. ${USE_ADAPTIVE}`),
    accepted: think('claude-opus-4-6', 'enabled'),
  },
  {
    name: 'adaptive thinking for a model up to 4.5',
    rule: 'thinking-adaptive-unsupported',
    facts: ['K03'],
    sent: think('claude-haiku-4-5', 'adaptive'),
    answer: refused('adaptive thinking is not supported on this model'),
    accepted: think('claude-haiku-4-5', 'enabled'),
  },
  {
    name: 'no thinking of a model that always thinks',
    rule: 'thinking-disabled-unsupported',
    facts: ['K04'],
    sent: think('claude-fable-5', 'disabled'),
    answer: refused(`${DISABLED} ${USE_ADAPTIVE}`),
    accepted: think('claude-fable-5', 'adaptive'),
  },
  {
    name: 'no thinking of Opus 5.5 at the lowest effort',
    rule: 'thinking-disabled-unsupported',
    facts: ['K04', '3.5'],
    sent: think('claude-opus-5-5', 'disabled', 'low'),
    answer: refused(`${DISABLED} ${USE_ADAPTIVE}`),
    accepted: think('claude-haiku-5-5', 'disabled', 'low'),
  },
  {
    name: 'no thinking of Mythos Preview, which takes a budget',
    rule: 'thinking-disabled-unsupported',
    facts: ['K04'],
    sent: think('claude-mythos-preview', 'disabled'),
    answer: refused(
      `${DISABLED} Thinking defaults to adaptive mode when not specified; use "thinking.type.enabled" with "budget_tokens" for extended thinking.`,
    ),
    accepted: think('claude-mythos-preview', 'enabled'),
  },
  {
    name: 'no thinking of Sonnet 5.5',
    rule: 'thinking-disabled-unsupported',
    facts: ['K05'],
    sent: think('claude-sonnet-5-5', 'disabled'),
    answer: refused(
      'To turn thinking off on this model, send "thinking": {"type": "between_tools"} instead of {"type": "disabled"}. The model does not think before responding. The short updates it writes between tool calls come back as thinking blocks.',
    ),
    accepted: think('claude-sonnet-5-5', 'between_tools'),
  },
  {
    name: 'no thinking of Opus 4.8, where that is asked for',
    rule: 'thinking-disabled-disputed',
    facts: ['K04'],
    simulation: { refuse: ['thinking-disabled-disputed'] },
    sent: think('claude-opus-4-8', 'disabled'),
    answer: refused(`${DISABLED} ${USE_ADAPTIVE}`),
    accepted: think('claude-opus-4-8', 'adaptive'),
  },
  {
    name: 'thinking between tools elsewhere',
    rule: 'thinking-between-tools-unsupported',
    facts: ['K06'],
    sent: think('claude-opus-5-5', 'between_tools'),
    answer: refused('"thinking.type.between_tools" is not supported for this model.'),
    accepted: think('claude-sonnet-5-5', 'between_tools'),
  },
  ...(
    [
      ['claude-opus-5', 'disabled', 'xhigh'],
      ['claude-haiku-5-5', 'disabled', 'max'],
      ['claude-sonnet-5-5', 'between_tools', 'xhigh'],
    ] as const
  ).map(([model, kind, effort]): Case => ({
    name: `${kind} thinking at effort ${effort} of ${model}`,
    rule: 'effort-without-thinking',
    facts: ['K07', '8.2'],
    sent: think(model, kind, effort),
    answer: refused(
      `output_config.effort '${effort}' is not supported when thinking is disabled on this model. Use effort 'high' or below, or enable thinking.`,
    ),
    accepted: think(model, kind, 'high'),
  })),
  {
    name: 'an effort that the model does not have',
    rule: 'effort-unsupported',
    facts: ['8.5'],
    sent: on('claude-opus-4-6', { output_config: { effort: 'xhigh' } }),
    answer: refused(
      "This model does not support effort level 'xhigh'. Supported levels: high, low, max, medium.",
    ),
    accepted: on('claude-opus-4-6', { output_config: { effort: 'max' } }),
  },
  {
    name: 'an effort of a model that knows none',
    rule: 'effort-unsupported',
    facts: ['8.5'],
    sent: on('claude-haiku-4-5', { output_config: { effort: 'low' } }),
    answer: refused('This model does not support the effort parameter.'),
    accepted: on('claude-haiku-4-5', { output_config: { effort: null } }),
  },
  {
    name: 'a budget as large as max_tokens',
    rule: 'thinking-budget-too-large',
    facts: ['K01'],
    sent: { ...think('claude-haiku-4-5', 'enabled'), max_tokens: 1024 },
    answer: refused('`max_tokens` must be greater than `thinking.budget_tokens`'),
    accepted: { ...think('claude-haiku-4-5', 'enabled'), max_tokens: 1025 },
  },
  {
    name: 'a small budget',
    rule: 'number-range',
    facts: ['S32'],
    sent: on('claude-haiku-4-5', { thinking: { type: 'enabled', budget_tokens: 1023 } }),
    answer: refused(
      'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
    ),
    accepted: think('claude-haiku-4-5', 'enabled'),
  },
];

const manual = (...messages: Json[]): Json => ({
  ...think('claude-haiku-4-5', 'enabled'),
  tools: [LOOK],
  messages,
});
const LOOK = { name: 'look', input_schema: { type: 'object' } };
const talk = (...messages: Json[]): Json => body({ tools: [LOOK], messages });

const missing = (index: number, found: string): string =>
  refused(
    `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${found}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking`,
  );
const MODIFIED =
  '`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.';

const blocks: readonly Case[] = [
  {
    name: 'a tool turn without thinking under a budget',
    rule: 'thinking-missing-first',
    facts: ['K08'],
    sent: manual(user('x'), assistant(call()), user([result()])),
    answer: missing(1, 'tool_use'),
    accepted: manual(user('x'), assistant(thought(), call()), user([result()])),
  },
  {
    name: 'an answer begun without thinking under a budget',
    rule: 'thinking-missing-first',
    facts: ['K08'],
    sent: manual(user('x'), assistant(text('It is'))),
    answer: missing(1, 'text'),
    accepted: manual(user('x'), assistant(text('It is')), user('Go on.')),
  },
  {
    name: 'a signature that was altered',
    rule: 'thinking-signature-invalid',
    facts: ['K09'],
    sent: talk(
      user('x'),
      assistant(thought('Hm.', altered(signatureOf('Hm.', 'test'))), call()),
      user([result()]),
    ),
    answer: refused('messages.1.content.0: Invalid `signature` in `thinking` block'),
    accepted: talk(user('x'), assistant(thought(), call()), user([result()])),
  },
  {
    name: 'a signature that was altered far back',
    rule: 'thinking-signature-invalid',
    facts: ['K09'],
    sent: talk(
      user('x'),
      assistant(text('So:'), thought('Hm.', altered(signatureOf('Hm.', 'test'))), text('y')),
      user('z'),
      assistant(text('w')),
      user('v'),
    ),
    answer: refused('messages.1.content.1: Invalid `signature` in `thinking` block'),
    accepted: talk(
      user('x'),
      assistant(text('So:'), thought(), text('y')),
      user('z'),
      assistant(text('w')),
      user('v'),
    ),
  },
  {
    name: 'thinking with an empty signature',
    rule: 'thinking-signature-invalid',
    facts: ['K09'],
    sent: talk(user('x'), assistant(thought('Hm.', ''), call()), user([result()])),
    answer: refused('messages.1.content.0: Invalid `signature` in `thinking` block'),
    accepted: talk(user('x'), assistant(thought('Hm.', 'SIG1'), call()), user([result()])),
  },
  {
    name: 'a signature of another place, where that is asked for',
    rule: 'thinking-signature-foreign',
    facts: ['K09'],
    simulation: { refuse: ['thinking-signature-foreign'] },
    sent: talk(user('x'), assistant(thought('Hm.', 'SIG1'), call()), user([result()])),
    answer: refused('messages.1.content.0: Invalid `signature` in `thinking` block'),
    accepted: talk(user('x'), assistant(thought(), call()), user([result()])),
  },
  {
    name: 'redacted thinking without data',
    rule: 'redacted-thinking-invalid',
    facts: ['K10'],
    sent: talk(
      user('x'),
      assistant({ type: 'redacted_thinking', data: '' }, call()),
      user([result()]),
    ),
    answer: refused('messages.1.content.0: Invalid `data` in `redacted_thinking` block'),
    accepted: talk(
      user('x'),
      assistant({ type: 'redacted_thinking', data: 'sealed' }, call()),
      user([result()]),
    ),
  },
  {
    name: 'thinking edited under its signature',
    rule: 'thinking-modified',
    facts: ['K11'],
    sent: talk(
      user('x'),
      assistant(thought('Hm?', signatureOf('Hm.', 'test')), call()),
      user([result()]),
    ),
    answer: refused(`messages.1.content.0: ${MODIFIED}`),
    accepted: talk(
      user('x'),
      assistant(thought('', signatureOf('Hm.', 'test')), call()),
      user([result()]),
    ),
  },
  {
    name: 'a message that ends in thinking',
    rule: 'thinking-last',
    facts: ['K12'],
    sent: talk(
      user('x'),
      assistant(text('y')),
      user('z'),
      assistant(text('w'), thought()),
      user('v'),
    ),
    answer: refused('messages.3: The final block in an assistant message cannot be `thinking`.'),
    accepted: talk(
      user('x'),
      assistant(text('w'), thought()),
      user('z'),
      assistant(text('y')),
      user('v'),
    ),
  },
  {
    name: 'a request that ends in thinking, before it is looked at as a prefill',
    rule: 'thinking-last',
    facts: ['K12'],
    sent: talk(user('x'), assistant(thought())),
    answer: refused('messages.1: The final block in an assistant message cannot be `thinking`.'),
    accepted: talk(user('x'), assistant(thought(), text('y')), user('z')),
  },
  {
    name: 'thinking with neither text nor signature',
    rule: 'thinking-empty',
    facts: ['K13'],
    sent: talk(user('x'), assistant(thought('', ''), call()), user([result()])),
    answer: refused('messages.1.content.0.thinking: each thinking block must contain thinking'),
    accepted: talk(user('x'), assistant(thought(''), call()), user([result()])),
  },
];

/** Refused in 2025, and only when told to now. */
const former: readonly Case[] = [
  {
    // anthropics/claude-code#20705
    name: 'thinking after text with a budget',
    rule: 'thinking-not-first',
    facts: ['K15'],
    sent: manual(user('x'), assistant(text('y'), thought(), text('z')), user('u')),
    answer: refused(
      'messages.1.content.0: If an assistant message contains any thinking blocks, the first block must be `thinking` or `redacted_thinking`. Found `text`.',
    ),
    accepted: manual(user('x'), assistant(thought(), text('z')), user('u')),
  },
  {
    // tailcallhq/forgecode#1853
    name: 'thinking in a turn that goes on without thinking',
    rule: 'thinking-while-off',
    sent: {
      ...talk(user('x'), assistant(thought(), call()), user([result()])),
      model: 'claude-haiku-4-5',
    },
    answer: refused(
      'messages.1.content.0: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request.',
    ),
    // A model that thinks unless it is told otherwise.
    accepted: talk(user('x'), assistant(thought(), call()), user([result()])),
  },
  {
    name: 'thinking in a turn that goes on with thinking turned off',
    rule: 'thinking-while-off',
    sent: {
      ...talk(user('x'), assistant(thought(), call()), user([result()])),
      thinking: { type: 'disabled' },
    },
    answer: refused(
      'messages.1.content.0: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request.',
    ),
    accepted: talk(user('x'), assistant(thought(), text('y')), user('z')),
  },
].map((row) => ({ simulation: { refuse: [row.rule] }, ...row }));

checkCases([...kinds, ...blocks, ...former]);

test('takes a budget over max_tokens where thinking is interleaved', async () => {
  const simulation = simulate(['Fine.']);
  const sent = { ...think('claude-sonnet-4-5', 'enabled'), max_tokens: 1000 };
  const headers = { 'anthropic-beta': 'interleaved-thinking-2025-05-14' };
  expect((await send(simulation, sent, { headers })).status).toBe(200);
});

const ACCEPTED: readonly (readonly [what: string, sent: object])[] = [
  // K16: thinking that changes within a turn.
  [
    'thinking turned off within a tool turn',
    {
      ...talk(user('x'), assistant(thought(), call()), user([result()])),
      thinking: { type: 'disabled' },
    },
  ],
  [
    'adaptive thinking turned on within a tool turn',
    {
      ...talk(user('x'), assistant(call()), user([result()])),
      thinking: { type: 'adaptive' },
    },
  ],
  [
    'a tool turn that thought at its beginning alone',
    manual(
      user('x'),
      assistant(thought(), call('a')),
      user([result('a')]),
      assistant(text('And now'), call('b')),
      user([result('b')]),
    ),
  ],
  [
    'turns without thinking before the last one',
    manual(user('x'), assistant(call()), user([result()]), assistant(text('y')), user('z')),
  ],
  // K15: an old rule, and models think between other blocks now.
  [
    'thinking after text',
    talk(user('x'), assistant(text('y'), thought(), call()), user([result()])),
  ],
  ['every kind of an unknown model', think('claude-test', 'between_tools', 'max')],
  ['no thinking of Opus 5 at high effort', think('claude-opus-5', 'disabled', 'high')],
  ['no thinking of Sonnet 5', think('claude-sonnet-5', 'disabled', 'max')],
];

test.each(ACCEPTED)('accepts %s', async (_what, sent) => {
  const answer = await send(simulate(['Fine.']), sent);
  expect(answer.status, answer.text).toBe(200);
});

/** The model says `said`, and the app sends back what `change` makes of it, with results for its calls. */
async function sendBack(
  simulation: Simulation,
  change: (content: Json[]) => Json[],
): Promise<Sent> {
  const first = await send(simulation, talk(user('x')));
  const content = first.body.content as Json[];
  const results = content
    .filter(({ type }) => type === 'tool_use')
    .map(({ id }) => result(id as string));
  return send(
    simulation,
    talk(user('x'), assistant(...change(content)), user(results.length > 0 ? results : 'y')),
  );
}

interface Change {
  readonly name: string;
  readonly said: readonly ScriptBlock[];
  readonly change: (content: Json[]) => Json[];
  /** What answers, or nothing when it is accepted. */
  readonly answer?: string;
  readonly rule?: string;
}

const without =
  (...indexes: number[]) =>
  (content: Json[]): Json[] =>
    content.filter((_block, index) => !indexes.includes(index));

const edit =
  (index: number, fields: Json) =>
  (content: Json[]): Json[] =>
    content.map((block, at) => (at === index ? { ...block, ...fields } : block));

const TWO = [thinking('One.'), thinking('Two.'), toolUse('look')];
const MIXED = [thinking('One.'), redactedThinking('sealed'), toolUse('look')];

const CHANGES: readonly Change[] = [
  { name: 'nothing', said: MIXED, change: (content) => content },
  {
    name: 'the text of a block',
    said: TWO,
    change: edit(1, { thinking: 'Three.' }),
    rule: 'thinking-modified',
    answer: `messages.1.content.1: ${MODIFIED}`,
  },
  { name: 'the text, to none', said: TWO, change: edit(1, { thinking: '' }) },
  {
    name: 'the text of a block that came without',
    said: [thinking(''), toolUse('look')],
    change: edit(0, { thinking: 'Three.' }),
  },
  {
    name: 'the signature of a block',
    said: [thinking('One.', { signature: 'SIG1' }), toolUse('look')],
    change: edit(0, { signature: 'SIG2' }),
    rule: 'thinking-signature-invalid',
    answer: 'messages.1.content.0: Invalid `signature` in `thinking` block',
  },
  {
    name: 'the data of a redacted block',
    said: MIXED,
    change: edit(1, { data: 'opened' }),
    rule: 'redacted-thinking-invalid',
    answer: 'messages.1.content.1: Invalid `data` in `redacted_thinking` block',
  },
  {
    name: 'the data of a redacted block, to none',
    said: MIXED,
    change: edit(1, { data: '' }),
    rule: 'redacted-thinking-invalid',
    answer: 'messages.1.content.1: Invalid `data` in `redacted_thinking` block',
  },
  {
    name: 'the order of blocks',
    said: TWO,
    change: ([one, two, ...rest]) => [two!, one!, ...rest],
    rule: 'thinking-modified',
    answer: `messages.1.content.0: ${MODIFIED}`,
  },
  {
    name: 'a block left out of two',
    said: TWO,
    change: without(0),
    rule: 'thinking-modified',
    answer: `messages.1.content.0: ${MODIFIED}`,
  },
  {
    name: 'the redacted block left out',
    said: MIXED,
    change: without(1),
    rule: 'thinking-modified',
    answer: `messages.1.content.1: ${MODIFIED}`,
  },
  {
    name: 'a block added',
    said: TWO,
    change: ([one, two, ...rest]) => [one!, two!, thought('Three.'), ...rest],
    rule: 'thinking-modified',
    answer: `messages.1.content.2: ${MODIFIED}`,
  },
  {
    name: 'all thinking left out of a tool turn, a redacted block with it',
    said: [redactedThinking('sealed'), toolUse('look')],
    change: without(0),
    rule: 'thinking-modified',
    answer: `messages.1.content.0: ${MODIFIED}`,
  },
  { name: 'all thinking left out', said: TWO, change: without(0, 1) },
  {
    name: 'thinking before an answer edited',
    said: [thinking('One.'), { type: 'text', text: 'Yes.' }],
    change: edit(0, { thinking: 'Two.' }),
    rule: 'thinking-modified',
    answer: `messages.1.content.0: ${MODIFIED}`,
  },
];

test.each(CHANGES)(
  'compares the latest message with what was sent: $name',
  async ({ said, change, rule, answer }) => {
    const simulation = simulate([message([...said]), 'Fine.']);
    const back = await sendBack(simulation, change);
    expect(simulation.violations.map((violation) => violation.rule)).toEqual(rule ? [rule] : []);
    expect(back.body.error?.message).toBe(answer);
  },
);

test('notes thinking that was left out as a whole, and refuses it where that is asked for', async () => {
  const lenient = simulate([message(TWO), 'Fine.']);
  await sendBack(lenient, without(0, 1));
  expect(lenient.notes.map(({ rule }) => rule)).toEqual(['thinking-dropped']);
  const strict = simulate([message(TWO), 'Fine.'], { refuse: ['thinking-dropped'] });
  const answer = await sendBack(strict, without(0, 1));
  expect(answer.body.error.message).toBe(`messages.1.content.0: ${MODIFIED}`);
});

test('takes redacted thinking left out after a turn of tools for dropped, not for modified', async () => {
  const simulation = simulate([
    [toolUse('look')],
    [redactedThinking('sealed'), serverToolUse('web_search'), serverToolResult('web_search', [])],
    'Fine.',
  ]);
  const first = await send(simulation, talk(user('x')));
  const [use] = first.body.content as Json[];
  const asked = [user('x'), assistant(use!), user([result(use!['id'] as string)])];
  const second = await send(simulation, talk(...asked));
  const [, ...said] = second.body.content as Json[];
  const answer = await send(simulation, talk(...asked, assistant(...said), user('y')));
  expect(answer.status, answer.text).toBe(200);
  expect(simulation.notes.map(({ rule }) => rule)).toEqual(['thinking-dropped']);
});

test('compares nothing that two replies could be the origin of', async () => {
  const twice = [redactedThinking('sealed'), { type: 'text' as const, text: 'Yes.' }];
  const simulation = simulate([
    message([thinking('One.'), ...twice]),
    message([thinking('Two.'), ...twice]),
    'Fine.',
  ]);
  await send(simulation, talk(user('x')));
  await send(simulation, talk(user('x')));
  const answer = await send(simulation, talk(user('x'), assistant(...twice), user('y')));
  expect(answer.status, answer.text).toBe(200);
});

test('forgets what it said when it is reset', async () => {
  const simulation = simulate([message(TWO)]);
  const first = await send(simulation, talk(user('x')));
  simulation.reset(['Fine.']);
  const [, two, use] = first.body.content as Json[];
  const answer = await send(
    simulation,
    talk(user('x'), assistant(two, use), user([result(use!['id'] as string)])),
  );
  expect(answer.status, answer.text).toBe(200);
});
