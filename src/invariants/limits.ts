/** What there may not be too much of. */
import { countBreakpoints, MOST_BREAKPOINTS } from '../wire/cache-control.ts';
import type { Invariant } from './invariant.ts';

const fewCacheMarks: Invariant = {
  id: 'few-cache-marks',
  family: 'limits',
  summary: `A request has at most ${MOST_BREAKPOINTS} blocks with \`cache_control\`.`,
  reason:
    'A loop that marks the newest message and leaves the old marks is refused on its fifth turn.',
  source: 'prompt-caching documentation; facts P11 and 2.8; rule cache-control-too-many',
  needs: [],
  *check({ bodies }) {
    for (const { body, place } of bodies) {
      const found = countBreakpoints(body);
      if (found <= MOST_BREAKPOINTS) continue;
      const message = `expected ${MOST_BREAKPOINTS} blocks with cache_control at most, received ${found}`;
      yield { place, message };
    }
  },
};

export const limitInvariants: readonly Invariant[] = [fewCacheMarks];
