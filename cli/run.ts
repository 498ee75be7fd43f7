/** `ensaio run`: runs scenarios against an app and says how each went. */
import type { App } from '../testing/app.ts';
import { loadDoor } from '../testing/doors/doors.ts';
import { loadScenarios } from '../testing/load/load-scenarios.ts';
import { bundledApp } from './bundled-app.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { isGood, type FinishedRun } from './finished-run.ts';
import { formatStray } from './format-result.ts';
import type { IO } from './io.ts';
import { Lanes } from './lanes.ts';
import { loadApp } from './load-app.ts';
import { planJobs } from './plan-jobs.ts';
import { reporters } from './reporters/registry.ts';
import { runAll } from './run-all.ts';
import type { RunSettings } from './run-settings.ts';
import { Teller } from './teller.ts';
import { Terminal } from './terminal.ts';

/** So few are told in full without being asked to. */
const FEW = 5;

/** The loop that comes with the kit; what its tools throw is printed, since the model is only told in general words. */
function ownApp(lanes: Lanes): App {
  return bundledApp((error, { name }) => {
    const reason = error instanceof Error ? error.stack : String(error);
    lanes.print(`The tool ${name} threw: ${reason}\n`, 'stderr');
  });
}

async function runIn(
  lanes: Lanes,
  terminal: Terminal,
  settings: RunSettings,
  io: IO,
): Promise<ExitCode> {
  const { cwd, onRead, now = () => 0 } = io;
  const { globs, filters, doors } = settings;
  const scenarios = await loadScenarios(globs, { cwd, onRead });
  const jobs = planJobs(scenarios, filters, doors);
  // What cannot be opened is said before anything runs.
  await Promise.all(doors.map(loadDoor));
  const app = settings.app === undefined ? ownApp(lanes) : await loadApp(settings.app, io);
  const count = jobs.filter((job) => 'door' in job).length;
  const isFull = settings.transcript || count <= FEW;
  const teller = new Teller(settings, { say: (text) => terminal.write(text), isFull, io });
  const onProgress = (over: number): void => terminal.progress(`${over} of ${count} are over …`);
  const runs: FinishedRun[] = [];
  const start = now();
  terminal.startProgress();
  onProgress(0);
  for await (const finished of runAll(jobs, { ...settings, app, lanes, io, onProgress })) {
    runs.push(finished);
    teller.each(finished);
  }
  terminal.endProgress();
  const report = { runs, strays: lanes.strays, doors: doors.length, elapsedMs: now() - start };
  teller.end(report);
  return isGood(report) ? EXIT.passed : EXIT.failed;
}

/**
 * Runs scenarios once.
 * @throws EnsaioError `scenario-invalid`, `option-invalid`, `app-invalid` or `door-unavailable`
 */
export async function run(settings: RunSettings, io: IO): Promise<ExitCode> {
  const terminal = new Terminal(io);
  // A document on stdout is that of the reporter alone.
  const isDocument = reporters[settings.reporter].each === undefined;
  const lanes = new Lanes((text, output) => terminal.write(text, isDocument ? 'stderr' : output));
  const stop = lanes.listen(io);
  try {
    return await runIn(lanes, terminal, settings, io);
  } catch (error) {
    // What came up before may be why it cannot be run.
    for (const stray of lanes.strays) terminal.write(`${formatStray(stray)}\n\n`, 'stderr');
    throw error;
  } finally {
    terminal.endProgress();
    stop();
  }
}
