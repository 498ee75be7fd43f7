/** Scripts for a tool loop: what a rehearsal says, for those who play it by themselves. */
import type * as fc from 'fast-check';
import type { Script } from '../../src/script/script.ts';
import { rehearsal, type RehearsalOptions } from './rehearsal.ts';
import { scriptOf } from './script-of.ts';

/** What a script is made of; `conduct` and `models` are about tools and apps. */
export type ScriptOptions = Omit<RehearsalOptions, 'conduct' | 'models'>;

/**
 * Scripts that a good tool loop plays to their end, as `fakeAnthropic`, `fakeMessages` and `simulate` take them: turns
 * with calls of every kind, pauses, errors that are tried again, streams in odd pieces, and one of every way to stop.
 * Never what `rehearsal` never holds. Shrinks as `rehearsal` does: to fewer turns and calls, valid calls of the first
 * tool, plain texts and no faults.
 */
export function script(options: ScriptOptions = {}): fc.Arbitrary<Script> {
  return rehearsal({ ...options, models: 'streaming' }).map(({ turns }) => scriptOf(turns));
}
