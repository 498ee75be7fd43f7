/** What the rehearsals of a check were made of. */
import type { AnyRehearsal } from '../arbitraries/rehearsal.ts';
import type { EndedRun } from '../ended-run.ts';

/** Counts over all runs of a check; a smaller rehearsal that a failure was shrunk to is not among them. */
export interface CheckStatistics {
  readonly runs: number;
  readonly turns: number;
  readonly calls: number;
  /** Turns with more than one call. */
  readonly parallel: number;
  /** The most calls in one turn. */
  readonly mostParallel: number;
  readonly requests: number;
  /** How often a tool ran that the app was given: none is seen of an app that does not take those of its context. */
  readonly toolRuns: number;
  /** How often each kind of thing came up: `turn: pause`, `input: missing`, `fault: cut` … */
  readonly kinds: Readonly<Record<string, number>>;
}

function callsIn({ reply }: AnyRehearsal['turns'][number]): number {
  const content = typeof reply === 'object' && 'content' in reply ? reply.content : reply;
  if (!Array.isArray(content)) return 0;
  return content.filter(
    (block) => typeof block === 'object' && block !== null && 'tool_use' in block,
  ).length;
}

/** The counts of several checks as those of one. */
export function mergeStatistics(all: readonly CheckStatistics[]): CheckStatistics {
  const sum = new Statistics();
  for (const each of all) sum.merge(each);
  return sum.counts;
}

export class Statistics {
  #counts = { runs: 0, turns: 0, calls: 0, parallel: 0, mostParallel: 0, requests: 0, toolRuns: 0 };
  readonly #kinds = new Map<string, number>();

  get runs(): number {
    return this.#counts.runs;
  }

  get counts(): CheckStatistics {
    const kinds = [...this.#kinds].sort(([a], [b]) => (a < b ? -1 : 1));
    return { ...this.#counts, kinds: Object.fromEntries(kinds) };
  }

  /** Counts one run. */
  add({ turns, kinds }: AnyRehearsal, { simulation, evidence }: EndedRun): void {
    const counts = this.#counts;
    counts.runs += 1;
    counts.turns += turns.length;
    counts.requests += simulation.journal.length;
    counts.toolRuns += evidence.toolRuns?.length ?? 0;
    for (const turn of turns) {
      const calls = callsIn(turn);
      counts.calls += calls;
      if (calls > 1) counts.parallel += 1;
      counts.mostParallel = Math.max(counts.mostParallel, calls);
    }
    for (const kind of kinds) this.#count(kind, 1);
  }

  merge({ kinds, mostParallel, ...other }: CheckStatistics): void {
    const counts = this.#counts;
    for (const [name, count] of Object.entries(other)) counts[name as keyof typeof other] += count;
    counts.mostParallel = Math.max(counts.mostParallel, mostParallel);
    for (const [kind, count] of Object.entries(kinds)) this.#count(kind, count);
  }

  #count(kind: string, count: number): void {
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + count);
  }
}
