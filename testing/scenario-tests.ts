/** Scenarios as tests, whatever runs them: which there are, which are skipped and why, and what each does. */
import { resolve } from 'node:path';
import { EnsaioError } from '../src/error.ts';
import type { ScenarioProblem } from '../src/scenario/problem.ts';
import type { App } from './app.ts';
import { checkApp } from './check-app.ts';
import { assertScenario } from './assert-scenario.ts';
import { chooseScenarios } from './choose-scenarios.ts';
import { doorNames, type DoorName } from './doors/doors.ts';
import { loadScenarios, type LoadScenariosOptions } from './load/load-scenarios.ts';
import { pointAt } from './point-at.ts';
import { writeScenarioPage } from './report/scenario-page.ts';
import { runScenario } from './run/run-scenario.ts';
import type { Scenario } from './scenario.ts';

export interface ScenarioTestsOptions extends LoadScenariosOptions {
  /** The door that the app goes through, or `all` of them one after another. Default `client`. */
  readonly door?: DoorName | 'all';
  /** The folder into which a page is written for each scenario that fails. Default: none is. */
  readonly html?: string;
}

export interface ScenarioTest {
  readonly name: string;
  readonly tags: readonly string[];
  /** Why it is not run. */
  readonly skip: string | undefined;
  /** @throws EnsaioError `scenario-failed` */
  run(signal: AbortSignal): Promise<void>;
}

/** The tests of one file, over one door. */
export interface ScenarioGroup {
  readonly name: string;
  readonly tests: readonly ScenarioTest[];
}

async function load(
  globs: string | readonly string[],
  options: LoadScenariosOptions,
): Promise<Scenario[]> {
  try {
    return await loadScenarios(globs, options);
  } catch (error) {
    if (!(error instanceof EnsaioError) || error.code !== 'scenario-invalid') throw error;
    throw pointAt(error, error.details['problems'] as ScenarioProblem[], options.cwd ?? '.');
  }
}

/** @throws EnsaioError `scenario-invalid` or `option-invalid` */
export async function scenarioTests(
  globs: string | readonly string[],
  app: App,
  { door = 'client', html, ...options }: ScenarioTestsOptions = {},
): Promise<ScenarioGroup[]> {
  checkApp('describeScenarios', app);
  const { cwd } = options;
  const scenarios = await load(globs, options);
  const reasons = new Map(
    chooseScenarios(scenarios).skipped.map(({ scenario, reason }) => [scenario, reason]),
  );
  const files = [...Map.groupBy(scenarios, ({ file }) => file)];
  const doors = door === 'all' ? doorNames : [door];
  return doors.flatMap((through) =>
    files.map(([file, all]) => ({
      name: doors.length === 1 ? file : `${file} over ${through}`,
      tests: all.map((scenario) => ({
        name: scenario.name,
        tags: scenario.tags,
        skip: reasons.get(scenario),
        async run(signal) {
          const result = await runScenario(scenario, app, { signal, door: through });
          const title = doors.length === 1 ? scenario.name : `${scenario.name} ${through}`;
          const page =
            html === undefined || result.passed
              ? undefined
              : writeScenarioPage(resolve(cwd ?? '.', html), { scenario, result, title });
          assertScenario(result, {
            ...(cwd === undefined ? {} : { cwd }),
            ...(page === undefined ? {} : { page }),
          });
        },
      })),
    })),
  );
}
