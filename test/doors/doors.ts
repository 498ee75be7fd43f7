/** The doors to a simulation, each as the least that a suite needs: a client for the loop, and a way to close. */
import Anthropic from '@anthropic-ai/sdk';
import { setupServer } from 'msw/node';
import {
  fakeAnthropic,
  fakeMessages,
  simulate,
  type ScriptInput,
  type Simulation,
  type SimulationOptions,
} from '../../fakes/index.ts';
import { anthropicHandlers } from '../../fakes/msw.ts';
import { serve } from '../../fakes/server.ts';
import type { LoopClient } from '../../src/loop/index.ts';

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

const nothing = (): void => undefined;

/** MSW patches the process once; every opened door has a base URL of its own. */
const server = setupServer();
let opened = 0;

/** As it is before MSW patches it. */
const { fetch } = globalThis;

export const doorsInProcess: readonly DoorInProcess[] = [
  {
    name: 'fakeAnthropic',
    open(script, options) {
      const client = fakeAnthropic(script, { maxRetries: 0, ...options });
      return { client, simulation: client.simulation, close: nothing };
    },
  },
  {
    name: 'fakeMessages',
    open(script, options) {
      const client = fakeMessages(script, options);
      return { client, simulation: client.simulation, close: nothing };
    },
  },
  {
    name: 'msw',
    open(script, options) {
      if (opened === 0) server.listen({ onUnhandledFrame: 'error' });
      const baseURL = `https://door-${++opened}.test`;
      const simulation = simulate(script, options);
      server.use(...anthropicHandlers(simulation, { baseURL }));
      const client = new Anthropic({ baseURL, apiKey: 'sk-ant-test', maxRetries: 0 });
      return { client, simulation, close: () => server.resetHandlers() };
    },
  },
];

export const doors: readonly Door[] = [
  ...doorsInProcess,
  {
    name: 'server',
    async open(script, options) {
      const simulation = simulate(script, options);
      const { url, close } = await serve(simulation);
      const client = new Anthropic({ baseURL: url, apiKey: 'sk-ant-test', maxRetries: 0, fetch });
      return { client, simulation, close };
    },
  },
];
