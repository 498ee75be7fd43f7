/** The server door: the simulation is served on a port of its own, and the client has its address. */
import { clientOf, type OwnClientOptions } from '../../fakes/client.ts';
import { serve } from '../../fakes/server.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { bareFetch } from './bare-fetch.ts';
import type { OpenDoor } from './door.ts';

export async function serverDoor(
  simulation: Simulation,
  options?: OwnClientOptions,
): Promise<OpenDoor> {
  // The run is over when it is closed: nobody waits for what is still under way.
  const { url: baseURL, close } = await serve(simulation, { grace: 0 });
  const client = clientOf(simulation, { ...options, baseURL }, { fetch: bareFetch() });
  return { client, hasSockets: true, close };
}
