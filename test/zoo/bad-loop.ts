/** What a loop of the zoo is: a good loop with one mistake, where that is known from, and what catches it. */
import type { CheckLoopOptions } from '../../testing/index.ts';
import type { ToolLoop } from './loop.ts';

export interface BadLoop {
  /** Kebab-case. */
  readonly id: string;
  /** What it gets wrong, as the end of "a loop that …". */
  readonly mistake: string;
  /** The section of the lesson, or the public report, that tells of it. */
  readonly source: string;
  /**
   * What it is known by: an invariant, a rule, a check of the client, or the code of a problem. Several where it shows in
   * several ways, and the script decides which.
   */
  readonly caughtBy: readonly string[];
  /** The most turns and calls of the smallest script that shows it. */
  readonly size: readonly [turns: number, calls: number];
  /** What it takes to see it, where the default does not do. */
  readonly options?: CheckLoopOptions;
  readonly Loop: typeof ToolLoop;
}
