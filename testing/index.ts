/** `ensaio/testing`: scenarios in tests, and tools that note what happens to them. */
export type { App, AppContext } from './app.ts';
export { assertScenario, type AssertScenarioOptions } from './assert-scenario.ts';
export { arbitraries } from './arbitraries.ts';
export { CheckLoopError } from './check/check-loop-error.ts';
export {
  checkLoop,
  reportLoop,
  type CheckLoopReport,
  type CheckLoopResult,
} from './check/check-loop.ts';
export {
  checkConversation,
  reportConversation,
  type CheckConversationOptions,
} from './check/check-conversation.ts';
export type { LoopFailure } from './check/loop-failure.ts';
export type { CheckLoopOptions, CheckProgress, Shard } from './check/options.ts';
export type { CheckStatistics } from './check/statistics.ts';
export { chooseScenarios, type ChosenScenarios, type SkippedScenario } from './choose-scenarios.ts';
export { doorNames, type DoorName } from './doors/doors.ts';
export { lintScenarios, type LintResult } from './lint/lint-scenarios.ts';
export { loadScenarios, type LoadScenariosOptions } from './load/load-scenarios.ts';
export type { RanScenario } from './report/reported-scenario.ts';
export { writeScenarioPage } from './report/scenario-page.ts';
export {
  record,
  type FinishOptions,
  type Recorded,
  type RecordOptions,
  type Recording,
} from './recorder/record.ts';
export type { ScenarioMaking } from './recorder/make-scenarios.ts';
export type { Redaction } from './recorder/redaction.ts';
export { runScenario, type RunScenarioOptions, type ScenarioResult } from './run/run-scenario.ts';
export type { Scenario } from './scenario.ts';
export { spyTools, type SpiedTools, type SpyToolsOptions } from './spy-tools.ts';
export { sessionApp, type OpenSession } from './session/session-app.ts';
export type { CommandKind, Session, SessionCommand } from './session/session.ts';
export type { ScenarioToolCall } from './tool-calls.ts';
export { formatProblems } from '../src/scenario/format-problems.ts';
export { printScenario, type PrintOptions } from '../src/scenario/print-scenario.ts';
export type { ScenarioProblem } from '../src/scenario/problem.ts';
export type {
  WrittenBlock,
  WrittenReply,
  WrittenScenario,
  WrittenTool,
  WrittenTurn,
} from '../src/scenario/written.ts';
