/** One scenario against one app: what it asks is asked, what it expects is checked. */
import { fakeAnthropic, type FakeAnthropicOptions } from '../fakes/client.ts';
import type { ScenarioProblem } from '../src/scenario/problem.ts';
import type { Simulation } from '../src/simulation/simulation.ts';
import { skippingClock } from '../src/simulation/skipping-clock.ts';
import type { Transcript } from '../src/transcript/transcript.ts';
import { VERSION } from '../src/wire/headers.ts';
import type { App } from './app.ts';
import { callApp } from './call-app.ts';
import { judge } from './judge.ts';
import type { Scenario } from './scenario.ts';
import { toolCallsOf, type ScenarioToolCall } from './tool-calls.ts';

export interface RunScenarioOptions {
  /** Calls the run off; it then ends with what there is, as a failed one. Default: never. */
  readonly signal?: AbortSignal;
}

/** What came of a run. */
export interface ScenarioResult {
  readonly name: string;
  readonly passed: boolean;
  /** Everything that was not as the scenario says; empty when it passed. `formatProblems` shows them. */
  readonly problems: readonly ScenarioProblem[];
  /** What the app answered with, as it is; undefined when it did not. */
  readonly answer: unknown;
  /** What the app threw, or why it was called off; undefined when it answered. */
  readonly error: unknown;
  /** The conversations the app had. */
  readonly transcripts: readonly Transcript[];
  readonly toolCalls: readonly ScenarioToolCall[];
  /** The simulated API of this run. */
  readonly simulation: Simulation;
}

/** The options of the client, as far as the scenario says something of them. */
function clientOptions({ options }: Scenario): FakeAnthropicOptions {
  const { version, ...simulated } = options;
  return {
    ...simulated,
    ...(version === undefined ? {} : { defaultHeaders: { [VERSION]: version } }),
  };
}

/**
 * Runs a scenario on a simulation of its own and judges it: what turns and scenario expect, every turn used, nothing
 * unexpected, nothing refused, every invariant kept. What its turns wait for takes no time. A scenario that fails is a
 * result, never a thrown error.
 */
export async function runScenario(
  scenario: Scenario,
  app: App,
  options: RunScenarioOptions = {},
): Promise<ScenarioResult> {
  const { name, script, tools } = scenario;
  const clock = skippingClock();
  const client = fakeAnthropic(script, { ...clientOptions(scenario), clock });
  const { simulation } = client;
  const signal = options.signal ?? new AbortController().signal;
  const input: unknown = structuredClone(scenario.input);
  const ending = await callApp(app, { client, input, tools, signal, simulation });
  const problems = judge({ scenario, simulation, ending, elapsedMs: clock.skippedMs });
  const { transcripts } = simulation;
  return {
    name,
    passed: problems.length === 0,
    problems,
    answer: ending.type === 'answered' ? ending.answer : undefined,
    error: ending.type === 'answered' ? undefined : ending.error,
    transcripts,
    toolCalls: toolCallsOf(scenario, transcripts),
    simulation,
  };
}
