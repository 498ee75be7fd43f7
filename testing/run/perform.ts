/** One run of an app on the turns of a scenario, from an open stage to all that is known in the end. */
import type { OwnClientOptions } from '../../fakes/client.ts';
import { VERSION } from '../../src/wire/headers.ts';
import type { App } from '../app.ts';
import type { Door } from '../doors/door.ts';
import type { EndedRun } from '../ended-run.ts';
import { Performance } from './performance.ts';
import type { Scenario } from '../scenario.ts';

export interface PerformOptions {
  readonly door: Door;
  /** Whether the app is asked to stream. */
  readonly stream: boolean;
  /** Real milliseconds that it may take on a stage. Default: as long as it likes. */
  readonly timeLimitMs?: number;
  /** Of the client that goes through the door. Default: those of the SDK. */
  readonly clientOptions?: OwnClientOptions;
  /** Calls it off. Default: never. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs the app to its end, however it ends. What the simulation waits for takes no time; on a stage the app's own timers
 * do not either, and what never happens is not waited for. `conclude` sees the run before its door is closed, which ends
 * what the app left under way.
 */
export async function perform<Conclusion>(
  scenario: Scenario,
  app: App,
  conclude: (run: EndedRun) => Conclusion,
  { door, stream, timeLimitMs = Infinity, signal, clientOptions }: PerformOptions,
): Promise<Conclusion> {
  const { version } = scenario.options;
  const performance = new Performance(scenario, signal);
  const opened = await door(performance.simulation, {
    ...clientOptions,
    ...(version === undefined ? {} : { defaultHeaders: { [VERSION]: version } }),
  });
  try {
    return conclude(await performance.play(app, opened, { stream, timeLimitMs }));
  } finally {
    await opened.close();
  }
}
