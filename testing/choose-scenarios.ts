/** Which of several scenarios are run, by what they say of themselves. */
import { checkGiven } from '../src/check-options.ts';
import type { Scenario } from './scenario.ts';

/** A scenario that is not run, and why. */
export interface SkippedScenario {
  readonly scenario: Scenario;
  readonly reason: string;
}

export interface ChosenScenarios {
  readonly chosen: readonly Scenario[];
  readonly skipped: readonly SkippedScenario[];
}

/** Leaves out those with `skip`, and all without `only` when one has it. */
export function chooseScenarios(scenarios: readonly Scenario[]): ChosenScenarios {
  checkGiven(Array.isArray(scenarios), 'chooseScenarios', 'a list of scenarios', scenarios);
  const first = scenarios.find(({ only }) => only !== undefined);
  const reasonFor = ({ skip, only }: Scenario): string | undefined => {
    if (skip !== undefined) return skip;
    if (!first || only !== undefined) return undefined;
    return `only "${first.name}" is run: ${first.only}`;
  };
  return {
    chosen: scenarios.filter((scenario) => reasonFor(scenario) === undefined),
    skipped: scenarios.flatMap((scenario) => {
      const reason = reasonFor(scenario);
      return reason === undefined ? [] : [{ scenario, reason }];
    }),
  };
}
