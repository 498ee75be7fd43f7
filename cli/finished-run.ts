/** What came of one scenario over one door, and of all of them: what a reporter is given. */
import type { DoorName } from '../testing/doors/doors.ts';
import type { ScenarioResult } from '../testing/run/run-scenario.ts';
import type { Scenario } from '../testing/scenario.ts';

interface Planned {
  readonly scenario: Scenario;
  /** The name of the scenario, with the door when it is run over several. */
  readonly title: string;
}

/** A scenario that is to be run. */
export interface Job extends Planned {
  readonly door: DoorName;
}

/** A scenario that was run. */
export interface RanScenario extends Job {
  readonly status: 'passed' | 'failed';
  readonly result: ScenarioResult;
  readonly elapsedMs: number;
  /** What was written to the process's own output meanwhile. */
  readonly printed: string;
}

/** A scenario that was not run. */
export interface SkippedRun extends Planned {
  readonly status: 'skipped';
  readonly reason: string;
}

export type FinishedRun = RanScenario | SkippedRun;

/** An error that nobody caught, and that belongs to no scenario that was still running. */
export interface StrayError {
  readonly error: unknown;
  /** The title of the scenario that left it behind, when it is known. */
  readonly after?: string;
  /** The titles of those that ran when it came up, when it may be of any of them. */
  readonly during: readonly string[];
}

/** What came of all. */
export interface RunReport {
  /** In the order of the files. */
  readonly runs: readonly FinishedRun[];
  readonly strays: readonly StrayError[];
  /** How many doors each scenario was run over. */
  readonly doors: number;
  readonly elapsedMs: number;
}

export type Counts = Readonly<Record<FinishedRun['status'], number>>;

export function countsOf(runs: readonly FinishedRun[]): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status } of runs) counts[status] += 1;
  return counts;
}

/** Whether nothing failed, and nothing was left behind. */
export function isGood({ runs, strays }: RunReport): boolean {
  return strays.length === 0 && runs.every(({ status }) => status !== 'failed');
}
