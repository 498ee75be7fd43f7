/** The client door: the genuine SDK, its `fetch` the simulated API. */
import Anthropic, { type ClientOptions } from '@anthropic-ai/sdk';
import { anything } from '../src/check-options.ts';
import { EnsaioError } from '../src/error.ts';
import type { ScriptInput } from '../src/script/script.ts';
import { fetchFace } from '../src/simulation/fetch-face.ts';
import { simulate, type Simulation } from '../src/simulation/simulation.ts';
import { REST_TOGETHER } from '../src/simulation/wire-form.ts';
import type { SimulationOptions } from '../src/simulation/options.ts';
import { splitOptions, type OwnChecks } from './split-options.ts';

/** The simulation behind each `fetch` that a client was given. */
const simulations = new WeakMap<object, Simulation>();

function noSimulation(): EnsaioError {
  return new EnsaioError(
    'option-invalid',
    'A FakeAnthropic is made by fakeAnthropic(script): this `fetch` reaches no simulation.',
    {
      hint: 'Leave `fetch` out of withOptions(). A client with a fetch of its own is new Anthropic({ fetch }), which may call `client.simulation.fetch`.',
      details: { option: 'fetch' },
    },
  );
}

/** A real `Anthropic` client that asks a simulation; clients derived from it share the simulation. */
export class FakeAnthropic extends Anthropic {
  /** The simulated API behind this client: its journal, its transcripts, `assertDone()`. */
  declare readonly simulation: Simulation;

  /** @internal Use {@link fakeAnthropic}. `withOptions` comes through here with the same `fetch`. */
  constructor(options: ClientOptions = {}) {
    super(options);
    const simulation = simulations.get(options.fetch ?? {});
    if (!simulation) throw noSimulation();
    Object.defineProperty(this, 'simulation', { value: simulation, enumerable: false });
  }
}

/** Options of the SDK client that say nothing of where its requests go. */
export type OwnClientOptions = Omit<
  ClientOptions,
  'fetch' | 'apiKey' | 'authToken' | 'credentials' | 'config' | 'profile'
>;

/** Options of the simulation and of the SDK client in one object. */
export type FakeAnthropicOptions = SimulationOptions & OwnClientOptions;

/** A misspelt option would let a test pass for nothing; what each takes is the SDK's to say. */
const CHECKS: OwnChecks<FakeAnthropicOptions> = {
  webhookKey: anything,
  baseURL: anything,
  timeout: anything,
  fetchOptions: anything,
  middleware: anything,
  maxRetries: anything,
  defaultHeaders: anything,
  defaultQuery: anything,
  dangerouslyAllowBrowser: anything,
  logLevel: anything,
  logger: anything,
  openTelemetry: anything,
};

/** What a client has of the simulation, or not at all. */
const TAKEN: readonly string[] = [
  'fetch',
  'authToken',
  'credentials',
  'config',
  'profile',
] satisfies readonly Exclude<keyof ClientOptions, keyof FakeAnthropicOptions>[];

function checkTaken(options: FakeAnthropicOptions): void {
  const taken = TAKEN.find((option) => Object.hasOwn(Object(options), option));
  if (taken === undefined) return;
  throw new EnsaioError(
    'option-invalid',
    `fakeAnthropic takes no "${taken}": its client asks the simulation, with a key of no meaning or the \`apiKey\` given.`,
    {
      hint: `A client of your own is new Anthropic({ fetch: simulation.fetch, apiKey: 'test' }), with simulate(script).`,
      details: { option: taken },
    },
  );
}

/** No key of a test reaches anything, but the SDK and the simulated API both ask for one. */
const TEST_KEY = 'sk-ant-test';

/** How a client reaches its simulation. */
export interface Way {
  /** Default: the simulation itself. It must be a function of this client alone. */
  readonly fetch?: typeof globalThis.fetch;
  /** The key to send. Default: one of no meaning. */
  readonly apiKey?: string;
}

/** What the SDK reads of a stream is events. */
const fetchFor = (simulation: Simulation): typeof globalThis.fetch =>
  fetchFace((raw, signal) => simulation.answer(raw, signal), REST_TOGETHER);

/** A genuine SDK client of a simulation that is there already. */
export function clientOf(
  simulation: Simulation,
  options: OwnClientOptions = {},
  { fetch = fetchFor(simulation), apiKey = TEST_KEY }: Way = {},
): FakeAnthropic {
  simulations.set(fetch, simulation);
  return new FakeAnthropic({ baseURL: 'https://api.anthropic.com', ...options, apiKey, fetch });
}

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
  checkTaken(options);
  const { simulationOptions, clientOptions } = splitOptions(options, CHECKS);
  const { apiKey } = simulationOptions;
  const way = apiKey === undefined ? {} : { apiKey };
  return clientOf(simulate(script, simulationOptions), clientOptions, way);
}
