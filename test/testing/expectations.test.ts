// Everything a scenario can expect: what passes, and what a run that differs is told.
import type Anthropic from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';
import { runToolLoop } from '../../src/loop/index.ts';
import {
  formatProblems,
  loadScenarios,
  runScenario,
  type App,
  type ScenarioResult,
} from '../../testing/index.ts';
import { load } from './load.ts';
import { tempFolder } from './temp-folder.ts';

const basics = { model: 'claude-haiku-5-5', max_tokens: 1024 };

const loop: App = ({ client, input, tools, signal }) =>
  runToolLoop(client, {
    ...basics,
    tools,
    signal,
    stream: true,
    system: 'You are the planner.',
    messages: [{ role: 'user', content: String(input) }],
  });

/** What the run of a scenario has wrong, as people see it; empty when it passes. */
async function wordsFor(text: string, app: App = loop): Promise<string> {
  return wordsOf(await runScenario(await load(text), app));
}

function wordsOf({ passed, problems }: ScenarioResult): string {
  expect(passed).toBe(problems.length === 0);
  return formatProblems(problems);
}

const DESK = `\
tools:
  - name: look
    description: Looks somewhere.
    input_schema: { type: object, properties: { at: { type: string } } }
    answers:
      - { input: { at: { any: [left, right] } }, result: { seen: [1, { two: 2 }] } }
      - { input: { at: { matches: ^u } }, error: Too bright. }
`;

const LOOKS = `\
name: x
input: Look.
${DESK}turns:
  - reply:
      - tool_use: { id: toolu_a, name: look, input: { at: left } }
      - tool_use: { id: toolu_b, name: look, input: { at: up } }
  - reply: Seen.
expect:
`;

test('compares what a request holds', async () => {
  const turn = (expected: string): string =>
    `${LOOKS.replace('reply: Seen.', `${expected}\n    reply: Seen.`)}  requests: 2`;
  expect(
    await wordsFor(
      turn(`expect:
      messages: 3
      conversation: [{ role: user }, { content: { contains: { id: toolu_b } } }, {}]
      user: Look.
      system: { contains: planner }
      model: { matches: ^claude }
      tools: [look]
      headers: { Content-Type: application/json, x-own: { not: a } }
      body: { max_tokens: 1024, messages: { contains: { role: assistant } } }
      tool_results: [{ content: { json: { seen: [1, { two: 2 }] } } }, { is_error: true }]`),
    ),
  ).toBe('');
  expect(
    await wordsFor(
      turn(`expect:
      messages: { at_least: 4 }
      user: Hear.
      system: planner
      model: opus
      tools: { contains: hear }
      headers: { X-Own: a }
      body: { max_tokens: 5 }
      tool_results: { any_order: [{ content: Too bright. }] }`),
    ),
  ).toMatchInlineSnapshot(`
    "a.yaml:18:14 request-differs turn 2: its request differs at model.
            model: opus
                   ^^^^
      expected: "opus"
      received: "claude-haiku-5-5"
      so far:
        user: text
        assistant: tool_use(toolu_a) | tool_use(toolu_b)
        user: tool_result(toolu_a) -> {"seen":[1,{"two":2}]} | tool_result(toolu_b, is_error) -> Too bright.

    a.yaml:17:15 request-differs turn 2: its request differs at system.
            system: planner
                    ^^^^^^^
      expected: "planner"
      received: "You are the planner."

    a.yaml:19:14 request-differs turn 2: its request differs at tools.
            tools: { contains: hear }
                   ^^^^^^^^^^^^^^^^^^
      expected: a list that contains "hear"
      received: 1 item: ["look"]

    a.yaml:20:25 request-differs turn 2: its request differs at headers.X-Own.
            headers: { X-Own: a }
                              ^
      expected: "a"
      received: nothing

    a.yaml:16:13 request-differs turn 2: its request differs at user.
            user: Hear.
                  ^^^^^
      expected: "Hear."
      received: "Look."

    a.yaml:15:17 request-differs turn 2: its request differs at messages.
            messages: { at_least: 4 }
                      ^^^^^^^^^^^^^^^
      expected: at least 4
      received: 3

    a.yaml:22:21 tool-results-differ turn 2: the tool results of its request differ at tool_results.
            tool_results: { any_order: [{ content: Too bright. }] }
                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      expected: in any order [{"content":"Too bright."}]
      received: 2 items: [{"tool_use_id":"toolu_a","content":"{\\"seen\\":[1,{\\"two\\":2}]}","is_error":false},{"tool_use_id":"t… (49 more)

    a.yaml:21:27 request-differs turn 2: its request differs at body.max_tokens.
            body: { max_tokens: 5 }
                                ^
      expected: 5
      received: 1024"
  `);
});

