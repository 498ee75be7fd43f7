/** The lesson's three scenarios, finished by loops that nobody here wrote: the SDK's tool runner in all its modes. */
import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anthropicHandlers } from '../../fakes/msw.ts';
import { runToolLoop, type LoopTool } from '../../src/loop/index.ts';
import { loadScenarios } from '../../testing/load/load-scenarios.ts';
import type { App, AppContext } from '../../testing/app.ts';
import { runScenario } from '../../testing/run/run-scenario.ts';

const scenarios = await loadScenarios('scenarios/lesson/*.yaml');

/** A tool of the loop as one of the SDK's, which checks no input by itself. */
function toRunnable({ definition, parse, run }: LoopTool): BetaRunnableTool<unknown> {
  return betaTool({
    name: definition.name,
    description: definition.description ?? '',
    inputSchema: definition.input_schema as { type: 'object' },
    run: async (input, context) => {
      const parsed = await parse(input);
      if (!parsed.ok)
        throw new Error(`number must match ^A-\\d{4}$, received ${JSON.stringify(input)}`);
      const signal = context?.signal ?? new AbortController().signal;
      return JSON.stringify(await run(parsed.input, { signal, toolUseId: context!.toolUse.id }));
    },
  }) as BetaRunnableTool<unknown>;
}

interface Mode {
  stream: boolean;
  threads: boolean;
  /** Iterated by hand or awaited. */
  iterate: boolean;
}

function runnerApp({ stream, threads, iterate }: Mode): App {
  return async ({ client, input, tools, signal }: AppContext) => {
    const runner = client.beta.messages.toolRunner(
      {
        model: 'claude-opus-5',
        max_tokens: 1024,
        tools: tools.map(toRunnable),
        messages: [{ role: 'user', content: input as string }],
        stream,
        ...(threads ? {} : { thread: false as const }),
      },
      { signal },
    );
    if (!iterate) return runner;
    let last: unknown;
    for await (const step of runner)
      last = 'finalMessage' in step ? await step.finalMessage() : step;
    return last;
  };
}

const modes: Mode[] = [false, true].flatMap((stream) =>
  [false, true].flatMap((threads) =>
    [false, true].map((iterate) => ({ stream, threads, iterate })),
  ),
);

describe.each(modes)('stream: $stream, threads: $threads, iterated: $iterate', (mode) => {
  test.each(scenarios)('the tool runner of the SDK finishes "$name"', async (scenario) => {
    const result = await runScenario(scenario, runnerApp(mode));
    expect(result.problems).toEqual([]);
    result.simulation.assertDone();
    const continued = result.simulation.journal.filter(
      ({ request }) => request.body.thread?.type === 'continue',
    );
    expect(continued).toHaveLength(mode.threads ? scenario.script.turns.length - 1 : 0);
  });
});

describe('under MSW', () => {
  const server = setupServer();
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterAll(() => server.close());

  test.each(scenarios)('an app that makes its own client finishes "$name"', async (scenario) => {
    const result = await runScenario(scenario, async ({ simulation, input, tools }) => {
      server.resetHandlers(...anthropicHandlers(simulation));
      const client = new Anthropic({ apiKey: 'sk-ant-test' });
      const messages = [{ role: 'user' as const, content: input as string }];
      return runToolLoop(client, { model: 'claude-opus-5', max_tokens: 1024, tools, messages });
    });
    expect(result.problems).toEqual([]);
  });
});
