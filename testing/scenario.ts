/** A scenario ready to be run: its tools can be called. */
import type { LoopTool } from '../src/loop/index.ts';
import type { ScenarioCore } from '../src/scenario/scenario.ts';

/** A loaded scenario. Made by `loadScenarios`; it can be run any number of times. */
export interface Scenario extends ScenarioCore {
  readonly tools: readonly LoopTool[];
}