test('sees the system prompt and the tools of a continued thread, which only its first request sends', async () => {
  const runner: App = ({ client, input, tools }) =>
    client.beta.messages
      .toolRunner({
        ...basics,
        system: 'You are the planner.',
        messages: [{ role: 'user', content: String(input) }],
        tools: tools.map((tool) => ({
          ...(tool.definition as Anthropic.Beta.BetaTool),
          parse: (given: unknown) => given,
          run: () => 'seen',
        })),
      })
      .runUntilDone();
  const run = await runScenario(
    await load(`\
name: x
input: Look.
${DESK}turns:
  - reply: [{ tool_use: { name: look, input: { at: left } } }]
  - expect: { system: You are the planner., tools: [look], messages: 3, conversation: { contains: { content: Look. } } }
    reply: Seen.
expect: { invariants: { except: [done-was-run] } }
`),
    runner,
  );
  expect(wordsOf(run)).toBe('');
  expect(run.simulation.journal[1]?.request.body).not.toHaveProperty('system');
});

test('expects the same of each request that gets a turn', async () => {
  expect(
    await wordsFor(`\
name: x
input: y
turns:
  - { error: { name: overloaded, retry_after_ms: 1 }, times: 2, expect: { messages: 2 } }
  - reply: ok
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:4:85 request-differs turn 1: its request differs at messages.
        - { error: { name: overloaded, retry_after_ms: 1 }, times: 2, expect: { messages: 2 } }
                                                                                          ^
      expected: 2
      received: 1
      so far:
        user: text

    a.yaml:4:85 request-differs turn 1: its request differs at messages.
        - { error: { name: overloaded, retry_after_ms: 1 }, times: 2, expect: { messages: 2 } }
                                                                                          ^
      expected: 2
      received: 1"
  `);
});

test('tells a turn that was given too seldom', async () => {
  expect(await wordsFor('name: x\ninput: y\nturns:\n  - { reply: ok, times: 3 }\n'))
    .toMatchInlineSnapshot(`
    "a.yaml:4:5 turn-unused turn 1 was only 1 of 3 times asked for.
        - { reply: ok, times: 3 }
          ^^^^^^^^^^^^^^^^^^^^^^^"
  `);
});

test('gives routed turns to the requests they are for, and says how far off the others are', async () => {
  const routed = `\
name: x
input: y
turns:
  - { when: { system: { contains: writer } }, reply: Written. }
  - { when: { system: { contains: planner }, user: y }, reply: Planned. }
`;
  const both: App = async (context) => {
    const planned = await loop(context);
    const messages = [{ role: 'user' as const, content: 'w' }];
    await context.client.messages.create({ ...basics, system: 'A writer.', messages });
    return planned;
  };
  expect(await wordsFor(`${routed}expect: { answer: Planned., requests: 2 }`, both)).toBe('');
  const other: App = ({ client }) =>
    client.messages.create({
      ...basics,
      system: 'You are the planner.',
      messages: [{ role: 'user', content: 'z' }],
    });
  expect(await wordsFor(routed, other)).toContain(
    'The nearest that is left is turn 1 of route 2, but user: expected "y", received "z".',
  );
});

test('compares tool calls in order or in any order, and their results', async () => {
  expect(
    await wordsFor(`${LOOKS}\
  tool_calls: [look, { id: toolu_b, name: look, input: { at: up } }]
  tool_results:
    - { tool_use_id: toolu_a, content: { json: { seen: [1, { two: 2 }] } }, is_error: false }
    - { tool_use_id: toolu_b, content: { matches: bright }, is_error: true }
`),
  ).toBe('');
  expect(
    await wordsFor(
      `${LOOKS}  tool_calls: { any_order: [{ input: { at: up } }, { input: { at: left } }] }`,
    ),
  ).toBe('');
  expect(await wordsFor(`${LOOKS}  tool_calls: { contains: look, not: { contains: hear } }`)).toBe(
    '',
  );
  expect(
    await wordsFor(`${LOOKS}\
  tool_calls: [look, hear]
  tool_results: [{}, { content: { json: { seen: 1 } } }]
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:16:22 tool-calls-differ the tool calls differ at tool_calls[1].name.
        tool_calls: [look, hear]
                           ^^^^
      expected: "hear"
      received: "look"
      so far:
        user: text
        assistant: tool_use(toolu_a) | tool_use(toolu_b)
        user: tool_result(toolu_a) -> {"seen":[1,{"two":2}]} | tool_result(toolu_b, is_error) -> Too bright.
        assistant: text

    a.yaml:17:33 tool-results-differ the tool results differ at tool_results[1].content.
        tool_results: [{}, { content: { json: { seen: 1 } } }]
                                      ^^^^^^^^^^^^^^^^^^^^^
      expected: a text of JSON: {"seen":1}
      received: "Too bright.""
  `);
});

test('compares the answer, the stop reason, the usage and the number of requests', async () => {
  expect(
    await wordsFor(`${LOOKS}\
  answer: { not: { contains: blind } }
  requests: { at_most: 2 }
  stop_reason: end_turn
  usage: { input_tokens: { at_least: 1 }, output_tokens: { at_least: 1, at_most: 100 } }
`),
  ).toBe('');
  expect(
    await wordsFor(`
name: x
input: y
turns: [{ reply: { content: ok, stop_reason: max_tokens, usage: { output_tokens: 5 } } }]
expect:
  answer: { json: { a: 1 } }
  requests: { at_least: 2 }
  stop_reason: end_turn
  usage: { output_tokens: { at_most: 4 } }
`),
  ).toMatchInlineSnapshot(`
    "a.yaml:6:11 answer-differs the answer differs.
        answer: { json: { a: 1 } }
                ^^^^^^^^^^^^^^^^^^
      expected: a text of JSON: {"a":1}
      received: "ok"
      so far:
        user: text
        assistant: text

    a.yaml:7:13 requests-differ the number of requests differs.
        requests: { at_least: 2 }
                  ^^^^^^^^^^^^^^^
      expected: at least 2
      received: 1

    a.yaml:9:27 usage-differs the usage of tokens differs at usage.output_tokens.
        usage: { output_tokens: { at_most: 4 } }
                                ^^^^^^^^^^^^^^
      expected: at most 4
      received: 5

    a.yaml:8:16 stop-reason-differs the newest reply stopped for another reason.
        stop_reason: end_turn
                     ^^^^^^^^
      expected: "end_turn"
      received: "max_tokens""
  `);
  expect(
    await wordsFor('name: x\ninput: y\nturns: []\nexpect: { answer: { json: { a: [1] } } }', () =>
      Promise.resolve({ a: [1], b: 2 }),
    ),
  ).toBe('');
});

test('expects an error, by its text or by its parts', async () => {
  const failing = `\
name: x
input: y
turns:
  - error: { name: permission_denied, message: Not you. }
expect:
`;
  expect(
    await wordsFor(`${failing}\
  error: { name: PermissionDeniedError, message: { contains: Not you. }, status: 403, type: permission_error }
  requests: 1
`),
  ).toBe('');
  expect(await wordsFor(`${failing}  error: { status: 404, name: NotFoundError }\n  answer: ok`))
    .toMatchInlineSnapshot(`
    "a.yaml:6:31 error-differs the app failed in another way at error.name.
        error: { status: 404, name: NotFoundError }
                                    ^^^^^^^^^^^^^
      expected: "NotFoundError"
      received: "PermissionDeniedError"
      so far:
        user: text

    a.yaml:7:11 answer-differs the app answered with no text.
        answer: ok
                ^^
      expected: "ok"
      received: nothing"
  `);
  const boom: App = async (context) => {
    await loop(context);
    throw new TypeError('boom');
  };
  const ok = 'name: x\ninput: y\nturns: [{ reply: ok }]\nexpect: { error: boom }';
  expect(await wordsFor(ok, boom)).toBe('');
  expect(await wordsFor(ok)).toMatchInlineSnapshot(`
    "a.yaml:4:18 error-missing the app was to fail, and it answered.
      expect: { error: boom }
                       ^^^^
      expected: "boom"
      received: "ok"
      so far:
        user: text
        assistant: text"
  `);
  const rude = (reason: unknown): App => {
    return async (context) => {
      await loop(context);
      throw reason as Error;
    };
  };
  expect(await wordsFor(ok, rude('boom'))).toBe('');
  expect(await wordsFor(ok, rude({ no: 'error' }))).toContain(`received: "{ no: 'error' }"`);
});

test('expects what the API refuses, by the ids of its rules', async () => {
  const refused = `\
name: x
input: ' '
turns: []
expect:
  error: { status: 400 }
`;
  expect(await wordsFor(`${refused}  refused: [text-blank]`)).toBe('');
  expect(await wordsFor(`${refused}  refused: []`)).toMatchInlineSnapshot(`
    "a.yaml:6:12 refusals-differ the rules that refused requests differ.
        refused: []
                 ^^
      expected: 0 items
      received: 1 item: ["text-blank"]
      so far:
        user: text"
  `);
  expect(await wordsFor(refused)).toContain(
    'request-refused request 1 was refused by the rule text-blank',
  );
});

test('looks for what must never appear in every request and in the answer', async () => {
  const secret = `\
name: x
input: My card is 4242.
turns: [{ reply: 'Your card is 1234.' }]
expect:
`;
  expect(await wordsFor(`${secret}  never: [secret, { matches: '^\\d+$' }]`)).toBe('');
  expect(
    await wordsFor(`${secret}  never: [{ matches: '\\d{4}' }, '1234', 5678]`.replace(', 5678', '')),
  ).toMatchInlineSnapshot(`
    "a.yaml:5:11 text-appears what must never appear is in request 1 at messages[0].content.
        never: [{ matches: '\\d{4}' }, '1234']
                ^^^^^^^^^^^^^^^^^^^^
      expected: anything but a text that matches /\\d{4}/
      received: "My card is 4242."
      so far:
        user: text
        assistant: text

    a.yaml:5:33 text-appears what must never appear is in the answer.
        never: [{ matches: '\\d{4}' }, '1234']
                                      ^^^^^^
      expected: anything but a text that contains "1234"
      received: "Your card is 1234.""
  `);
  expect(await wordsFor(`${secret}  never: card`, async () => 'no card')).toContain(
    'text-appears what must never appear is in the answer.',
  );
});

test('judges every invariant but those that are left out', async () => {
  const open = `\
name: x
input: y
turns: [{ reply: ok }]
options: { strict: false }
`;
  const forgetful: App = ({ client }) =>
    client.messages.create({
      ...basics,
      messages: [
        { role: 'user', content: 'Look.' },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'toolu_a', name: 'look', input: {} }],
        },
        { role: 'user', content: 'Well?' },
      ],
    });
  expect(await wordsFor(open, forgetful)).toContain('invariant-broken one-result-per-call');
  const except = 'expect: { invariants: { except: [one-result-per-call] } }';
  expect(await wordsFor(`${open}${except}`, forgetful)).toBe('');
  expect(await wordsFor(`${open}expect: { invariants: false }`, forgetful)).toBe('');
});

