// A scenario against an app: what passes, and what every way of going wrong looks like.
import { expect, test } from 'vitest';
import { runToolLoop } from '../../src/loop/index.ts';
import {
  formatProblems,
  loadScenarios,
  runScenario,
  type App,
  type AppContext,
  type Scenario,
  type ScenarioResult,
} from '../../testing/index.ts';
import { tempFolder } from './temp-folder.ts';

/** The apps here make results up. */
const JUDGED = 'invariants: { except: [done-was-run] }\n';

const TWO_LOOKS = `\
name: two looks at once
input: look twice
tools:
  - name: look
    description: Looks somewhere.
    input_schema: { type: object, properties: { at: { type: string } } }
    answers:
      - { input: { at: left }, result: seen left }
      - { input: { at: right }, result: seen right }
turns:
  - reply:
      - tool_use: { id: toolu_a, name: look, input: { at: left } }
      - tool_use: { id: toolu_b, name: look, input: { at: right } }
  - expect:
      tool_results:
        - { tool_use_id: toolu_a, content: seen left }
        - { tool_use_id: toolu_b, content: { contains: right }, is_error: false }
    reply: Both seen.
expect:
  answer: Both seen.
  requests: 2
  ${JUDGED}`;

async function load(text: string): Promise<Scenario> {
  const [scenario] = await loadScenarios('a.yaml', { cwd: await tempFolder({ 'a.yaml': text }) });
  return scenario!;
}

const basics = { model: 'claude-haiku-5-5', max_tokens: 1024 };

const goodLoop: App = ({ client, input, tools, signal }) =>
  runToolLoop(client, {
    ...basics,
    tools,
    signal,
    messages: [{ role: 'user', content: String(input) }],
  });

/** An app that sends one message after the reply to the first, made of its calls. */
function answeringWith(content: (ids: string[]) => object[]): App {
  return async ({ client, input, tools }) => {
    const question = { role: 'user' as const, content: String(input) };
    const params = { ...basics, tools: tools.map(({ definition }) => definition) };
    const reply = await client.messages.create({ ...params, messages: [question] });
    const ids = reply.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    return client.messages.create({
      ...params,
      messages: [
        question,
        { role: 'assistant', content: reply.content },
        { role: 'user', content: content(ids) as never },
      ],
    });
  };
}

const result = (tool_use_id: string, content: unknown): object => ({
  type: 'tool_result',
  tool_use_id,
  content,
});

function wordsOf({ passed, problems }: ScenarioResult): string {
  expect(passed).toBe(problems.length === 0);
  return formatProblems(problems);
}

test('passes an app that does what the scenario says, and tells what it did', async () => {
  const run = await runScenario(await load(TWO_LOOKS), goodLoop);
  expect(wordsOf(run)).toBe('');
  expect(run).toMatchObject({
    name: 'two looks at once',
    passed: true,
    answer: { text: 'Both seen.', turns: 2 },
    error: undefined,
    toolCalls: [
      {
        turn: 1,
        id: 'toolu_a',
        name: 'look',
        input: { at: 'left' },
        result: { content: 'seen left' },
      },
      { turn: 1, id: 'toolu_b', name: 'look', input: { at: 'right' } },
    ],
    transcripts: [{ reply: { content: [{ text: 'Both seen.' }] } }],
  });
  expect(run.simulation.journal).toHaveLength(2);
});

test('gives every run a simulation and an input of its own', async () => {
  const scenario = await load('name: x\ninput: { list: [] }\nturns: [{ reply: ok }]');
  const seen: unknown[] = [];
  const app: App = async ({ client, input, simulation }) => {
    seen.push(structuredClone(input));
    (input as { list: unknown[] }).list.push('spoilt');
    expect(client).toHaveProperty('simulation', simulation);
    return client.messages.create({ ...basics, messages: [{ role: 'user', content: 'Hi' }] });
  };
  const runs = await Promise.all([runScenario(scenario, app), runScenario(scenario, app)]);
  expect(runs.map(wordsOf)).toEqual(['', '']);
  expect(seen).toEqual([{ list: [] }, { list: [] }]);
  expect(runs[0].simulation).not.toBe(runs[1].simulation);
});

test('takes a text, a message or anything with a text for an answer', async () => {
  const scenario = await load('name: x\ninput: y\nturns: []\nexpect: { answer: ok }');
  const answers = ['ok', { text: 'ok' }, { content: [{ type: 'text', text: 'ok' }] }];
  for (const answer of answers) {
    expect(wordsOf(await runScenario(scenario, () => Promise.resolve(answer)))).toBe('');
  }
  const wordless = await runScenario(scenario, () => Promise.resolve({ ok: true }));
  expect(wordsOf(wordless)).toMatchInlineSnapshot(`
    "a.yaml:4:19 answer-differs the app answered with no text.
      expect: { answer: ok }
                        ^^
      expected: "ok"
      received: {"ok":true}"
  `);
});

