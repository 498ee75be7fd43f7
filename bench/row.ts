/** A row of the table: work, what it is held against, and what it must reach. */
import type { Figure } from './measure.ts';

/** What a figure must come to: at most, at least, or less than so much of its unit. */
export interface Goal {
  /** What is counted; `×` is a ratio to the floor. */
  readonly unit: string;
  readonly atMost?: number;
  readonly atLeast?: number;
}

export interface Row<Name extends string = string> {
  readonly work: string;
  /** Default: there is none, and the figures stand by themselves. */
  readonly floor?: string;
  /** What it must reach, by the name of what is measured. */
  readonly goals: Readonly<Record<Name, Goal>>;
  /** What keeps it from its goals and what was tried, told where one is not reached. */
  readonly limits?: string;
  readonly measure: () => Promise<Readonly<Record<Name, Figure>>>;
}
