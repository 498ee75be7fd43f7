/** Which turn of a scenario the simulation speaks of. */
import type { Scenario } from './scenario.ts';

/** The turn of the scenario that the simulation calls `place`, counted from 0; -1 when there is none. */
export function turnAt({ turns }: Scenario, place: string | undefined): number {
  return turns.findIndex(({ places }) => place !== undefined && places.includes(place));
}
