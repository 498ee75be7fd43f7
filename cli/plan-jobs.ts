/** What is to be run, of the scenarios there are. */
import { EnsaioError } from '../src/error.ts';
import { countOf } from '../src/scenario/count-of.ts';
import { chooseScenarios } from '../testing/choose-scenarios.ts';
import type { DoorName } from '../testing/doors/doors.ts';
import type { Scenario } from '../testing/scenario.ts';
import type { Job, SkippedRun } from './finished-run.ts';
import type { ScenarioFilter } from './scenario-filters.ts';

/** How many names an error tells. */
const MOST_NAMED = 10;

function listed(items: readonly string[]): string {
  const left = items.length - MOST_NAMED;
  const lines = items.slice(0, MOST_NAMED).map((item) => `  ${item}`);
  return [...lines, ...(left > 0 ? [`  … and ${left} more`] : [])].join('\n');
}

function nothingChosen(
  filters: readonly ScenarioFilter[],
  scenarios: readonly Scenario[],
): EnsaioError {
  const words = filters.map((filter) => filter.words).join(' and ');
  const names = scenarios.map(({ name }) => name);
  const tags = [...new Set(scenarios.flatMap((scenario) => scenario.tags))].sort();
  const hint = [
    `There ${names.length === 1 ? 'is' : 'are'} ${countOf(names.length, 'scenario')}:`,
    listed(names),
    tags.length === 0 ? 'None has a tag.' : `Their tags: ${tags.join(', ')}`,
  ].join('\n');
  return new EnsaioError('option-invalid', `No scenario has ${words}.`, { hint });
}

/**
 * A job for each scenario that passes all filters and each door, in the order of the scenarios; one that says of itself
 * that it is not to be run stays in its place.
 * @throws EnsaioError `option-invalid` when no scenario passes the filters
 */
export function planJobs(
  scenarios: readonly Scenario[],
  filters: readonly ScenarioFilter[],
  doors: readonly DoorName[],
): (Job | SkippedRun)[] {
  const wanted = scenarios.filter((scenario) =>
    filters.every((filter) => filter.accepts(scenario)),
  );
  if (wanted.length === 0) throw nothingChosen(filters, scenarios);
  const reasons = new Map(
    chooseScenarios(wanted).skipped.map(({ scenario, reason }) => [scenario, reason]),
  );
  return wanted.flatMap((scenario): (Job | SkippedRun)[] => {
    const { name } = scenario;
    const reason = reasons.get(scenario);
    if (reason !== undefined) return [{ scenario, title: name, status: 'skipped', reason }];
    const titleOf = (door: DoorName): string => (doors.length === 1 ? name : `${name} [${door}]`);
    return doors.map((door) => ({ scenario, door, title: titleOf(door) }));
  });
}
