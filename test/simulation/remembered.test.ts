/** Which replies the simulation remembers, and what it makes of one that comes back. */
import { expect, test } from 'vitest';
import {
  delayed,
  manualClock,
  message,
  overloaded,
  pauseTurn,
  redactedThinking,
  respond,
  serverToolUse,
  simulate,
  streamed,
  text,
  thinking,
  type Message,
  type StreamShape,
  type TurnInput,
} from '../../fakes/index.ts';
import type { Outcome, StreamEnding } from '../../src/wire/exchange.ts';
import { body, HEADERS, send } from '../support/send.ts';

const user = (content: unknown): object => ({ role: 'user', content });
const assistant = (content: unknown): object => ({ role: 'assistant', content });

/** Whether a turn may be the end of the next request, as only a paused one may. */
async function isTakenBack(
  turns: readonly TurnInput[],
  change = (content: object[]): object[] => content,
): Promise<boolean> {
  const simulation = simulate([...turns, 'Found it.']);
  let content: object[] = [];
  for (const _turn of turns) content = (await send(simulation, body())).body.content as object[];
  const messages = [user('Hello.'), assistant(change(content))];
  return (await send(simulation, body({ messages }))).status === 200;
}

const wait = text('Still looking.');

test.each<[string, boolean, readonly TurnInput[]]>([
  ['a paused text', true, [pauseTurn('Still looking.')]],
  ['paused thinking and a text', true, [pauseTurn([thinking('Hm.'), wait])]],
  ['paused redacted thinking', true, [pauseTurn([redactedThinking()])]],
  ['the text of an end', false, ['Still looking.']],
  ['the text of an end that was thought about', false, [[thinking('Hm.'), wait]]],
  [
    'redacted thinking that was cut',
    false,
    [message([redactedThinking()], { stop_reason: 'max_tokens' })],
  ],
  ['a text that was paused once, and once not', true, [pauseTurn([wait]), [wait]]],
  [
    'redacted thinking of two replies, which tells of neither',
    false,
    [pauseTurn([redactedThinking('d')]), pauseTurn([redactedThinking('d')])],
  ],
])('%s may be gone on from: %j', async (_what, isTaken, turns) => {
  expect(await isTakenBack(turns)).toBe(isTaken);
});

test('a paused turn is known by any of its blocks, and by no other', async () => {
  const paused = pauseTurn([thinking('Hm.'), serverToolUse('web_search'), wait]);
  expect(await isTakenBack([paused], (content) => [content[0]!, text('Otherwise.')])).toBe(true);
  expect(await isTakenBack([paused], (content) => [text('x'), content[2]!])).toBe(true);
  expect(await isTakenBack([paused], () => [text('Otherwise.')])).toBe(false);
});

test('what is dropped is forgotten: one of two alike as well', async () => {
  const simulation = simulate([pauseTurn('Wait.'), pauseTurn('Wait.'), 'a', 'b', 'c'], {
    journalLimit: 2,
  });
  const goOn = async (): Promise<number> => {
    const messages = [user('Hello.'), assistant('Wait.')];
    return (await send(simulation, body({ messages }))).status;
  };
  const other = (): Promise<unknown> =>
    send(simulation, body({ messages: [user('Another matter.')] }));
  await send(simulation, body());
  await send(simulation, body());
  expect(await goOn()).toBe(200);
  await other();
  await other();
  expect(await goOn()).toBe(400);
});

test('thinking that two replies have may come back in any form', async () => {
  const thought = [thinking('Hm.', { signature: 's' }), text('So.')];
  const statusAfter = async (turns: readonly TurnInput[]): Promise<number> => {
    const simulation = simulate([...turns, 'Fine.']);
    for (const _turn of turns) await send(simulation, body());
    const changed = [thinking('Other.', { signature: 's' }), text('So.')];
    const messages = [user('Hello.'), assistant(changed), user('On.')];
    return (await send(simulation, body({ messages }))).status;
  };
  expect([await statusAfter([thought]), await statusAfter([thought, thought])]).toEqual([400, 200]);
});

test('of two replies with the same thinking the one that is held is known again', async () => {
  const thought = [thinking('Hm.', { signature: 's' }), text('So.')];
  const statusWith = async (journalLimit: number): Promise<number> => {
    const simulation = simulate([thought, thought, 'x', 'Fine.'], { journalLimit });
    await send(simulation, body());
    await send(simulation, body());
    await send(simulation, body({ messages: [user('Another matter.')] }));
    const changed = [thinking('Other.', { signature: 's' }), text('So.')];
    const messages = [user('Hello.'), assistant(changed), user('On.')];
    return (await send(simulation, body({ messages }))).status;
  };
  // Both are held, then one, then none.
  expect([await statusWith(3), await statusWith(2), await statusWith(1)]).toEqual([200, 400, 200]);
});

