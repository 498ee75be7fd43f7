/** `checkLoop`: any tool loop against any number of generated scripts, until one shows what is wrong with it. */
import type { App } from '../app.ts';
import { checkApp } from '../check-app.ts';
import { fastCheckError } from '../fast-check-error.ts';
import { CheckLoopError } from './check-loop-error.ts';
import type { LoopFailure } from './loop-failure.ts';
import type { CheckLoopOptions } from './options.ts';
import { toCheckSettings } from './settings.ts';
import type { CheckOutcome } from './run-check.ts';
import type { CheckStatistics } from './statistics.ts';

/** What a check came to. */
export interface CheckLoopResult {
  readonly seed: number;
  readonly statistics: CheckStatistics;
}

/** The same with the failure, if there is one. */
export interface CheckLoopReport extends CheckLoopResult {
  readonly failure?: LoopFailure;
}

const FOLDER = 'scenarios/regressions';

function folderOf({ regressions = false }: CheckLoopOptions): string | undefined {
  if (regressions === false) return undefined;
  return regressions === true ? FOLDER : regressions;
}

/** fast-check is a peer that only those need who check loops. */
export async function withFastCheck<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    throw fastCheckError(error);
  }
}

/** What a check has come to, its failure as all that can be done with it. */
export async function toReport(
  { statistics, failure }: CheckOutcome,
  options: CheckLoopOptions,
  seed: number,
): Promise<CheckLoopReport> {
  if (!failure) return { seed, statistics };
  const { toFailure } = await import('./loop-failure.ts');
  return { seed, statistics, failure: toFailure(failure, folderOf(options)) };
}

/** @throws CheckLoopError (`loop-broken`) for a report of a failure */
export function passed({ failure, ...result }: CheckLoopReport): CheckLoopResult {
  if (failure) throw new CheckLoopError(failure, result.statistics);
  return result;
}

/**
 * Checks a loop as {@link checkLoop} does, and reports what it finds without throwing it.
 * @throws EnsaioError `option-invalid`, `fast-check-missing`, or what a door that cannot be opened throws
 */
export async function reportLoop(
  app: App,
  options: CheckLoopOptions = {},
): Promise<CheckLoopReport> {
  checkApp('checkLoop', app);
  const settings = toCheckSettings(options);
  const { runCheck } = await withFastCheck(() => import('./run-check.ts'));
  return toReport(await runCheck(app, settings), options, settings.seed);
}

/**
 * Rehearses an app on generated scripts and judges each run by every invariant, the rules of the API and what a client
 * must not do under failure. The first run that breaks something is made as small as it gets. Nothing waits in real time,
 * and an app that hangs is ended at once.
 * @example
 * test('the loop is sound', async () => {
 *   await checkLoop(({ client, input, tools, signal }) => myLoop(client, input, tools, signal));
 * });
 * @throws CheckLoopError (`loop-broken`) with the smallest script that shows what is broken
 * @throws EnsaioError `option-invalid`, `fast-check-missing`, `door-unavailable`
 */
export async function checkLoop(
  app: App,
  options: CheckLoopOptions = {},
): Promise<CheckLoopResult> {
  return passed(await reportLoop(app, options));
}