test('judges the client when it is asked to', async () => {
  const hasty: App = async ({ client }) => {
    const ask = (): Promise<unknown> =>
      client.messages.create(
        { ...basics, messages: [{ role: 'user', content: 'Hi' }] },
        { maxRetries: 0 },
      );
    return ask().catch(ask);
  };
  const limited = `\
name: x
input: y
turns: [{ error: { name: rate_limited, retry_after: 30 } }, { reply: ok }]
`;
  expect(await wordsFor(limited, hasty)).toBe('');
  expect(await wordsFor(`${limited}expect: { client: false }`, hasty)).toBe('');
  const words = await wordsFor(`${limited}expect: { client: true }`, hasty);
  expect(words.replace(/received \d+ ms/, 'received … ms')).toMatchInlineSnapshot(`
    "a.yaml:4:19 client-misbehaved retry-after-ignored: journal[1] (turn 2) sends again what was answered with 429 in journal[0] (turn 1): expected 30000 ms between them, as the answer asks, received … ms. Wait as long as it says. Times are from the clock of the simulation, which the client has to wait on too.
      expect: { client: true }
                        ^^^^"
  `);
  const except = 'expect: { client: { except: [retry-after-ignored] } }';
  expect(await wordsFor(`${limited}${except}`, hasty)).toBe('');
  const overloads =
    'name: x\ninput: y\nturns: [{ error: { name: overloaded, retry_after_ms: 1 } }, { reply: ok }]\n';
  expect(await wordsFor(`${overloads}expect: { client: { max_retries: 0 } }`)).toContain(
    'client-misbehaved retry-storm: ',
  );
  expect(await wordsFor(`${overloads}expect: { client: { backoff_ms: 1 } }`)).toBe('');
});

