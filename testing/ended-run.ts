/** A run that is over: what there is to judge. */
import type { Ending, RunRecord } from '../src/invariants/run-record.ts';
import type { Simulation } from '../src/simulation/simulation.ts';
import type { Transcript } from '../src/transcript/transcript.ts';
import type { Scenario } from './scenario.ts';

export interface EndedRun {
  readonly scenario: Scenario;
  readonly simulation: Simulation;
  readonly ending: Ending;
  /** Whether the app was told to stop, as its scenario says. */
  readonly isStopped: boolean;
  /** Whether real time was up, or somebody outside called it off: how far it got says nothing of another run. */
  readonly isCut: boolean;
  /** What the app did besides what it sent. */
  readonly evidence: RunRecord;
  /** The conversation that the same turns came to in the other way, if they were played in both. */
  readonly twin?: Transcript;
  /** The timers that it left running, in milliseconds; of a run that was not watched none are known. */
  readonly leftTimers: readonly number[];
  /** Milliseconds that passed on the simulated clock. */
  readonly elapsedMs: number;
}
