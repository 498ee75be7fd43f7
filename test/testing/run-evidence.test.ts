/** What an app does besides what it sends is judged too, as far as a run can know it. */
import type Anthropic from '@anthropic-ai/sdk';
import { describe, expect, test } from 'vitest';
import { runToolLoop, type LoopTool } from '../../src/loop/index.ts';
import {
  formatProblems,
  runScenario,
  type App,
  type ScenarioProblem,
} from '../../testing/index.ts';
import { load } from './load.ts';

const moves = (first: string | number): string => `\
name: two moves
input: Move twice.
tools:
  - name: move
    description: Moves something.
    input_schema: { type: object, properties: { to: { type: string } }, required: [to] }
    effect: write
    answers:
      - { input: { to: nowhere }, error: There is no such place. }
      - { result: moved }
turns:
  - reply:
      - tool_use: { id: toolu_a, name: move, input: { to: ${first} } }
      - tool_use: { id: toolu_b, name: move, input: { to: right } }
  - reply: Done.
`;

type Result = Anthropic.ToolResultBlockParam;
type Call = Anthropic.ToolUseBlock;

const ask = (client: Anthropic, messages: Anthropic.MessageParam[], tools: readonly LoopTool[]) =>
  client.messages.create({
    model: 'claude-haiku-5-5',
    max_tokens: 64,
    messages,
    tools: tools.map(({ definition }) => definition),
  });

/** A loop of one round that answers its calls with whatever `answer` makes of them. */
function answering(
  answer: (calls: Call[], tool: LoopTool) => Result[] | Promise<Result[]>,
  own?: readonly LoopTool[],
): App {
  return async ({ client, input, tools: given }) => {
    const tools = own ?? given;
    const question = { role: 'user' as const, content: String(input) };
    const { content } = await ask(client, [question], tools);
    const calls = content.filter((block) => block.type === 'tool_use');
    const results = await answer(calls, tools[0]!);
    const reply = { role: 'assistant' as const, content };
    return ask(client, [question, reply, { role: 'user', content: results }], tools);
  };
}

async function run({ run: work }: LoopTool, { id, input }: Call): Promise<Result> {
  const context = { signal: new AbortController().signal, toolUseId: id };
  const content = String(await work(input, context));
  return { type: 'tool_result', tool_use_id: id, content };
}

async function inOrder(calls: Call[], tool: LoopTool): Promise<Result[]> {
  const results: Result[] = [];
  for (const call of calls) results.push(await run(tool, call));
  return results;
}

const broken = (problems: readonly ScenarioProblem[]): string =>
  formatProblems(problems.filter(({ code }) => code === 'invariant-broken'));

