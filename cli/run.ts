/** `ensaio run`: runs scenarios against an app, one after another, and says how each went. */
import { EnsaioError } from '../src/error.ts';
import { chooseScenarios } from '../testing/choose-scenarios.ts';
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

/** What a timer can hold. */
const LONGEST_TIMEOUT = 2_000_000;

export interface RunOptions {
  /** The module of the app. Default: the bundled loop. */
  readonly app?: string;
  /** Seconds after which a scenario is called off. Default 60. */
  readonly timeout: string;
}

/**
 * Runs one scenario. An app that waits for what can never happen, or for too long, is called off; so is one that
 * leaves an error behind which nobody catches.
 */
async function runOne(
  scenario: Scenario,
  app: App,
  seconds: number,
  io: IO,
): Promise<ScenarioResult> {
  const controller = new AbortController();
  const strays: unknown[] = [];
  const stops = [
    io.whenIdle?.(() => controller.abort(new Error('it waits for something that never happens'))),
    io.after?.(seconds * 1000, () =>
      controller.abort(new Error(`it did not answer within ${seconds} seconds`)),
    ),
    io.onStray?.((error) => {
      strays.push(error);
      controller.abort(error);
    }),
  ];
  try {
    const result = await runScenario(scenario, app, { signal: controller.signal });
    // What it left behind may come up a moment after its answer.
    if (result.passed && io.onStray) await new Promise((resolve) => setImmediate(resolve));
    return strays.length === 0 ? result : { ...result, passed: false, error: strays[0] };
  } finally {
    for (const stop of stops) stop?.();
  }
}

function toSeconds(timeout: string): number {
  const seconds = Number(timeout);
  if (seconds > 0 && seconds <= LONGEST_TIMEOUT) return seconds;
  throw new EnsaioError(
    'option-invalid',
    `--timeout is a number of seconds up to ${LONGEST_TIMEOUT}, received "${timeout}".`,
  );
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

function summary({ passed, failed, skipped }: Counts): string {
  const all = passed + failed + skipped;
  const more = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  const counts = [`${passed} passed`, ...more].join(', ');
  return `${all} scenario${all === 1 ? '' : 's'}: ${counts}`;
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
  const seconds = toSeconds(options.timeout);
  const scenarios = await loadScenarios(globs.length > 0 ? globs : bundledScenarios, {
    cwd: io.cwd,
  });
  const app = options.app === undefined ? bundledApp(onToolError) : await loadApp(options.app, io);
  const { chosen, skipped } = chooseScenarios(scenarios);
  let passed = 0;
  for (const scenario of chosen) {
    // One at a time, so that what an app prints stands with its scenario.
    const result = await runOne(scenario, app, seconds, io);
    if (result.passed) passed += 1;
    io.stdout.write(`${formatResult(result, paint)}\n`);
  }
  for (const { scenario, reason } of skipped) {
    io.stdout.write(`${paint('quiet', `- ${scenario.name} (skipped: ${reason})`)}\n`);
  }
  if (skipped.length > 0) io.stdout.write('\n');
  const failed = chosen.length - passed;
  const isGood = failed === 0;
  const counts = summary({ passed, failed, skipped: skipped.length });
  io.stdout.write(`${paint(isGood ? 'good' : 'bad', counts)}\n`);
  return isGood ? EXIT.passed : EXIT.failed;
}
