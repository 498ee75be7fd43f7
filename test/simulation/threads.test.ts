/** Message threads: a request that sends only what is new stands for the whole conversation. */
import { expect, test } from 'vitest';
import {
  checkInvariants,
  fakeAnthropic,
  overloaded,
  respond,
  simulate,
  streamed,
  toolUse,
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

test.each([
  ['a reply nobody gave', (_first: Sent) => proceed('msg_unknown'), BETA, 'thread_not_found'],
  [
    'tools again',
    (first: Sent) => proceed(first, undefined, { tools }),
    BETA,
    'thread_fingerprint_mismatch',
  ],
  [
    'the system prompt again',
    (first: Sent) => proceed(first, undefined, { system: 'S' }),
    BETA,
    'thread_fingerprint_mismatch',
  ],
  ['no beta', (first: Sent) => proceed(first), {}, undefined],
])('refuses %s', async (_name, make, options, code) => {
  const simulation = simulate(['a', 'b']);
  const first = await send(simulation, create(), BETA);
  const answer = await send(simulation, make(first), options);
  expect(answer.body.error.details?.error_code).toBe(code);
  expect(answer.body.error.message).toMatch(code ? /thread/ : /message-threads-2026-08-12/);
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
});
