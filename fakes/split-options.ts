/** One options object for the simulation and for whatever stands in front of it. */
import { checkOptions, isFields, type OptionCheck } from '../src/check-options.ts';
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

/** What each option that is not the simulation's must be; one that is missing here does not compile. */
export type OwnChecks<Options> = Readonly<
  Record<Exclude<keyof Options, keyof SimulationOptions>, OptionCheck>
>;

/** Throws `EnsaioError` (`option-invalid`) for what is neither an option of a simulation nor in `checks`. */
export function splitOptions<Options extends SimulationOptions>(
  options: Options,
  checks: OwnChecks<Options>,
): SplitOptions<Options> {
  const [mine, theirs]: Record<string, unknown>[] = [{}, {}];
  for (const [name, value] of Object.entries(options ?? {})) {
    (Object.hasOwn(SIMULATION_OPTIONS, name) ? mine! : theirs!)[name] = value;
  }
  const checked: object = isFields(options) ? theirs! : options;
  checkOptions(checked, checks as Readonly<Record<string, OptionCheck>>, ', and those of simulate');
  return {
    simulationOptions: mine!,
    clientOptions: theirs as Omit<Options, keyof SimulationOptions>,
  };
}
