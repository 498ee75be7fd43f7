/** `ensaio run`: runs scenarios against an app, one after another, and says how each went. */
import { loadScenarios } from '../testing/load-scenarios.ts';
import { runScenario, type ScenarioResult } from '../testing/run-scenario.ts';
import type { App } from '../testing/app.ts';
import type { Scenario } from '../testing/scenario.ts';
import { bundledApp } from './bundled-app.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { formatResult } from './format-result.ts';
import type { IO } from './io.ts';
import { loadApp } from './load-app.ts';
import { bundledScenarios } from './package-root.ts';
import { paintFor } from './paint.ts';

export interface RunOptions {
  /** The module of the app. Default: the bundled loop. */
  readonly app?: string;
}

/** Runs one scenario; an app that waits for what can never happen is called off. */
async function runOne(scenario: Scenario, app: App, io: IO): Promise<ScenarioResult> {
  const controller = new AbortController();
  const stop = io.whenIdle?.(() => {
    controller.abort(new Error('it waits for something that never happens'));
  });
  try {
    return await runScenario(scenario, app, { signal: controller.signal });
  } finally {
    stop?.();
  }
}

function summary(passed: number, all: number): string {
  const failed = all === passed ? '' : `, ${all - passed} failed`;
  return `${all} scenario${all === 1 ? '' : 's'}: ${passed} passed${failed}`;
}

/**
 * Runs the scenarios that `globs` name, or the bundled ones.
 * @throws EnsaioError `scenario-invalid`, `option-invalid` or `app-invalid`
 */
export async function run(
  globs: readonly string[],
  options: RunOptions,
  io: IO,
): Promise<ExitCode> {
  const paint = paintFor(io.stdout, io);
  const onToolError = (error: unknown, { name }: { name: string }): void => {
    io.stderr.write(
      `The tool ${name} threw: ${error instanceof Error ? error.stack : String(error)}\n`,
    );
  };
  const scenarios = await loadScenarios(globs.length > 0 ? globs : bundledScenarios, {
    cwd: io.cwd,
  });
  const app = options.app === undefined ? bundledApp(onToolError) : await loadApp(options.app, io);
  let passed = 0;
  for (const scenario of scenarios) {
    // One at a time, so that what an app prints stands with its scenario.
    const result = await runOne(scenario, app, io);
    if (result.passed) passed += 1;
    io.stdout.write(`${formatResult(result, paint)}\n`);
  }
  const isGood = passed === scenarios.length;
  io.stdout.write(`${paint(isGood ? 'good' : 'bad', summary(passed, scenarios.length))}\n`);
  return isGood ? EXIT.passed : EXIT.failed;
}
