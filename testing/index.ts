/** `ensaio/testing`: scenarios in tests. */
export type { App, AppContext } from './app.ts';
export { loadScenarios, type LoadScenariosOptions } from './load-scenarios.ts';
export { runScenario, type RunScenarioOptions, type ScenarioResult } from './run-scenario.ts';
export type { Scenario } from './scenario.ts';
export type { ScenarioToolCall } from './tool-calls.ts';
export { formatProblems } from '../src/scenario/format-problems.ts';
export type { ScenarioProblem } from '../src/scenario/problem.ts';