test('takes no time for what turns wait, and counts it on the simulated clock', async () => {
  const slow = `\
name: x
input: Look.
${DESK}turns:
  - { reply: [{ tool_use: { name: look, input: { at: left } } }], delay: 3600000 }
  - { reply: ok, fault: { pace: { ttft_ms: 250.5 } } }
expect:
`;
  expect(await wordsFor(`${slow}  elapsed_ms: { at_least: 3600250, at_most: 3600251 }`)).toBe('');
  expect(await wordsFor(`${slow}  elapsed_ms: { at_most: 60000 }`)).toMatchInlineSnapshot(`
    "a.yaml:14:15 elapsed-differs the time on the simulated clock differs.
        elapsed_ms: { at_most: 60000 }
                    ^^^^^^^^^^^^^^^^^^
      expected: at most 60000
      received: 3600250.5
      so far:
        user: text
        assistant: tool_use(toolu_01gN6wtHQG5wL2xMA7pFTibM)
        user: tool_result(toolu_01gN6wtHQG5wL2xMA7pFTibM) -> {"seen":[1,{"two":2}]}
        assistant: text"
  `);
});

test('tells the simulation and the client what the options say', async () => {
  const optioned = (options: string): string =>
    `name: x\ninput: ' '\noptions: ${options}\nturns: [{ reply: ok }]\n`;
  expect(await wordsFor(optioned('{ allow: [text-blank] }'))).toBe('');
  expect(await wordsFor(optioned('{ strict: false }'))).toBe('');
  expect(await wordsFor(optioned('{}'))).toContain('request-refused');
  const version = optioned('{ strict: false, version: 2026-10-21 }').replace(
    'reply: ok',
    'reply: ok, expect: { headers: { anthropic-version: 2026-10-21 } }',
  );
  expect(await wordsFor(version)).toBe('');
  const ids = await Promise.all(
    [1, 1, 2].map(async (seed) => {
      const run = await runScenario(await load(optioned(`{ strict: false, seed: ${seed} }`)), loop);
      return run.transcripts[0]?.reply?.id;
    }),
  );
  expect(ids[0]).toBe(ids[1]);
  expect(ids[0]).not.toBe(ids[2]);
});

