/** What a run shows besides its conversations, as evidence for the invariants. */
import type { Ending, RunRecord } from '../../src/invariants/run-record.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { accountOf } from '../session/account.ts';

/** Everything that is known of a run when it is over. */
export interface KnownRun {
  /** What the tools noted that the app was given. */
  readonly spied: RunRecord;
  readonly ending: Ending;
  readonly simulation: Simulation;
}

/** The names of the tools that the requests of a run put on offer. */
function offered({ journal }: Simulation): Set<unknown> {
  return new Set(
    journal.flatMap(({ request: { body } }) => {
      const { tools } = Object(body) as { readonly tools?: unknown };
      return Array.isArray(tools) ? tools.map((tool) => Object(tool).name as unknown) : [];
    }),
  );
}

/**
 * What the invariants may know of a run. How an app ended says something of a tool loop only: one that leaves the given
 * tools alone may well take a call for its answer. An abort is one for every app.
 */
export function runEvidence({ spied, ending, simulation }: KnownRun): RunRecord {
  const account = accountOf(simulation);
  if (account) return account.evidence;
  const { tools = [], toolRuns, abort } = spied;
  const names = offered(simulation);
  const isUsed = (toolRuns ?? []).length > 0 || tools.some(({ name }) => names.has(name));
  return {
    ...(isUsed ? { ...(toolRuns && { toolRuns }), tools, ending } : {}),
    ...(abort && { abort }),
  };
}
