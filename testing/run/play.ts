/** A scenario played and judged, in one way or in both. */
import type { ScenarioProblem } from '../../src/scenario/problem.ts';
import type { WrittenScenario } from '../../src/scenario/written.ts';
import type { App } from '../app.ts';
import type { EndedRun } from '../ended-run.ts';
import { judge } from '../judge/judge.ts';
import { needsStage } from './needs-stage.ts';
import { perform, type PerformOptions } from './perform.ts';
import type { Scenario } from '../scenario.ts';
import { ownStrays } from '../stage/strays.ts';
import { ownTimers } from '../stage/own-timers.ts';

export interface Played {
  readonly run: EndedRun;
  /** Everything that was not as the scenario says. */
  readonly problems: readonly ScenarioProblem[];
}

/** Whether a stream and a plain answer say the same: a stream can break off, and an app may end for it or be stopped. */
export function isComparable({ turns, abort }: Pick<WrittenScenario, 'turns' | 'abort'>): boolean {
  if (abort !== undefined) return false;
  return turns.every(({ fault, error }) => fault === undefined && error === undefined);
}

const judged = (run: EndedRun): Played => ({ run, problems: judge(run) });

/** Runs an app on a scenario and judges it; asked for both ways, also what the two come to. */
export async function play(
  scenario: Scenario,
  app: App,
  options: Omit<PerformOptions, 'stream'>,
): Promise<Played> {
  const giveBack = needsStage(scenario) ? [ownTimers(), ownStrays()] : [];
  const { stream = false } = scenario;
  try {
    if (stream !== 'both') {
      return await perform(scenario, app, judged, { ...options, stream });
    }
    const plain = await perform(scenario, app, judged, { ...options, stream: false });
    if (plain.problems.length > 0) return plain;
    const [twin] = plain.run.simulation.transcripts;
    const isWitness = isComparable(scenario.written) && !plain.run.isCut;
    const withTwin = (run: EndedRun): Played =>
      judged(twin && isWitness && !run.isCut ? { ...run, twin } : run);
    return await perform(scenario, app, withTwin, { ...options, stream: true });
  } finally {
    for (const each of giveBack) each();
  }
}
