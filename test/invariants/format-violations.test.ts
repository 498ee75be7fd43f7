/** Findings as people read them: where, what, and the conversation around it. */
import { expect, test } from 'vitest';
import { fakeAnthropic, toolUse } from '../../fakes/index.ts';
import {
  checkInvariants,
  formatPlace,
  formatViolations,
  type Judged,
} from '../../src/invariants/index.ts';
import { formatExcerpt } from '../../src/transcript/format-transcript.ts';
import { assistant, call, failure, result, transcript, user } from './transcripts.ts';

test.each([
  [{}, ''],
  [{ exchange: 1 }, 'journal[1]'],
  [{ exchange: 1, turn: 'turn 2' }, 'journal[1], turn 2'],
  [{ message: 2 }, 'messages[2]'],
  [{ message: 2, block: 0 }, 'messages[2].content[0]'],
  [{ message: 2, block: 0, turn: 'turn 1' }, 'messages[2].content[0] (turn 1)'],
  [
    { message: 2, block: 0, exchange: 1, turn: 'turn 1' },
    'messages[2].content[0] (journal[1], turn 1)',
  ],
])('writes the place %o', (place, text) => {
  expect(formatPlace(place)).toBe(text);
});

test('shows two messages on either side, with the block underlined', () => {
  const messages = Array.from({ length: 12 }, (_, index) =>
    index % 2 === 0 ? user('x', result('toolu_a')) : assistant('x', call('toolu_a')),
  );
  expect(formatExcerpt(messages, { message: 9, block: 1 })).toMatchInlineSnapshot(`
    "   7  assistant: text | tool_use(toolu_a)
       8  user: text | tool_result(toolu_a) -> seen
    >  9  assistant: text | tool_use(toolu_a)
                            ^^^^^^^^^^^^^^^^^
      10  user: text | tool_result(toolu_a) -> seen
      11  assistant: text | tool_use(toolu_a)"
  `);
  expect(formatExcerpt(messages, { message: 0 })).toMatchInlineSnapshot(`
    "> 0  user: text | tool_result(toolu_a) -> seen
      1  assistant: text | tool_use(toolu_a)
      2  user: text | tool_result(toolu_a) -> seen"
  `);
  expect(formatExcerpt(messages, { message: 12 })).toMatchInlineSnapshot(`
    "  10  user: text | tool_result(toolu_a) -> seen
      11  assistant: text | tool_use(toolu_a)
    > 12  (nothing)"
  `);
  expect(formatExcerpt([], { message: 0 })).toMatchInlineSnapshot(`"> 0  (nothing)"`);
  expect(formatExcerpt([null, { role: 'user' }], { message: 1, block: 3 })).toMatchInlineSnapshot(`
    "  0  : (no content)
    > 1  user: (no content)"
  `);
  expect(
    formatExcerpt(
      [user(result('toolu_a', 'x'.repeat(20)))],
      { message: 0, block: 0 },
      { width: 4 },
    ),
  ).toMatchInlineSnapshot(`
    "> 0  user: tool_result(toolu_a) -> xxxx
               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
  `);
});

function shown(judged: Judged): string {
  return formatViolations(judged, checkInvariants(judged));
}

test('shows the result that tells a failure as a success', () => {
  const ask = user('Look.');
  const judged = transcript(
    { messages: [ask], reply: [call('toolu_a')] },
    {
      messages: [ask, assistant(call('toolu_a')), user(result('toolu_a', 'fine'))],
      reply: ['Seen.'],
    },
  );
  const toolRuns = [
    {
      callId: 'toolu_a',
      name: 'look',
      input: {},
      startedAt: 0,
      endedAt: 1,
      outcome: 'threw' as const,
    },
  ];
  const found = checkInvariants(judged, { run: { toolRuns } });
  expect(formatViolations(judged, found)).toMatchInlineSnapshot(`
    "failures-answered: look threw, and the call toolu_a is answered without is_error, in messages[2].content[0] (journal[1], turn 1).
      A call whose tool throws is answered with \`is_error\`; it does not end the loop. A job that is answered as one for later may fail later.

        0  user: text
        1  assistant: tool_use(toolu_a)
      > 2  user: tool_result(toolu_a) -> fine
                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        3  assistant: text"
  `);
});

test('shows each finding with its invariant and the state that it is in', () => {
  const ask = user('Look.');
  const rewritten = transcript(
    { messages: [ask], reply: [call('toolu_a')] },
    { messages: [ask, assistant(call('toolu_a')), user(failure('toolu_a', ''))], reply: ['Hm.'] },
    { messages: [ask, assistant(call('toolu_a')), user(failure('toolu_a', ''))], reply: ['Oh.'] },
    { messages: [user('Go.')] },
  );
  expect(shown(rewritten)).toMatchInlineSnapshot(`
    "history-unchanged: it comes back changed: expected {"type":"text","text":"Look."}, received {"type":"text","text":"Go."}, in messages[0].content[0] (journal[3], turn 3).
      What was said before comes back unchanged.

      > 0  user: text
                 ^^^^

    failures-say-why: the failure of toolu_a says nothing, in messages[2].content[0] (journal[1], turn 1).
      A result with \`is_error\` says something.

        0  user: text
        1  assistant: tool_use(toolu_a)
      > 2  user: tool_result(toolu_a, is_error) ->
                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        3  assistant: text"
  `);
});

test('shows what has no place in the messages without them', () => {
  const judged = transcript({ messages: [user('Look.')], reply: ['Hello.'] });
  const found = checkInvariants(judged, { run: { unhandled: ['lost'] } });
  expect(formatViolations(judged, found)).toMatchInlineSnapshot(`
    "no-unhandled-rejection: a rejection was left unhandled: lost.
      No promise is rejected that nobody waits for."
  `);
});

test('places what a real client sent by exchange and turn, whichever request repeats it', async () => {
  const client = fakeAnthropic(
    [[toolUse('look', {}, { id: 'toolu_a' })], [toolUse('look', {}, { id: 'toolu_b' })], 'Seen.'],
    { allow: ['tool-result-missing'] },
  );
  const params = { model: 'claude-opus-5', max_tokens: 64 };
  const messages: { role: 'user' | 'assistant'; content: string | object[] }[] = [
    { role: 'user', content: 'Look.' },
  ];
  for (const answer of ['So?', 'And?', 'Well?']) {
    const { content } = await client.messages.create({ ...params, messages } as never);
    messages.push({ role: 'assistant', content }, { role: 'user', content: answer });
  }
  expect(checkInvariants(client.simulation.transcripts[0]!)).toEqual([
    {
      invariant: 'one-result-per-call',
      place: { message: 2, exchange: 1, turn: 'turn 1' },
      message: 'the call toolu_a has no result',
    },
    {
      invariant: 'one-result-per-call',
      place: { message: 4, exchange: 2, turn: 'turn 2' },
      message: 'the call toolu_b has no result',
    },
  ]);
});
