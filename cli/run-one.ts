/** Runs one scenario, and calls it off when nothing will come of it. */
import type { App } from '../testing/app.ts';
import { runScenario } from '../testing/run/run-scenario.ts';
import type { Job, RanScenario } from './finished-run.ts';
import type { IO } from './io.ts';
import type { Lane, Lanes } from './lanes.ts';

export interface RunOneOptions {
  readonly app: App;
  /** Seconds after which it is called off. */
  readonly timeout: number;
  /** Calls it off. */
  readonly signal: AbortSignal;
  readonly lanes: Lanes;
  readonly io: IO;
}

/**
 * Runs one scenario. An app that waits for what can never happen, or for too long, is called off; so is one that
 * leaves an error behind which nobody catches.
 */
export async function runOne(job: Job, options: RunOneOptions): Promise<RanScenario> {
  const { app, timeout, lanes, io } = options;
  const controller = new AbortController();
  const callOff = (reason: unknown): void => controller.abort(reason);
  const stops = [
    io.whenIdle?.(() => callOff(new Error('it waits for something that never happens'))),
    io.after?.(timeout * 1000, () =>
      callOff(new Error(`it did not answer within ${timeout} seconds`)),
    ),
  ];
  const signal = AbortSignal.any([controller.signal, options.signal]);
  const lane: Lane = { title: job.title, strays: [], printed: [], callOff };
  const now = io.now ?? (() => 0);
  const start = now();
  try {
    const result = await lanes.run(lane, async () => {
      const ended = await runScenario(job.scenario, app, { signal, door: job.door });
      // What it left behind may come up a moment after its answer.
      if (ended.passed && io.onStray) await new Promise((resolve) => setImmediate(resolve));
      return ended;
    });
    const { strays, printed } = lane;
    const isLeft = strays.length > 0;
    return {
      ...job,
      status: result.passed && !isLeft ? 'passed' : 'failed',
      result: isLeft ? { ...result, passed: false, error: strays[0] } : result,
      elapsedMs: now() - start,
      printed: printed.join(''),
    };
  } finally {
    for (const stop of stops) stop?.();
  }
}
