/** Plays a planned stream: its frames in order, a wait in front of those whose time has not come. */
import type { Frame } from '../wire/stream/frame.ts';
import type { Wait } from './answer.ts';
import type { Clock } from './clock.ts';
import type { StreamPlan } from './stream-plan.ts';
import { forever } from './until-aborted.ts';

/** How playing ended: what there was is told, or the reader left before. */
export type StreamEnd = 'told' | 'left';

/** What playing a stream needs to know besides its plan. */
export interface Playing {
  readonly clock: Clock;
  /** Called when it ends; the first call counts. */
  settle(end: StreamEnd): void;
}

/** What was said so far goes out, and nothing else happens. */
const PAUSE: Wait = { until: () => Promise.resolve() };

function connectionReset(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  return new TypeError('terminated', { cause });
}

/** Gives out the frames; whoever asks for the next one after a wait has waited. */
export function* playStream(
  { bursts, ending }: StreamPlan,
  { clock, settle }: Playing,
  signal: AbortSignal | undefined,
): Generator<readonly Frame[] | Wait, void> {
  try {
    for (const { frames, waitMs, isLastWord } of bursts) {
      if (waitMs > 0) yield { until: () => clock.sleep(waitMs, signal) };
      signal?.throwIfAborted();
      // Before it leaves: its reader may send the next request at once, or read no further.
      if (isLastWord) settle('told');
      yield frames;
    }
    if (ending === 'close') return;
    yield PAUSE;
    if (ending === 'reset') throw connectionReset();
    if (ending === 'silence') {
      yield { until: () => forever(clock, signal) };
      return;
    }
    for (;;) {
      yield { until: () => clock.sleep(ending.waitMs, signal) };
      yield [ending.frame];
    }
  } finally {
    settle(signal?.aborted ? 'left' : 'told');
  }
}
