/** A result as a test runner takes it: nothing when all is well, an error that points at the YAML when not. */
import { pathToFileURL } from 'node:url';
import { anything, checkGiven, checkOptions, isFields } from '../src/check-options.ts';
import { EnsaioError } from '../src/error.ts';
import { countOf } from '../src/scenario/count-of.ts';
import { formatProblems } from '../src/scenario/format-problems.ts';
import { pointAt } from './point-at.ts';
import type { ScenarioResult } from './run/run-scenario.ts';
import { shownConversations } from './shown-conversations.ts';

export interface AssertScenarioOptions {
  /** The folder that the names of files start from, as `loadScenarios` was told. Default: the working directory. */
  readonly cwd?: string;
  /** The path of a page about it, to be told in the message. Default: there is none. */
  readonly page?: string;
}

/** What the app threw, when that is what is wrong. */
function thrown({ problems, error }: ScenarioResult): { cause?: unknown } {
  const isOfApp = problems.some(({ code }) => code === 'app-failed' || code === 'error-differs');
  return isOfApp ? { cause: error } : {};
}

/**
 * Throws when a scenario did not pass, with its problems, the lines they stand on and the conversations; the stack of
 * the error is the places in the YAML.
 * @example assertScenario(await runScenario(scenario, app));
 * @throws EnsaioError `scenario-failed`, or `option-invalid` for what is no result
 */
export function assertScenario(result: ScenarioResult, options: AssertScenarioOptions = {}): void {
  const isResult = isFields(result) && Array.isArray(result.problems);
  const hint = 'assertScenario(await runScenario(scenario, app)).';
  checkGiven(isResult, 'assertScenario', 'the result of runScenario', result, hint);
  checkOptions(options, { cwd: anything, page: anything });
  const { cwd = '.', page } = options;
  const { name, passed, problems } = result;
  if (passed) return;
  const parts = [
    `${name}: ${countOf(problems.length, 'problem')}`,
    formatProblems(problems),
    shownConversations(result),
    page === undefined ? '' : `Report: ${pathToFileURL(page).href}`,
  ];
  const error = new EnsaioError(
    'scenario-failed',
    parts.filter((part) => part !== '').join('\n\n'),
    {
      ...thrown(result),
      details: { problems },
    },
  );
  throw pointAt(error, problems, cwd);
}