test('refuses ids that nothing has', async () => {
  const cwd = await tempFolder({
    'a.yaml': `\
name: x
input: y
options: { allow: [text-blnk], refuse: [nothing-like-it] }
turns: []
expect:
  refused: [tool-result-mising]
  invariants: { except: [matching-id] }
  conversation: { except: [said-stay] }
  client: { except: [retry-strom] }
`,
  });
  const error: unknown = await loadScenarios('a.yaml', { cwd }).catch((reason: unknown) => reason);
  expect((error as Error).message).toMatchInlineSnapshot(`
    "[ensaio] 6 problems in 1 file:

    a.yaml:3:20 id-unknown there is no rule "text-blnk"; did you mean "text-blank"?
      options: { allow: [text-blnk], refuse: [nothing-like-it] }
                         ^^^^^^^^^

    a.yaml:3:41 id-unknown there is no rule "nothing-like-it".
      options: { allow: [text-blnk], refuse: [nothing-like-it] }
                                              ^^^^^^^^^^^^^^^

    a.yaml:6:13 id-unknown there is no rule "tool-result-mising"; did you mean "tool-result-missing"?
        refused: [tool-result-mising]
                  ^^^^^^^^^^^^^^^^^^

    a.yaml:7:26 id-unknown there is no invariant "matching-id"; did you mean "matching-ids"?
        invariants: { except: [matching-id] }
                               ^^^^^^^^^^^

    a.yaml:8:28 id-unknown there is no check of a conversation "said-stay"; did you mean "said-stays"?
        conversation: { except: [said-stay] }
                                 ^^^^^^^^^

    a.yaml:9:22 id-unknown there is no check of the client "retry-strom"; did you mean "retry-storm"?
        client: { except: [retry-strom] }
                           ^^^^^^^^^^^"
  `);
});
