/** The client door: the genuine SDK, its `fetch` the simulated API. */
import Anthropic, { type ClientOptions } from '@anthropic-ai/sdk';
import type { ScriptInput } from '../src/script/script.ts';
import { simulate, type Simulation } from '../src/simulation/simulation.ts';
import type { SimulationOptions } from '../src/simulation/options.ts';
import { splitOptions } from './split-options.ts';

/** A real `Anthropic` client whose requests never leave the process. */
export type FakeAnthropic = Anthropic & { readonly simulation: Simulation };

/** Options of the simulation and of the SDK client in one object. */
export type FakeAnthropicOptions = SimulationOptions & Omit<ClientOptions, 'fetch' | 'apiKey'>;

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
  const client = new Anthropic({
    baseURL: 'https://api.anthropic.com',
    ...clientOptions,
    apiKey: simulationOptions.apiKey ?? TEST_KEY,
    fetch: simulation.fetch,
  });
  return Object.defineProperty(client, 'simulation', {
    value: simulation,
    enumerable: false,
  }) as FakeAnthropic;
}