const THREADS = { headers: { 'anthropic-beta': 'message-threads-2026-08-12' } };

test('a thread is taken while its stream is read, and free again when its reader leaves', async () => {
  const simulation = simulate(['a', 'b', 'c']);
  const first = await send(simulation, body({ thread: { type: 'create' } }), THREADS);
  const thread = { type: 'continue', previous_message_id: first.body.id as string };
  const reading = await simulation.fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers: { ...HEADERS, ...THREADS.headers },
    body: JSON.stringify(body({ thread, stream: true })),
  });
  const again = async (): Promise<unknown> =>
    (await send(simulation, body({ thread }), THREADS)).body.error?.details.error_code;
  expect(await again()).toBe('thread_continue_in_flight');
  await reading.body!.cancel();
  expect(await again()).toBeUndefined();
  expect(await again()).toBe('thread_already_continued');
});

test('a thread goes on from a reply that was streamed to its end, and from no other', async () => {
  const begin = { thread: { type: 'create' }, stream: true };
  const simulation = simulate(['a', streamed('b', { cutAfter: { fraction: 0.9 } }), 'c']);
  await send(simulation, body(begin), THREADS);
  await send(simulation, body(begin), THREADS);
  const goOn = async (at: number): Promise<unknown> => {
    const { id } = simulation.journal[at]!.response!.body as Message;
    const thread = { type: 'continue', previous_message_id: id };
    const { status, body: answer } = await send(simulation, body({ thread }), THREADS);
    return answer.error?.details.error_code ?? status;
  };
  expect([await goOn(0), await goOn(1)]).toEqual([200, 'thread_not_found']);
});

test.each<[StreamShape, StreamEnding | undefined, Outcome]>([
  [{}, 'whole', 'answered'],
  [{ bytes: 5 }, 'whole', 'answered'],
  [{ cutAfter: { events: 0 } }, 'cut', 'failed'],
  [{ cutAfter: { events: 1 } }, 'cut', 'failed'],
  [{ cutAfter: { events: 5 } }, 'cut', 'failed'],
  [{ cutAfter: { events: 6 } }, 'stopped', 'failed'],
  [{ cutAfter: { events: 7 } }, 'whole', 'answered'],
  [{ faults: ['no-message-stop'] }, 'stopped', 'failed'],
  [{ errorAfter: { events: 3, error: overloaded() } }, 'error', 'failed'],
  [{ cutAfter: { bytes: 400 } }, 'cut', 'failed'],
])('a stream of %j is told as far as %s', async (shape, ending, outcome) => {
  const simulation = simulate([streamed('Hi.', shape)]);
  await send(simulation, body({ stream: true })).catch(() => undefined);
  expect(simulation.journal).toMatchObject([
    { outcome, streamEnding: ending, response: { status: 200, streamed: true } },
  ]);
});

test('of a stream that its reader has left it is not said how it ends', async () => {
  const simulation = simulate(['Hi.']);
  const response = await simulation.fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify(body({ stream: true })),
  });
  await response.body!.cancel();
  const [exchange] = simulation.journal;
  expect(exchange!.outcome).toBe('aborted');
  expect(exchange!.streamEnding).toBeUndefined();
});

test.each([
  ['delayed', (turn: TurnInput): TurnInput => delayed(turn as never, 0)],
  ['made by a function', (turn: TurnInput): TurnInput => respond(() => turn)],
])('turns in turns have an end: a hundred %s are played, and no more', async (_how, wrap) => {
  const nested = (depth: number): TurnInput =>
    Array.from({ length: depth }).reduce<TurnInput>((turn) => wrap(turn), 'Hello.');
  const clock = manualClock();
  const simulation = simulate([nested(100), nested(101)], { clock });
  expect((await clock.run(send(simulation, body()))).body.content).toMatchObject([
    { text: 'Hello.' },
  ]);
  expect((await clock.run(send(simulation, body()))).body.error).toEqual({
    type: 'invalid_request_error',
    message: '[ensaio] Request 2: turn 2 failed: it comes to no end after 100 turns inside turns',
    details: { error_code: 'ensaio_turn_failed' },
  });
});

test.each([
  [{ cutAfter: { events: 99 } }, 'cutAfter is after 99 events, and the stream has 7.'],
  [{ resetAfter: { bytes: 9999 } }, 'resetAfter is after 9999 bytes, and the stream has'],
])('an end behind the end of a stream is a mistake: %j', async (shape, told) => {
  const answer = await send(simulate([streamed('Hi.', shape)]), body({ stream: true }));
  expect(answer.body.error.message).toContain(`turn 1 failed: streamed: ${told}`);
  expect(answer.body.error.message).toMatch(/ Use `fraction` for a place that every stream has\.$/);
});
