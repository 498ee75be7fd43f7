/** The client door: the genuine SDK, its `fetch` the simulated API. */
import Anthropic, { type ClientOptions } from '@anthropic-ai/sdk';
import type { ScriptInput } from '../src/script/script.ts';
import { simulate, type Simulation } from '../src/simulation/simulation.ts';
import type { SimulationOptions } from '../src/simulation/options.ts';
import { splitOptions } from './split-options.ts';

/** The simulation behind each `fetch` that a fake client was given. */
const simulations = new WeakMap<object, Simulation>();

/** A real `Anthropic` client whose requests never leave the process; clients derived from it share its simulation. */
export class FakeAnthropic extends Anthropic {
  /** The simulated API behind this client: its journal, its transcripts, `assertDone()`. */
  declare readonly simulation: Simulation;

  /** @internal Use {@link fakeAnthropic}. `withOptions` comes through here with the same `fetch`. */
  constructor(options: ClientOptions = {}) {
    super(options);
    const simulation = simulations.get(options.fetch ?? {});
    if (!simulation)
      throw new TypeError('[ensaio] FakeAnthropic is made by fakeAnthropic(script).');
    Object.defineProperty(this, 'simulation', { value: simulation, enumerable: false });
  }
}

/** Options of the simulation and of the SDK client in one object. */
export type FakeAnthropicOptions = SimulationOptions &
  Omit<ClientOptions, 'fetch' | 'apiKey' | 'authToken' | 'credentials' | 'config' | 'profile'>;

/** No key of a test reaches anything, but the SDK and the simulated API both ask for one. */
const TEST_KEY = 'sk-ant-test';

/**
 * A genuine SDK client on a scripted model: tool runner, streams, retries, middleware and `withOptions` all work.
 * `client.simulation` has the journal, the transcripts and `assertDone()`.
 * @example
 * const client = fakeAnthropic([
 *   [text('Let me look.'), toolUse('get_order', { number: 'A-1001' })],
 *   'Order A-1001 ships on the 20th.',
 * ]);
 * @throws EnsaioError `script-invalid`, `turn-invalid` or `option-invalid`
 */
export function fakeAnthropic(
  script: ScriptInput,
  options: FakeAnthropicOptions = {},
): FakeAnthropic {
  const { simulationOptions, clientOptions } = splitOptions(options);
  const simulation = simulate(script, simulationOptions);
  simulations.set(simulation.fetch, simulation);
  return new FakeAnthropic({
    baseURL: 'https://api.anthropic.com',
    ...clientOptions,
    apiKey: simulationOptions.apiKey ?? TEST_KEY,
    fetch: simulation.fetch,
  });
}
