/** All invariants. */
import type { Invariant } from './invariant.ts';
import { matchingIds, oneResultPerCall, resultsFirst } from './pairing.ts';

export const invariants: readonly Invariant[] = [oneResultPerCall, matchingIds, resultsFirst];
