/** The zoo: loops with one mistake each, and the good one that they are made of. */
import type { App } from '../../testing/index.ts';
import { abort } from './abort.ts';
import type { BadLoop } from './bad-loop.ts';
import { content } from './content.ts';
import { failures } from './failures.ts';
import { history } from './history.ts';
import { leftovers } from './leftovers.ts';
import { appOf, ToolLoop } from './loop.ts';
import { pairing } from './pairing.ts';
import { results } from './results.ts';
import { retries } from './retries.ts';
import { runs } from './runs.ts';
import { stopping } from './stopping.ts';
import { streams } from './streams.ts';

/** Every mistake, by its family. */
export const families: Readonly<Record<string, readonly BadLoop[]>> = {
  pairing,
  history,
  content,
  stopping,
  failures,
  runs,
  results,
  streams,
  retries,
  abort,
  leftovers,
};

export const zoo: readonly BadLoop[] = Object.values(families).flat();

export const goodLoop: App = appOf(ToolLoop);

/** The bad loops as apps, by their mistakes. */
export const badLoops: Readonly<Record<string, App>> = Object.fromEntries(
  zoo.map(({ mistake, Loop, options }) => [mistake, appOf(Loop, options?.limit)]),
);
