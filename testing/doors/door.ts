/** What a door is: a way for an app to reach the simulation of its scenario. */
import type { FakeAnthropic, OwnClientOptions } from '../../fakes/client.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';

/** A door that was opened for one run. */
export interface OpenDoor {
  /** The client that goes through it. */
  readonly client: FakeAnthropic;
  /** Whether each request that is under way has a socket in this process. Default: none has. */
  readonly hasSockets?: boolean;
  /** Ends what is under way and leaves nothing behind. */
  close(): void | Promise<void>;
}

/**
 * Opens a door to a simulation. Any number may be open at once, and none mixes with another.
 * @throws EnsaioError `door-unavailable` when there is no way through it here
 */
export type Door = (
  simulation: Simulation,
  options?: OwnClientOptions,
) => OpenDoor | Promise<OpenDoor>;
