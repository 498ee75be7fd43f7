/** Runs scenarios side by side, and gives what came of them in their order. */
import { countOf } from '../src/scenario/count-of.ts';
import type { FinishedRun, Job, SkippedRun } from './finished-run.ts';
import { inOrder } from './in-order.ts';
import { runOne, type RunOneOptions } from './run-one.ts';

export interface RunAllOptions extends Omit<RunOneOptions, 'signal'> {
  /** How many run at a time. */
  readonly concurrency: number;
  /** How many may fail before the rest is left; Infinity for any number. */
  readonly bail: number;
  /** Gets how many are over. */
  readonly onProgress: (over: number) => void;
}

/**
 * Gives what came of each, in the order of `jobs`. After so many failures as `bail` says, all that come after them in
 * this order count as skipped, also those under way: so the report is the same however many run at a time.
 */
export async function* runAll(
  jobs: readonly (Job | SkippedRun)[],
  options: RunAllOptions,
): AsyncGenerator<FinishedRun> {
  const { bail, concurrency, onProgress } = options;
  const controller = new AbortController();
  const { signal } = controller;
  const reason = `called off after ${countOf(bail, 'failure')}`;
  const leave = ({ scenario, title }: Job | SkippedRun): SkippedRun => {
    return { scenario, title, status: 'skipped', reason };
  };
  let failures = 0;
  let over = 0;

  async function work(job: Job | SkippedRun): Promise<FinishedRun> {
    if ('status' in job) return job;
    if (failures >= bail) return leave(job);
    const run = await runOne(job, { ...options, signal });
    if (run.status === 'failed') failures += 1;
    onProgress((over += 1));
    return run;
  }

  let told = 0;
  for await (const run of inOrder(jobs, concurrency, work)) {
    yield told >= bail && run.status !== 'skipped' ? leave(run) : run;
    if (run.status === 'failed') told += 1;
    if (told >= bail) controller.abort(new Error(reason));
  }
}
