/** Message threads: a request that sends only what is new stands for the whole conversation. */
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { expect, test } from 'vitest';
import {
  checkInvariants,
  fakeAnthropic,
  overloaded,
  respond,
  simulate,
  streamed,
  text,
  toolUse,
  when,
  type Clock,
} from '../../fakes/index.ts';
import { body, send, type Sent } from '../support/send.ts';

const BETA = { headers: { 'anthropic-beta': 'message-threads-2026-08-12' } };
const tools = [{ name: 'look', input_schema: { type: 'object' } }];

const create = (fields = {}) => body({ system: 'S', tools, thread: { type: 'create' }, ...fields });

const proceed = (
  previous: Sent | string,
  messages: unknown[] = [{ role: 'user', content: 'On.' }],
  fields = {},
) => {
  const previous_message_id =
    typeof previous === 'string' ? previous : (previous.body.id as string);
  return body({ messages, thread: { type: 'continue', previous_message_id }, ...fields });
};

function errorCode({ status, body: answer }: Sent): unknown[] {
  return [status, answer.error?.type, answer.error?.details?.error_code];
}

test('puts the conversation together for routes, rules, transcripts and respond', async () => {
  const simulation = simulate([
    [toolUse('look', {}, { id: 'toolu_a' })],
    respond((request, { messages }) => `${request.messages.length} of ${messages.length}`),
  ]);
  const first = await send(simulation, create(), BETA);
  const result = [
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_a', content: 'seen' }] },
  ];
  const second = await send(simulation, proceed(first, result), BETA);
  expect(second.body.content[0].text).toBe('1 of 3');
  expect(simulation.journal[1]!.request.body.messages).toHaveLength(1);
  expect(simulation.transcripts).toHaveLength(1);
  expect(simulation.transcripts[0]!.messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
  ]);
  expect(checkInvariants(simulation.transcripts[0]!)).toEqual([]);
});