describe('of an app that uses the tools it is given', () => {
  test('good ones are found to keep everything', async () => {
    const loop: App = ({ client, input, tools, signal }) =>
      runToolLoop(client, {
        model: 'claude-haiku-5-5',
        max_tokens: 64,
        messages: [{ role: 'user', content: String(input) }],
        tools,
        signal,
      });
    for (const first of ['left', 'nowhere', 7]) {
      const { problems } = await runScenario(await load(moves(first)), loop);
      expect(formatProblems(problems)).toBe('');
    }
    const { problems } = await runScenario(await load(moves('left')), answering(inOrder));
    expect(formatProblems(problems)).toBe('');
  });

  const bad: [what: string, first: string | number, app: App, invariant: string][] = [
    [
      'runs a call twice',
      'left',
      answering(async (calls, tool) => {
        await run(tool, calls[0]!);
        return inOrder(calls, tool);
      }),
      'one-run-per-call',
    ],
    ['runs what the schema refuses', 7, answering(inOrder), 'valid-input-only'],
    [
      'writes in another order',
      'left',
      answering(async (calls, tool) => (await inOrder(calls.toReversed(), tool)).toReversed()),
      'writes-in-order',
    ],
    [
      'tells a failure as a success',
      'nowhere',
      answering((calls, tool) =>
        Promise.all(
          calls.map((call) =>
            run(tool, call).catch((): Result => ({
              type: 'tool_result',
              tool_use_id: call.id,
              content: 'moved',
            })),
          ),
        ),
      ),
      'failures-answered',
    ],
    [
      'says that a tool never ran, and it began',
      'nowhere',
      answering((calls, tool) =>
        Promise.all(
          calls.map((call) =>
            run(tool, call).catch((): Result => ({
              type: 'tool_result',
              tool_use_id: call.id,
              is_error: true,
              content: 'It was not executed.',
            })),
          ),
        ),
      ),
      'started-not-denied',
    ],
    [
      'ends as if the model were done',
      'left',
      async ({ client, input, tools }) => {
        await ask(client, [{ role: 'user', content: String(input) }], tools);
        return 'Done.';
      },
      'says-when-unfinished',
    ],
  ];

  test.each(bad)('one that %s is told so', async (_, first, app, invariant) => {
    const { problems } = await runScenario(await load(moves(first)), app);
    expect(broken(problems)).toContain(`invariant-broken ${invariant}: `);
  });

  test('one that does not stop is told so, and where it was', async () => {
    const controller = new AbortController();
    const scenario = await load(moves('left'));
    const deaf: App = async (context) => {
      const calls = answering(async (all, tool) => {
        controller.abort(new Error('enough'));
        return inOrder(all, tool);
      });
      return calls(context);
    };
    const { problems } = await runScenario(scenario, deaf, { signal: controller.signal });
    expect(broken(problems)).toMatchInlineSnapshot(`
      "a.yaml:1:7 invariant-broken abort-stops-requests: the request was sent after the abort, in journal[1].
        name: two moves
              ^^^^^^^^^

      a.yaml:12:5 invariant-broken abort-stops-tools: move (toolu_a) began after the abort, in messages[1].content[0] (journal[0], turn 1).
          - reply:
            ^^^^^^

      a.yaml:12:5 invariant-broken abort-stops-tools: move (toolu_b) began after the abort, in messages[1].content[1] (journal[0], turn 1).
          - reply:
            ^^^^^^"
    `);
  });

  test('the line of the turn is shown', async () => {
    const { problems } = await runScenario(await load(moves(7)), answering(inOrder));
    expect(broken(problems)).toMatchInlineSnapshot(`
      "a.yaml:12:5 invariant-broken valid-input-only: move ran on an input that its schema refuses: {"to":7}, in messages[1].content[0] (journal[0], turn 1).
          - reply:
            ^^^^^^"
    `);
  });
});

describe('of an app that leaves them alone', () => {
  const own: LoopTool = {
    name: 'other',
    effect: 'write',
    definition: { name: 'other', description: 'Mine.', input_schema: { type: 'object' } },
    parse: (input) => Promise.resolve({ ok: true, input }),
    run: () => 'done',
  };

  test('nothing is known, so a call may be its answer', async () => {
    const scenario = await load(`\
name: extraction
input: Ada, 36
tools: [{ name: look, description: Looks., input_schema: { type: object }, answers: [] }]
turns: [{ reply: [{ tool_use: { name: other, input: { name: Ada } } }] }]
`);
    const app: App = async ({ client, input }) => {
      const { content } = await ask(client, [{ role: 'user', content: String(input) }], [own]);
      return (content[0] as Call).input;
    };
    expect(formatProblems((await runScenario(scenario, app)).problems)).toBe('');
  });

  test('its own tools are not judged by those of the scenario', async () => {
    const scenario = await load(`\
name: x
input: y
tools:
  - { name: other, description: Theirs., input_schema: { required: [to], type: object }, answers: [] }
turns:
  - reply: [{ tool_use: { name: other, input: { at: 7 } } }, { tool_use: { name: other } }]
  - reply: ok
`);
    const { problems } = await runScenario(scenario, answering(inOrder, [own]));
    expect(formatProblems(problems)).toBe('');
  });
});

test('how an app ended is known of the conversation that it ended with', async () => {
  const scenario = await load(`\
name: a conversation beside it
input: Look.
tools: [{ name: look, description: Looks., input_schema: { type: object }, answers: [] }]
turns:
  - { when: { user: Ask aside. }, reply: [{ tool_use: { name: look } }] }
  - reply: Done.
`);
  const app: App = async ({ client, tools }) => {
    await ask(client, [{ role: 'user', content: 'Ask aside.' }], tools);
    return ask(client, [{ role: 'user', content: 'Look.' }], tools);
  };
  expect(formatProblems((await runScenario(scenario, app)).problems)).toBe('');
});
