/** The client door: the simulation is the `fetch` of the client. */
import { clientOf, type FakeAnthropic, type OwnClientOptions } from '../../fakes/client.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { ending } from './ending.ts';

export function clientDoor(
  simulation: Simulation,
  options?: OwnClientOptions,
): { client: FakeAnthropic; close(): void } {
  const { fetch, end } = ending(simulation.fetch);
  return { client: clientOf(simulation, options, { fetch }), close: end };
}
