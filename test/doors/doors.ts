/** The doors to a simulation, each as the least that a suite needs: a client for the loop, and a way to close. */
import {
  fakeAnthropic,
  fakeMessages,
  simulate,
  type ScriptInput,
  type Simulation,
  type SimulationOptions,
} from '../../fakes/index.ts';
import type { LoopClient } from '../../src/loop/index.ts';
import { mswDoor } from '../../testing/doors/msw.ts';
import { serverDoor } from '../../testing/doors/server.ts';

export interface OpenDoor {
  readonly client: LoopClient;
  readonly simulation: Simulation;
  close(): void | Promise<void>;
}

interface OpenDoorInProcess extends OpenDoor {
  close(): void;
}

/** A door that is open, and closed, at once. */
export interface DoorInProcess {
  readonly name: string;
  open(script: ScriptInput, options?: SimulationOptions): OpenDoorInProcess;
}

export interface Door {
  readonly name: string;
  open(script: ScriptInput, options?: SimulationOptions): OpenDoor | Promise<OpenDoor>;
}

/** Nothing is sent twice that a suite does not send. */
const ONCE = { maxRetries: 0 };

export const doorsInProcess: readonly DoorInProcess[] = [
  {
    name: 'fakeAnthropic',
    open(script, options) {
      const client = fakeAnthropic(script, { ...ONCE, ...options });
      return { client, simulation: client.simulation, close: () => undefined };
    },
  },
  {
    name: 'fakeMessages',
    open(script, options) {
      const client = fakeMessages(script, options);
      return { client, simulation: client.simulation, close: () => undefined };
    },
  },
  {
    name: 'msw',
    open(script, options) {
      const simulation = simulate(script, options);
      return { ...mswDoor(simulation, ONCE), simulation };
    },
  },
];

export const doors: readonly Door[] = [
  ...doorsInProcess,
  {
    name: 'server',
    async open(script, options) {
      const simulation = simulate(script, options);
      return { ...(await serverDoor(simulation, ONCE)), simulation };
    },
  },
];
