/** One scenario against one app: what it asks is asked, what it expects is checked. */
import {
  anything,
  checkGiven,
  checkOptions,
  isFields,
  type OptionCheck,
} from '../../src/check-options.ts';
import type { ScenarioProblem } from '../../src/scenario/problem.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import type { Transcript } from '../../src/transcript/transcript.ts';
import type { App } from '../app.ts';
import { checkApp } from '../check-app.ts';
import { loadDoor, type DoorName } from '../doors/doors.ts';
import { play } from './play.ts';
import type { Scenario } from '../scenario.ts';
import { toolCallsOf, type ScenarioToolCall } from '../tool-calls.ts';

export interface RunScenarioOptions {
  /** Calls the run off; it then ends with what there is, as a failed one. Default: never. */
  readonly signal?: AbortSignal;
  /**
   * How the app reaches the simulated API: a `client` that has it as its `fetch`, the global `fetch` under `msw`, or a
   * `server` on a loopback port. Whatever the door, the app gets a client that goes through it. Default `client`.
   */
  readonly door?: DoorName;
}

const CHECKS: Readonly<Record<keyof RunScenarioOptions, OptionCheck>> = {
  signal: [(value: unknown) => value instanceof AbortSignal, 'an AbortSignal'],
  // Which doors there are, is told by what opens them.
  door: anything,
};

function checkScenario(scenario: unknown): void {
  const isRight = isFields(scenario) && isFields(scenario['expect']) && 'script' in scenario;
  checkGiven(
    isRight,
    'runScenario',
    'one scenario that is loaded',
    scenario,
    'Loop over what loadScenarios gives: for (const scenario of await loadScenarios("scenarios")) await runScenario(scenario, app).',
  );
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

/**
 * Runs a scenario on a simulation of its own and judges it: what turns and scenario expect, every turn used, nothing
 * unexpected, nothing refused, every invariant kept. What its turns wait for takes no time. Any number may run at once.
 * A scenario that fails is a result, never a thrown error.
 * @throws EnsaioError `door-unavailable` when the door cannot be opened here, `option-invalid` when there is no such, or what is given is no scenario or
 * no app
 */
export async function runScenario(
  scenario: Scenario,
  app: App,
  options: RunScenarioOptions = {},
): Promise<ScenarioResult> {
  checkScenario(scenario);
  checkApp('runScenario', app);
  checkOptions(options, CHECKS);
  const { name } = scenario;
  const { signal, door = 'client' } = options;
  const settings = { door: await loadDoor(door), signal };
  const { run, problems } = await play(scenario, app, settings);
  const { simulation, ending } = run;
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
