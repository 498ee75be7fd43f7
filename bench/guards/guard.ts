/** A limit that holds on every machine: what work may cost, in steps and bytes, beside its floor. */
import type { Cost, Count } from './count.ts';

export interface Guard {
  readonly work: string;
  readonly floor: string;
  /** How many times the floor the work may cost. */
  readonly limits: Cost;
  readonly measure: (count: Count) => Promise<{ readonly work: Cost; readonly floor: Cost }>;
}