test('shows the first result that differs', async () => {
  const scenario = await load(TWO_LOOKS);
  const app = answeringWith(([a, b]) => [result(a!, 'seen left'), result(b!, 'seen nothing')]);
  expect(wordsOf(await runScenario(scenario, app))).toMatchInlineSnapshot(`
    "a.yaml:17:44 tool-results-differ turn 2: the tool results of its request differ at tool_results[1].content.
              - { tool_use_id: toolu_b, content: { contains: right }, is_error: false }
                                                 ^^^^^^^^^^^^^^^^^^^
      expected: a text that contains "right"
      received: "seen nothing"
      so far:
        user: text
        assistant: tool_use(toolu_a) | tool_use(toolu_b)
        user: tool_result(toolu_a) -> seen left | tool_result(toolu_b) -> seen nothing"
  `);
});

test('reads results of several blocks, and results that say they failed', async () => {
  const scenario = await load(`\
name: x
input: y
tools: [{ name: look, description: Looks., input_schema: { type: object }, answers: [] }]
turns:
  - reply: [{ tool_use: { name: look } }]
  - expect:
      tool_results:
        - { content: "one\\ntwo\\n[image]", is_error: false }
    reply: ok
expect:
  ${JUDGED}`);
  const image = { type: 'image', source: { type: 'url', url: 'https://example.test/a.png' } };
  const app = answeringWith(([id]) => [
    result(id!, [{ type: 'text', text: 'one' }, { type: 'text', text: 'two' }, image]),
  ]);
  expect(wordsOf(await runScenario(scenario, app))).toBe('');
  const failing = answeringWith(([id]) => [
    { ...result(id!, 'one\ntwo\n[image]'), is_error: true },
  ]);
  expect(wordsOf(await runScenario(scenario, failing))).toMatchInlineSnapshot(`
    "a.yaml:8:53 tool-results-differ turn 2: the tool results of its request differ at tool_results[0].is_error.
              - { content: "one\\ntwo\\n[image]", is_error: false }
                                                          ^^^^^
      expected: false
      received: true
      so far:
        user: text
        assistant: tool_use(toolu_01gN6wtHQG5wL2xMA7pFTibM)
        user: tool_result(toolu_01gN6wtHQG5wL2xMA7pFTibM, is_error) -> one two [image]"
  `);
});

test('shows a forgotten result even when the app hides the refusal', async () => {
  const scenario = await load(TWO_LOOKS);
  const forgetful = answeringWith(([a]) => [result(a!, 'seen left')]);
  const app = async (context: AppContext): Promise<unknown> => {
    try {
      return await forgetful(context);
    } catch {
      return 'Both seen.';
    }
  };
  expect(wordsOf(await runScenario(scenario, app))).toMatchInlineSnapshot(`
    "a.yaml:11:5 request-refused request 2 after turn 1 was refused by the rule tool-result-missing: 400 invalid_request_error: messages.2: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: toolu_b. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.
        - reply:
          ^^^^^^

    a.yaml:14:5 turn-unused turn 2 was never asked for.
        - expect:
          ^^^^^^^

    a.yaml:11:5 invariant-broken one-result-per-call: the call toolu_b has no result, in messages[2] (journal[1], turn 1).
        - reply:
          ^^^^^^"
  `);
});

test.each([
  ['tool_use: { name: look, input: { at: left } }', 'the model asked for tools'],
  ['content: [], stop_reason: pause_turn', 'the model had only paused'],
])('says of an app that stops after %s what it overlooked', async (reply, overlooked) => {
  const app: App = async ({ client }) => {
    await client.messages.create({ ...basics, messages: [{ role: 'user', content: 'Hi' }] });
    return 'Hm.';
  };
  const inReply = reply.startsWith('tool_use') ? `[{ ${reply} }]` : `{ ${reply} }`;
  const scenario = await load(
    `name: x\ninput: y\nturns:\n  - reply: ${inReply}\n  - reply: Seen.\n  - reply: Bye.\n`,
  );
  const { problems } = await runScenario(scenario, app);
  expect(
    problems.filter(({ code }) => code === 'turn-unused').map(({ message }) => message),
  ).toEqual([
    `turn 2 was never asked for: the app stopped after turn 1, though ${overlooked}.`,
    'turn 3 was never asked for.',
  ]);
});

