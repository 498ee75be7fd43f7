/** Counts what work costs in things that are the same on every machine, busy or not. */
import { Session } from 'node:inspector/promises';
import type { Work } from '../measure.ts';

/** What one piece of work costs. */
export interface Cost {
  /** How often code was entered: every function, and every branch and loop body in it, of whoever's code. */
  readonly steps: number;
  /** Bytes that were allocated on the heap. */
  readonly bytes: number;
}

export interface CountOptions {
  /** Over how many pieces of work. Default 20. */
  readonly times?: number;
  /** How many come before that are not counted: what is made once is no matter. Default 40. */
  readonly warmUp?: number;
}

export type Count = (work: Work, options?: CountOptions) => Promise<Cost>;

async function repeat(work: Work, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await work();
}

async function bytesOf(run: () => Promise<void>): Promise<number> {
  globalThis.gc!();
  const before = process.memoryUsage().heapUsed;
  await run();
  return process.memoryUsage().heapUsed - before;
}

const session: Session = new Session();
session.connect();
await session.post('Profiler.enable');
// Code that was compiled before this is counted by the function, not by the branch.
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

async function stepsOf(run: () => Promise<void>): Promise<number> {
  // What was counted before is told, and forgotten.
  await session.post('Profiler.takePreciseCoverage');
  await run();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ranges = result.flatMap(({ functions }) => functions.flatMap((each) => each.ranges));
  return ranges.reduce((sum, { count: entered }) => sum + entered, 0);
}

export const count: Count = async (work, { times = 20, warmUp = 40 } = {}) => {
  await repeat(work, warmUp);
  const run = (): Promise<void> => repeat(work, times);
  const bytes = await bytesOf(run);
  return { bytes: bytes / times, steps: (await stepsOf(run)) / times };
};
