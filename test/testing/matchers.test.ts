/** The matchers of `ensaio/vitest`: what they take, and what they say, word for word. */
import { stripVTControlCharacters } from 'node:util';
import type Anthropic from '@anthropic-ai/sdk';
import { expect, expectTypeOf, test } from 'vitest';
import {
  fakeAnthropic,
  fakeMessages,
  simulate,
  toolUse,
  type FakeAnthropic,
} from '../../fakes/index.ts';
import '../../testing/vitest.ts';

type Content = Anthropic.ContentBlockParam;

const two = [
  toolUse('look', { at: 'left' }, { id: 'toolu_a' }),
  toolUse('look', { at: 'right' }, { id: 'toolu_b' }),
];

/** Asks, answers the calls with these blocks, and asks again, whatever comes of it. */
async function talk(client: FakeAnthropic, ...results: Content[]): Promise<void> {
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Look twice.' }];
  const ask = () => client.messages.create({ model: 'claude-opus-5', max_tokens: 64, messages });
  const { content } = await ask();
  messages.push({ role: 'assistant', content }, { role: 'user', content: results });
  await ask().catch(() => undefined);
}

const result = (id: string, content: string, fields: object = {}): Content => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...fields,
});

async function talked(...results: Content[]): Promise<FakeAnthropic> {
  const client = fakeAnthropic([two, 'Both seen.'], { maxRetries: 0 });
  await talk(client, ...results);
  return client;
}

const good = (): Promise<FakeAnthropic> =>
  talked(result('toolu_a', 'seen left'), result('toolu_b', '{"at":"right"}', { is_error: true }));

/** What a failing assertion says. */
function said(assertion: () => void): string {
  try {
    assertion();
  } catch (error) {
    return stripVTControlCharacters((error as Error).message);
  }
  throw new Error('The assertion passed.');
}

test('a good run passes every matcher, as a client, a simulation, a transcript and a list of messages', async () => {
  const client = await good();
  const { simulation } = client;
  const [transcript] = simulation.transcripts;
  for (const done of [client, simulation]) expect(done).toBeDone();
  for (const received of [
    client,
    simulation,
    transcript,
    transcript!.messages,
    { ...transcript! },
  ]) {
    expect(received).toKeepInvariants();
    expect(received).toHaveAnswered('look');
    expect(received).toHaveAnswered('toolu_a', 'seen left');
    expect(received).toHaveAnswered('look', /left$/);
    expect(received).toHaveAnswered('toolu_b', { at: 'right' });
    expect(received).toHaveAnswered('toolu_b', expect.objectContaining({ at: 'right' }));
    expect(received).toHaveAnswered('toolu_a', expect.stringContaining('left'));
    expect(received).toHaveSentToolResult({ tool_use_id: 'toolu_a', content: 'seen left' });
    expect(received).toHaveSentToolResult({ is_error: true });
    expect(received).not.toHaveAnswered('find');
    expect(received).not.toHaveAnswered('toolu_a', 'seen');
    expect(received).not.toHaveAnswered('toolu_b', { at: 'left' });
    expect(received).not.toHaveSentToolResult({ tool_use_id: 'toolu_a', is_error: true });
    expect(received).not.toHaveSentToolResult({ tool_use_id: 'toolu_c' });
  }
});

test('takes the lesson’s kind of fake too', async () => {
  const fake = fakeMessages(['Hello.']);
  expect(fake).not.toBeDone();
  const content = 'Hi.';
  await fake.messages.create({
    model: 'claude-opus-5',
    max_tokens: 64,
    messages: [{ role: 'user', content }],
  });
  expect(fake).toBeDone();
  expect(fake).toKeepInvariants();
});

test('toBeDone says what is left', async () => {
  const client = await talked(result('toolu_a', 'seen left'));
  expect(said(() => expect(client).toBeDone())).toMatchInlineSnapshot(`
    "expect(client).toBeDone()

    Expected: every turn used, nothing unexpected, nothing refused
    Received: not done

    Turns not used (1):
      turn 2: "Both seen."

    Refused by the API (1):
      journal[1]: tool-result-missing
        400 invalid_request_error: messages.2: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: toolu_b. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message."
  `);
  expect(said(() => expect(simulate([])).not.toBeDone())).toMatchInlineSnapshot(`
    "expect(simulation).not.toBeDone()

    Expected: a turn not used, a request without a turn, or a refused one
    Received: all done, after 0 requests"
  `);
});

