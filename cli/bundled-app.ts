/** The apps that come with the kit, for the command line. */
import type { LoopOptions } from '../src/loop/index.ts';
import type { App } from '../testing/app.ts';
import { loopApp } from '../testing/apps/loop.ts';
import { toolRunnerApp } from '../testing/apps/tool-runner.ts';

/**
 * The app that scenarios run against when nobody brings one. `onToolError` gets what a tool threw, which the model is
 * only told in general words.
 */
export function bundledApp(onToolError: LoopOptions['onToolError']): App {
  return loopApp({ onToolError });
}

/** By the names under which they are imported. */
export const bundledApps: ReadonlyMap<string, () => App> = new Map<string, () => App>([
  ['ensaio/apps/loop', loopApp],
  ['ensaio/apps/tool-runner', toolRunnerApp],
]);
