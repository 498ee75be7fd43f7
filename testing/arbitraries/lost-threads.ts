/** What a server makes of message threads that it does not keep, as data beside the turns. */
import * as fc from 'fast-check';
import type { ThreadMode } from '../../src/simulation/threads.ts';

export type LostThreads = Exclude<ThreadMode, 'keep'>;

type Lost = { readonly threads?: LostThreads };

const KEPT: Lost = {};

/** Kept in most runs where nothing is said. Shrinks to threads that are kept. */
export function lostThreads(mode: ThreadMode | undefined): fc.Arbitrary<Lost> {
  if (mode !== undefined) return fc.constant(mode === 'keep' ? KEPT : { threads: mode });
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.constant(KEPT) },
    { weight: 1, arbitrary: fc.constant<Lost>({ threads: 'lose' }) },
  );
}