test('toKeepInvariants says what is broken, and marks the place', async () => {
  const client = await talked(result('toolu_b', 'seen right'), { type: 'text', text: 'So.' });
  const [transcript] = client.simulation.transcripts;
  expect(said(() => expect(transcript).toKeepInvariants())).toMatchInlineSnapshot(`
    "expect(transcript).toKeepInvariants()

    Expected: every invariant kept
    Received: 1 finding

    one-result-per-call: the call toolu_a has no result, in messages[2] (journal[1], turn 1).
      Every \`tool_use\` has exactly one \`tool_result\`, in the user turn right after it.

        0  user: text
        1  assistant: tool_use(toolu_a) | tool_use(toolu_b)
      > 2  user: tool_result(toolu_b) -> seen right | text"
  `);
  expect(client).toKeepInvariants({ except: ['one-result-per-call'] });
  const kept = await good();
  expect(said(() => expect(kept).not.toKeepInvariants())).toMatchInlineSnapshot(`
    "expect(client).not.toKeepInvariants()

    Expected: an invariant broken
    Received: every one kept"
  `);
});

test('toKeepInvariants tells conversations apart', async () => {
  const client = fakeAnthropic([[two[0]!], 'Seen.', [two[1]!], 'Seen.']);
  await talk(client, result('toolu_a', 'seen left'), result('toolu_a', 'seen left'));
  await talk(client, { type: 'text', text: 'So?' }, result('toolu_b', 'seen right'));
  expect(said(() => expect(client).toKeepInvariants())).toMatchInlineSnapshot(`
    "expect(client).toKeepInvariants()

    Expected: every invariant kept
    Received: 3 findings

    Conversation 1:

    one-result-per-call: the call toolu_a is answered more than once, in messages[2].content[1] (journal[1], turn 1).
      Every \`tool_use\` has exactly one \`tool_result\`, in the user turn right after it.

        0  user: text
        1  assistant: tool_use(toolu_a)
      > 2  user: tool_result(toolu_a) -> seen left | tool_result(toolu_a) -> seen left
                                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    Conversation 2:

    no-result-without-call: there is a result for toolu_b, and no such call was made, in messages[2].content[1] (journal[3], turn 2).
      No \`tool_result\` answers a call that was never made.

        0  user: text
        1  assistant: text
      > 2  user: text | tool_result(toolu_b) -> seen right
                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    results-first: the result for toolu_b stands behind another block, in messages[2].content[1] (journal[3], turn 2).
      In the user turn after calls, all results stand before any text or other block.

        0  user: text
        1  assistant: text
      > 2  user: text | tool_result(toolu_b) -> seen right
                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
  `);
});

test('toKeepInvariants judges what the app did, when it is told', async () => {
  const client = await good();
  const run = { unhandled: [new Error('lost')] };
  expect(said(() => expect(client).toKeepInvariants({ run }))).toMatchInlineSnapshot(`
    "expect(client).toKeepInvariants()

    Expected: every invariant kept
    Received: 1 finding

    no-unhandled-rejection: a rejection was left unhandled: Error: lost.
      No promise is rejected that nobody waits for."
  `);
});

test('toHaveAnswered shows every answer of the tool, and where it stands', async () => {
  const client = await good();
  expect(said(() => expect(client).toHaveAnswered('look', 'seen'))).toMatchInlineSnapshot(`
    "expect(client).toHaveAnswered("look", "seen")

    Expected: a call "look" answered with "seen"
    Received: look (toolu_a) {"at":"left"} -> "seen left"
              look (toolu_b) {"at":"right"} -> (is_error) "{\\"at\\":\\"right\\"}"

    It must be the whole text. For a part: expect.stringContaining(…).

      0  user: text
      1  assistant: tool_use(toolu_a) | tool_use(toolu_b)
    > 2  user: tool_result(toolu_a) -> seen left | tool_result(toolu_b, is_error) -> {"at":"right"}
               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      3  assistant: text"
  `);
  expect(said(() => expect(client).not.toHaveAnswered('toolu_b', { at: 'right' })))
    .toMatchInlineSnapshot(`
    "expect(client).not.toHaveAnswered("toolu_b", {"at": "right"})

    Expected: no call "toolu_b" answered with {"at": "right"}
    Received: look (toolu_b) {"at":"right"} -> (is_error) "{\\"at\\":\\"right\\"}"

      0  user: text
      1  assistant: tool_use(toolu_a) | tool_use(toolu_b)
    > 2  user: tool_result(toolu_a) -> seen left | tool_result(toolu_b, is_error) -> {"at":"right"}
                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      3  assistant: text"
  `);
  expect(said(() => expect(client).toHaveAnswered('find'))).toMatchInlineSnapshot(`
    "expect(client).toHaveAnswered("find")

    Expected: a call "find" answered with any result
    Received: no such call, only of look"
  `);
  expect(said(() => expect(simulate([])).toHaveAnswered('find', /x/))).toMatchInlineSnapshot(`
    "expect(simulation).toHaveAnswered("find", /x/)

    Expected: a call "find" answered with /x/
    Received: no call at all"
  `);
});