test('shows what the app threw, and where it had got to', async () => {
  const app: App = async ({ client }) => {
    await client.messages.create({ ...basics, messages: [{ role: 'user', content: 'Hi' }] });
    throw new TypeError('boom\nand more');
  };
  const scenario = await load('name: x\ninput: y\nturns:\n  - reply: one\n  - reply: two');
  const run = await runScenario(scenario, app);
  expect(run).toMatchObject({ answer: undefined, error: new TypeError('boom\nand more') });
  expect(wordsOf(run)).toMatchInlineSnapshot(`
    "a.yaml:4:5 app-failed the app failed after turn 1: TypeError: boom
        - reply: one
          ^^^^^^^^^^

    a.yaml:5:5 turn-unused turn 2 was never asked for.
        - reply: two
          ^^^^^^^^^^"
  `);
  const rude = await runScenario(scenario, () => Promise.reject(Object.create(null) as Error));
  expect(wordsOf(rude)).toContain('app-failed the app failed: [Object: null prototype] {}');
});

test('shows requests past the script', async () => {
  const scenario = await load('name: x\ninput: y\nturns:\n  - reply: one\nexpect: { requests: 1 }');
  const app: App = async ({ client }) => {
    const ask = { ...basics, messages: [{ role: 'user' as const, content: 'Hi' }] };
    await client.messages.create(ask);
    await client.messages.create(ask).catch(() => undefined);
  };
  expect(wordsOf(await runScenario(scenario, app))).toMatchInlineSnapshot(`
    "a.yaml:4:5 request-unexpected request 2 after turn 1: no turn is left for it: turn 1, the only one, is used.
        - reply: one
          ^^^^^^^^^^

    a.yaml:5:21 requests-differ the number of requests differs.
      expect: { requests: 1 }
                          ^
      expected: 1
      received: 2
      so far:
        conversation 1
          user: text
          assistant: text
        conversation 2
          user: text"
  `);
});

test('counts requests for turns only', async () => {
  const scenario = await load('name: x\ninput: y\nturns: [{ reply: ok }]\nexpect: { requests: 1 }');
  const app: App = async ({ client }) => {
    const messages = [{ role: 'user' as const, content: 'Hi' }];
    await client.messages.countTokens({ model: basics.model, messages });
    return client.messages.create({ ...basics, messages });
  };
  expect(wordsOf(await runScenario(scenario, app))).toBe('');
});

test('gives no turn to who asks how many tokens there are, whomever the turn is for', async () => {
  const scenario = await load(`\
name: x
input: y
turns: [{ when: { user: Hi }, reply: ok }]
routes: [{ when: { user: Sum up. }, turns: [{ reply: Summed up. }] }]
expect: { answer: ok }
`);
  const app: App = async ({ client }) => {
    for (const content of ['Hi', 'Sum up.']) {
      const messages = [{ role: 'user' as const, content }];
      await client.messages.countTokens({ model: basics.model, messages });
    }
    return client.messages.create({ ...basics, messages: [{ role: 'user', content: 'Hi' }] });
  };
  expect(wordsOf(await runScenario(scenario, app))).toBe('');
});

test('counts the retries of the SDK as requests', async () => {
  const scenario = await load(`\
name: x
input: y
turns:
  - error: { status: 529, message: Overloaded, retry_after: 0.001 }
  - reply: ok
expect: { answer: ok, requests: 2 }
`);
  expect(wordsOf(await runScenario(scenario, goodLoop))).toBe('');
});

test('ends a run that is called off, also when the app does not listen', async () => {
  const scenario = await load('name: x\ninput: y\nturns: [{ reply: ok }]');
  const deaf: App = () => new Promise(() => undefined);
  const controller = new AbortController();
  const running = runScenario(scenario, deaf, { signal: controller.signal });
  controller.abort(new Error('enough'));
  const run = await running;
  expect(run.error).toEqual(new Error('enough'));
  expect(wordsOf(run)).toMatchInlineSnapshot(`
    "a.yaml:1:7 app-aborted the app was called off: enough
      name: x
            ^

    a.yaml:3:9 turn-unused turn 1 was never asked for.
      turns: [{ reply: ok }]
              ^^^^^^^^^^^^^"
  `);
});

test('does not start the app under a signal that is aborted', async () => {
  const scenario = await load('name: x\ninput: y\nturns: []');
  let called = false;
  const app: App = async () => {
    called = true;
  };
  const run = await runScenario(scenario, app, { signal: AbortSignal.abort('no') });
  expect(run.passed).toBe(false);
  expect(called).toBe(false);
});

test('hands the app the signal, and takes its rejection for the abort', async () => {
  const scenario = await load('name: x\ninput: y\nturns: []');
  const controller = new AbortController();
  const app: App = ({ signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('stopped')));
      controller.abort(new Error('enough'));
    });
  const run = await runScenario(scenario, app, { signal: controller.signal });
  expect(run.error).toEqual(new Error('enough'));
});
