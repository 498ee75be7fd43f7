/** How a clock moves. */
import type { Clock } from './clock.ts';

/** What a clock is moved by: sleepers of its own, or the timers of a test runner. */
export interface Motion extends Clock {
  readonly pending: number;
  /** What to do about work that waits for something else. */
  readonly hint: string;
  /** Whether somebody wakes when time goes on. */
  readonly canStep: boolean;
  /** Moves on to the next sleeper and wakes it. */
  step(): unknown;
  /** Moves on by `ms`, with a turn for whatever each sleeper wakes. */
  pass(ms: number): Promise<void>;
}