test.each([
  [{ status: 'shipped' }, 'It must be the whole value. For a part: expect.objectContaining(…).'],
  ['shipped', 'It must be the whole text. For a part: expect.stringContaining(…).'],
  [{ status: 'lost' }, undefined],
  [['shipped'], undefined],
  ['lost', undefined],
])('what is only a part of the answer is told how to be asked for: %j', (part, hint) => {
  const messages = [
    { role: 'user', content: 'Where is it?' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'get_order', input: {} }] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: '{"status":"shipped","total":25}' },
      ],
    },
  ];
  const messagesSaid = [
    said(() => expect(messages).toHaveAnswered('get_order', part)),
    said(() => expect(messages).toHaveSentToolResult({ content: part })),
  ];
  for (const message of messagesSaid) {
    expect(message).toContain('Received: ');
    if (hint === undefined) expect(message).not.toContain('For a part');
    else expect(message).toContain(`\n\n${hint}`);
  }
});

test('toHaveAnswered shows a call without a result', async () => {
  const client = await talked(result('toolu_a', 'seen left'));
  expect(said(() => expect(client).toHaveAnswered('toolu_b'))).toMatchInlineSnapshot(`
    "expect(client).toHaveAnswered("toolu_b")

    Expected: a call "toolu_b" answered with any result
    Received: look (toolu_b) {"at":"right"} -> no result

      0  user: text
    > 1  assistant: tool_use(toolu_a) | tool_use(toolu_b)
                                        ^^^^^^^^^^^^^^^^^
      2  user: tool_result(toolu_a) -> seen left"
  `);
});

test('toHaveSentToolResult shows every result, and the one that was meant', async () => {
  const client = await good();
  expect(
    said(() => expect(client).toHaveSentToolResult({ tool_use_id: 'toolu_b', content: /left/ })),
  ).toMatchInlineSnapshot(`
    "expect(client).toHaveSentToolResult({"content": /left/, "tool_use_id": "toolu_b"})

    Expected: a result like {"content": /left/, "tool_use_id": "toolu_b"}
    Received: toolu_a -> "seen left"
              toolu_b (is_error) -> "{\\"at\\":\\"right\\"}"

    It must be the whole value. For a part: expect.objectContaining(…).

      0  user: text
      1  assistant: tool_use(toolu_a) | tool_use(toolu_b)
    > 2  user: tool_result(toolu_a) -> seen left | tool_result(toolu_b, is_error) -> {"at":"right"}
                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      3  assistant: text"
  `);
  expect(said(() => expect(client).not.toHaveSentToolResult({ content: 'seen left' })))
    .toMatchInlineSnapshot(`
    "expect(client).not.toHaveSentToolResult({"content": "seen left"})

    Expected: no result like {"content": "seen left"}
    Received: toolu_a -> "seen left"
              toolu_b (is_error) -> "{\\"at\\":\\"right\\"}"

      0  user: text
      1  assistant: tool_use(toolu_a) | tool_use(toolu_b)
    > 2  user: tool_result(toolu_a) -> seen left | tool_result(toolu_b, is_error) -> {"at":"right"}
               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      3  assistant: text"
  `);
  expect(said(() => expect([]).toHaveSentToolResult({ is_error: false }))).toMatchInlineSnapshot(`
    "expect(messages).toHaveSentToolResult({"is_error": false})

    Expected: a result like {"is_error": false}
    Received: no result at all"
  `);
});

test('refuses what it cannot judge', () => {
  expect(said(() => expect('x').toBeDone())).toMatchInlineSnapshot(`
    "[ensaio] toBeDone was given no simulation.

    It takes a fake client or a simulation."
  `);
  expect(said(() => expect({ simulation: 1 }).toKeepInvariants())).toMatchInlineSnapshot(`
    "[ensaio] There is no conversation in what was given.

    It takes a fake client, a simulation, a transcript (one of \`simulation.transcripts\`), a request body or a list of messages."
  `);
  expect(said(() => expect([]).toKeepInvariants({ except: ['x'] }))).toContain(
    'There is no invariant "x".',
  );
});

test('are typed', () => {
  const client = simulate([]);
  expectTypeOf(expect(client).toBeDone).toEqualTypeOf<() => void>();
  expectTypeOf(expect(Promise.resolve(client)).resolves.toBeDone).returns.toEqualTypeOf<
    Promise<void>
  >();
  expectTypeOf(expect(client).toHaveAnswered).parameters.toEqualTypeOf<
    [call: string, result?: unknown]
  >();
  // @ts-expect-error a call has to be named
  void (() => expect(client).toHaveAnswered());
  // @ts-expect-error `name` is no field of a result
  void (() => expect(client).toHaveSentToolResult({ name: 'look' }));
});
