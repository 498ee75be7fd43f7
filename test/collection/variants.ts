/** The ways in which every scenario of the collection is run: each app, streamed and not. */
import type { App } from '../../testing/index.ts';
import { loopApp } from '../../testing/apps/loop.ts';
import { toolRunnerApp } from '../../testing/apps/tool-runner.ts';

export type AppName = 'loop' | 'tool runner';

const APPS: Readonly<Record<AppName, (options: { readonly stream: boolean }) => App>> = {
  loop: loopApp,
  'tool runner': toolRunnerApp,
};

export const appNames: readonly AppName[] = Object.keys(APPS) as AppName[];

export interface Variant {
  readonly app: AppName;
  readonly stream: boolean;
}

export const variants: readonly Variant[] = appNames.flatMap((app) => [
  { app, stream: true },
  { app, stream: false },
]);

export function appOf({ app, stream }: Variant): App {
  return APPS[app]({ stream });
}