test('judges the whole conversation: a call left open on the thread is refused', async () => {
  const simulation = simulate([[toolUse('look', {}, { id: 'toolu_a' })], 'never']);
  const first = await send(simulation, create(), BETA);
  const second = await send(simulation, proceed(first), BETA);
  expect(second.status).toBe(400);
  expect(second.body.error.message).toMatch(
    /^messages\.2: `tool_use` ids were found without .*: toolu_a\./,
  );
  // A refused continuation uses nothing up.
  const result = [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_a' }] }];
  expect((await send(simulation, proceed(first, result), BETA)).status).toBe(200);
});

test('resumes a paused turn with no new message', async () => {
  const simulation = simulate([
    { type: 'message', content: [], stop_reason: 'pause_turn' },
    'Done.',
  ]);
  const first = await send(simulation, create(), BETA);
  expect((await send(simulation, proceed(first, []), BETA)).status).toBe(200);
});

test('refuses a second continuation of one reply', async () => {
  const simulation = simulate(['a', 'b', 'c']);
  const first = await send(simulation, create(), BETA);
  await send(simulation, proceed(first), BETA);
  expect(errorCode(await send(simulation, proceed(first), BETA))).toEqual([
    400,
    'invalid_request_error',
    'thread_already_continued',
  ]);
});

test('refuses a continuation while another is under way', async () => {
  let finish: (text: string) => void = () => undefined;
  const simulation = simulate([
    'a',
    respond(() => new Promise<string>((resolve) => (finish = resolve))),
  ]);
  const first = await send(simulation, create(), BETA);
  const under = send(simulation, proceed(first), BETA);
  await expect.poll(() => simulation.pending.length).toBe(0);
  expect(errorCode(await send(simulation, proceed(first), BETA))[2]).toBe(
    'thread_continue_in_flight',
  );
  finish('b');
  expect((await under).status).toBe(200);
});

test('a failed or unfinished continuation leaves the reply free', async () => {
  const simulation = simulate(['a', overloaded(), streamed('b', { cutAfter: { events: 3 } }), 'c']);
  const first = await send(simulation, create(), BETA);
  expect((await send(simulation, proceed(first), BETA)).status).toBe(529);
  await send(simulation, proceed(first, undefined, { stream: true }), BETA);
  expect((await send(simulation, proceed(first), BETA)).status).toBe(200);
});

test('forgets a thread five minutes after its last reply, on its own clock', async () => {
  let now = 0;
  const clock: Clock = { now: () => now, sleep: () => Promise.resolve() };
  const simulation = simulate(['a', 'b', 'c'], { clock });
  const first = await send(simulation, create(), BETA);
  now += 5 * 60_000;
  const second = await send(simulation, proceed(first), BETA);
  expect(second.status).toBe(200);
  now += 5 * 60_000 + 1;
  expect(errorCode(await send(simulation, proceed(second), BETA))).toEqual([
    404,
    'not_found_error',
    'thread_not_found',
  ]);
});

const withFields = (fields: object) => (first: Sent) => proceed(first, undefined, fields);
const MISMATCH = 'thread: the request does not match the thread: differing field(s): ';

test.each<[string, (first: Sent) => object, object, string]>([
  [
    'a reply nobody gave',
    () => proceed('msg_unknown'),
    BETA,
    'thread: no stored state for `previous_message_id`: it expired, or was never stored [thread_not_found]',
  ],
  [
    'the same tools again',
    withFields({ tools }),
    BETA,
    'tools: may not be repeated on a request that continues a thread []',
  ],
  [
    'the same system prompt again',
    withFields({ system: 'S' }),
    BETA,
    'system: may not be repeated on a request that continues a thread []',
  ],
  [
    'other tools and another system prompt',
    withFields({ tools: [], system: 'T' }),
    BETA,
    `${MISMATCH}system, tools [thread_fingerprint_mismatch]`,
  ],
  [
    'another effort',
    withFields({ output_config: { effort: 'low' } }),
    BETA,
    `${MISMATCH}output_config [thread_fingerprint_mismatch]`,
  ],
  [
    'another model',
    withFields({ model: 'claude-sonnet-5' }),
    BETA,
    `${MISMATCH}model [thread_fingerprint_mismatch]`,
  ],
  [
    'context management',
    withFields({ context_management: { edits: [] } }),
    {
      headers: {
        'anthropic-beta': `${BETA.headers['anthropic-beta']},context-management-2025-06-27`,
      },
    },
    'thread: not supported together with context_management [thread_unsupported_request]',
  ],
])('refuses %s on a continuation', async (_name, make, options, expected) => {
  const simulation = simulate(['a', 'b']);
  const first = await send(simulation, create(), BETA);
  const { body: answer } = await send(simulation, make(first), options);
  expect(`${answer.error.message} [${answer.error.details?.error_code ?? ''}]`).toBe(expected);
  expect(() => simulation.assertDone()).toThrow('Refused by the API');
});

test.each<[string, (first: Sent) => object]>([
  [
    'other limits and metadata',
    withFields({ max_tokens: 9, stop_sequences: ['x'], metadata: { user_id: 'u' } }),
  ],
  ['the same model and thinking', withFields({ model: 'claude-opus-5' })],
  ['another tool choice', withFields({ tool_choice: { type: 'none' } })],
  ['no new message', (first) => proceed(first, [])],
])('takes %s on a continuation', async (_name, make) => {
  const simulation = simulate(['a', 'b']);
  const first = await send(simulation, create(), BETA);
  expect((await send(simulation, make(first), BETA)).status).toBe(200);
});

test('refuses what is doubtful when told to', async () => {
  const simulation = simulate(['a'], {
    refuse: ['thread-tool-choice-changed', 'thread-nothing-new'],
  });
  const first = await send(simulation, create(), BETA);
  await send(simulation, withFields({ tool_choice: { type: 'none' } })(first), BETA);
  await send(simulation, proceed(first, []), BETA);
  expect(simulation.violations.map(({ rule }) => rule)).toEqual([
    'thread-tool-choice-changed',
    'thread-nothing-new',
  ]);
});

test('refuses a thread without its beta', async () => {
  const simulation = simulate(['a']);
  const { body: answer } = await send(simulation, create());
  expect(answer.error.message).toContain('message-threads-2026-08-12');
});

const runnerTool = betaTool({
  name: 'look',
  description: 'Looks.',
  inputSchema: { type: 'object', properties: {} },
  run: () => 'seen',
});

test.each([
  {
    threads: 'lose' as const,
    requests: [
      'answered create 1',
      'refused continue 1',
      'answered create 3',
      'refused continue 1',
      // Lost again right after a replay: the runner gives threads up.
      'answered unthreaded 5',
    ],
  },
  {
    threads: 'refuse' as const,
    requests: [
      'refused create 1',
      'answered unthreaded 1',
      'answered unthreaded 3',
      'answered unthreaded 5',
    ],
  },
])('told to $threads threads, the SDK goes on by itself', async ({ threads, requests }) => {
  const client = fakeAnthropic([[toolUse('look')], [toolUse('look')], 'Done.'], { threads });
  const answer = await client.beta.messages.toolRunner({
    model: 'claude-opus-5',
    max_tokens: 64,
    tools: [runnerTool],
    messages: [{ role: 'user', content: 'Look twice.' }],
  });
  expect(answer.content).toMatchObject([{ text: 'Done.' }]);
  client.simulation.assertDone();
  expect(client.simulation.transcripts).toHaveLength(1);
  expect(
    client.simulation.journal.map(
      ({ outcome, request: { body: sent } }) =>
        `${outcome} ${sent.thread?.type ?? 'unthreaded'} ${sent.messages.length}`,
    ),
  ).toEqual(requests);
});

test('does not hold it against the SDK that it tries whether a thread takes context management', async () => {
  const client = fakeAnthropic([[toolUse('look')], 'Done.']);
  await client.beta.messages.toolRunner({
    model: 'claude-opus-5',
    max_tokens: 64,
    tools: [runnerTool],
    messages: [{ role: 'user', content: 'Look.' }],
    context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
    betas: ['context-management-2025-06-27'],
  });
  expect(client.simulation.violations.map(({ rule }) => rule)).toEqual([
    'thread-unsupported-field',
  ]);
  client.simulation.assertDone();
});

test('does not hold against a request what the thread holds already: an empty text of the model', async () => {
  const simulation = simulate([[text(''), toolUse('look', {}, { id: 'toolu_a' })], 'Done.']);
  const first = await send(simulation, create(), BETA);
  const result = { type: 'tool_result', tool_use_id: 'toolu_a', content: 'seen' };
  const second = await send(
    simulation,
    proceed(first, [{ role: 'user', content: [result] }]),
    BETA,
  );
  expect(second.status).toBe(200);
  const empty = { type: 'text', text: '' };
  const third = await send(simulation, proceed(second, [{ role: 'user', content: [empty] }]), BETA);
  expect(third.body.error.message).toBe('messages: text content blocks must be non-empty');
});

test('keeps tools of the thread in force for routes and rules', async () => {
  const simulation = simulate(['a', respond(() => 'b')]);
  const first = await send(simulation, create({ tools: [...tools, ...tools] }), BETA);
  expect(first.body.error.message).toBe('tools: Tool names must be unique.');
});

test('the SDK replays a lost thread, and the transcript stays one', async () => {
  let now = 0;
  const client = fakeAnthropic(['one', 'two'], {
    clock: { now: () => now, sleep: () => Promise.resolve() },
  });
  const thread = client.beta.messages.thread({ model: 'm', max_tokens: 5 });
  await thread.send([{ role: 'user', content: 'a' }]);
  now += 10 * 60_000;
  await thread.send([{ role: 'user', content: 'b' }]);
  expect(
    client.simulation.journal.map(({ outcome, request }) => [outcome, request.body.thread?.type]),
  ).toEqual([
    ['answered', 'create'],
    ['refused', 'continue'],
    ['answered', 'create'],
  ]);
  expect(client.simulation.transcripts).toHaveLength(1);
  expect(checkInvariants(client.simulation.transcripts[0]!)).toEqual([]);
  // Forgetting is the server's doing, and the client healed it.
  client.simulation.assertDone();
});

test('a continued thread is routed by the system prompt and the tools that it was created with', async () => {
  for (const match of [{ system: 'S' }, { tools: 'look' }]) {
    // Each in a route of its own: on the route that it began on it would go on anyway.
    const simulation = simulate([
      when({ ...match, user: 'Hello.' }, ['One.']),
      when({ ...match, user: 'On.' }, ['Two.']),
    ]);
    const first = await send(simulation, create(), BETA);
    const second = await send(simulation, proceed(first), BETA);
    expect(second.body.content).toMatchObject([{ text: 'Two.' }]);
  }
  const simulation = simulate([when({ system: 'S' }, ['Routed.']), 'One.', 'Two.']);
  const first = await send(simulation, create({ system: undefined }), BETA);
  const second = await send(simulation, proceed(first), BETA);
  expect(second.body.content).toMatchObject([{ text: 'Two.' }]);
});
