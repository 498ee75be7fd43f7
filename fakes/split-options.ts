/** One options object for the simulation and for whatever stands in front of it. */
import type { SimulationOptions } from '../src/simulation/options.ts';

const SIMULATION_OPTIONS: Readonly<Record<keyof SimulationOptions, true>> = {
  strict: true,
  allow: true,
  refuse: true,
  apiKey: true,
  threads: true,
  models: true,
  clock: true,
  seed: true,
  latency: true,
  tokens: true,
  journalLimit: true,
};

export interface SplitOptions<Options> {
  readonly simulationOptions: SimulationOptions;
  readonly clientOptions: Omit<Options, keyof SimulationOptions>;
}

export function splitOptions<Options extends SimulationOptions>(
  options: Options,
): SplitOptions<Options> {
  const mine: Record<string, unknown> = {};
  const theirs: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    (name in SIMULATION_OPTIONS ? mine : theirs)[name] = value;
  }
  return {
    simulationOptions: mine,
    clientOptions: theirs as Omit<Options, keyof SimulationOptions>,
  };
}
