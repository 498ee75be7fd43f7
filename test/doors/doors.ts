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
import type { LoopClient } from '../../src/loop/index.ts';

export interface OpenDoor {
  readonly client: LoopClient;
  readonly simulation: Simulation;
  close(): void;
}

export interface Door {
  readonly name: string;
  open(script: ScriptInput, options?: SimulationOptions): OpenDoor;
}

const nothing = (): void => undefined;

/** MSW patches the process once; every opened door has a base URL of its own. */
const server = setupServer();
let opened = 0;

export const doors: readonly Door[] = [
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
