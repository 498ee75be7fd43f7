// The lesson's three scenarios end as they end in the lesson, whichever loop plays them.
import type Anthropic from '@anthropic-ai/sdk';
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import { expect, test } from 'vitest';
import { formatTranscript } from '../../fakes/index.ts';
import { runToolLoop, type LoopTool } from '../../src/loop/index.ts';
import { formatProblems, loadScenarios, runScenario, type App } from '../../testing/index.ts';

const scenarios = await loadScenarios('scenarios/lesson');

/** Each scenario as the lesson prints it: calls, then one line a message. A result's text is cut at 60 characters. */
const printed: Readonly<Record<string, { calls: string[]; transcript: string[] }>> = {
  'one tool, one round': {
    calls: ['1: get_order {"number":"A-1001"}'],
    transcript: [
      'user: text',
      'assistant: text | tool_use(toolu_01)',
      'user: tool_result(toolu_01) -> {"status":"shipped","expected":"2026-10-20"}',
      'assistant: text',
    ],
  },
  'an invalid input, told to the model, then corrected': {
    calls: ['1: get_order {"number":"1002"}', '2: get_order {"number":"A-1002"}'],
    transcript: [
      'user: text',
      'assistant: tool_use(toolu_02)',
      'user: tool_result(toolu_02, is_error) -> …',
      'assistant: tool_use(toolu_03)',
      'user: tool_result(toolu_03) -> {"status":"delivered","expected":null}',
      'assistant: text',
    ],
  },
  'two calls in one reply': {
    calls: ['1: get_order {"number":"A-1001"}', '1: get_order {"number":"A-1002"}'],
    transcript: [
      'user: text',
      'assistant: tool_use(toolu_04a) | tool_use(toolu_04b)',
      'user: tool_result(toolu_04a) -> {"status":"shipped","expected":"2026-10-20"} | tool_result(toolu_04b) -> {"status":"delivered","expected":null}',
      'assistant: text',
    ],
  },
};

const basics = { model: 'claude-haiku-5-5', max_tokens: 1024 };
const question = (input: unknown): { role: 'user'; content: string }[] => [
  { role: 'user', content: String(input) },
];

function loop(stream: boolean): App {
  return ({ client, input, tools }) =>
    runToolLoop(client, { ...basics, tools, stream, messages: question(input) });
}

/** A tool of a scenario as the SDK's tool runner takes it. */
function toRunnable(tool: LoopTool): BetaRunnableTool<unknown> {
  return {
    ...(tool.definition as Anthropic.Beta.BetaTool),
    parse: (input) => input,
    run: async (input) => {
      const parsed = await tool.parse(input);
      if (!parsed.ok) throw new Error('Use the format A-1234.');
      const context = { signal: new AbortController().signal, toolUseId: '' };
      return JSON.stringify(await tool.run(parsed.input, context));
    },
  };
}

const toolRunner: App = ({ client, input, tools }) =>
  client.beta.messages
    .toolRunner({ ...basics, tools: tools.map(toRunnable), messages: question(input) })
    .runUntilDone();

const apps = { loop: loop(false), 'loop, streaming': loop(true), toolRunner };

test('has the three scenarios of the lesson', () => {
  expect(scenarios.map(({ name }) => name)).toEqual(Object.keys(printed));
});

for (const [app, play] of Object.entries(apps)) {
  for (const scenario of scenarios) {
    test(`ends as in the lesson: ${scenario.name} (${app})`, async () => {
      const { problems, toolCalls, transcripts } = await runScenario(scenario, play);
      expect(formatProblems(problems)).toBe('');
      const calls = toolCalls.map(
        ({ turn, name, input }) => `${turn}: ${name} ${JSON.stringify(input)}`,
      );
      const transcript = formatTranscript(transcripts[0]!).split('\n');
      // The words of a refusal are the loop's own.
      const lines = transcript.map((line) => line.replace(/(?<=is_error\) -> ).+/, '…'));
      expect({ calls, transcript: lines }).toEqual(printed[scenario.name]);
      expect(transcripts).toHaveLength(1);
    });
  }
}

test('tells the model what is wrong with the invalid input', async () => {
  const { toolCalls } = await runScenario(scenarios[1]!, apps.loop);
  expect(toolCalls[0]?.result).toMatchObject({ is_error: true });
  expect(toolCalls[0]?.result?.['content']).toMatchInlineSnapshot(
    `"Invalid input. number: must match pattern "^A-\\d{4}$", received "1002". The tool was not run. Correct the input and call the tool again."`,
  );
});
