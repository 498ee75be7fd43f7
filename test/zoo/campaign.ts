/** What `checkLoop` finds of a bad loop with one seed, as figures. */
import { reportLoop, type CheckLoopOptions, type LoopFailure } from '../../testing/index.ts';
import type { BadLoop } from './bad-loop.ts';
import { appOf } from './loop.ts';

/** What every seed has to find a mistake within. */
export const RUNS = 200;

export const SEEDS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

export interface Sighting extends Pick<LoopFailure, 'id' | 'seed' | 'path' | 'isSteady'> {
  /** In which run it came up. */
  readonly run: number;
  readonly turns: number;
  readonly calls: number;
  /** The smallest script, for people. */
  readonly text: string;
}

const callsIn = ({ rehearsal }: LoopFailure): number =>
  JSON.stringify(rehearsal.turns).split('"tool_use":').length - 1;

/** Undefined when it is not found. */
export async function sightingOf(
  { Loop, options }: BadLoop,
  seed: number,
  more: CheckLoopOptions = {},
): Promise<Sighting | undefined> {
  const app = appOf(Loop, options?.limit);
  const { failure } = await reportLoop(app, {
    door: 'fakeMessages',
    runs: RUNS,
    seed,
    ...options,
    ...more,
  });
  if (!failure) return undefined;
  const { id, path, run, isSteady, rehearsal, text } = failure;
  const calls = callsIn(failure);
  return { id, seed, path, run, isSteady, turns: rehearsal.turns.length, calls, text };
}
