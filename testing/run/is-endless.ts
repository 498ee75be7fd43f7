/** Whether an app asks and asks: it has made many more requests than there are turns for. */
import type { Simulation } from '../../src/simulation/simulation.ts';
import { ownExchanges } from '../own-exchanges.ts';
import type { Scenario } from '../scenario.ts';

/** How many requests an app may make beyond the turns there are. */
const MOST_UNEXPECTED = 20;

/** The same for requests on the side, of which nobody knows how many there are. */
const MOST_ASIDE = 1_000;

export function isEndless(scenario: Scenario, simulation: Simulation): boolean {
  const most = scenario.turns.length + MOST_UNEXPECTED;
  if (simulation.journal.length <= most) return false;
  const own = ownExchanges({ scenario, simulation }).length;
  return own > most || simulation.journal.length - own > MOST_ASIDE;
}
