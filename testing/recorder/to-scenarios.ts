/** What was heard of an API, as scenarios. */
import type { WrittenScenario } from '../../src/scenario/written.ts';
import type { Heard } from './heard.ts';
import { rehearse } from './rehearse.ts';
import { RunMaker, type RunMaking } from './run-maker.ts';
import { recordedRuns } from './runs.ts';

/** Names that differ, so that each scenario can be told. */
function withOwnNames(scenarios: readonly WrittenScenario[]): WrittenScenario[] {
  const counts = new Map<string, number>();
  return scenarios.map((scenario) => {
    const count = (counts.get(scenario.name) ?? 0) + 1;
    counts.set(scenario.name, count);
    return count === 1 ? scenario : { ...scenario, name: `${scenario.name} (${count})` };
  });
}

/** The scenarios that tell what was heard, in the order in which they began. */
export async function toScenarios(
  heard: readonly Heard[],
  options: RunMaking,
): Promise<WrittenScenario[]> {
  const rehearsal = await rehearse(heard);
  const { requests } = rehearsal;
  const runs = recordedRuns(rehearsal, options.split);
  const scenarios: WrittenScenario[] = [];
  for (const run of runs) scenarios.push(await new RunMaker(run, requests).make(options));
  return withOwnNames(scenarios);
}
