/** The error that a loop or a conversation which is broken throws: its message is all there is to know. */
import { EnsaioError } from '../../src/error.ts';
import type { LoopFailure } from './loop-failure.ts';
import type { CheckStatistics } from './statistics.ts';

/** Thrown by `checkLoop` and `checkConversation`, with the code `loop-broken`. */
export class CheckLoopError extends EnsaioError {
  readonly failure: LoopFailure;
  readonly statistics: CheckStatistics;

  constructor(failure: LoopFailure, statistics: CheckStatistics) {
    const { id, seed, path, file } = failure;
    super('loop-broken', failure.text, { details: { id, seed, path, file } });
    this.name = 'CheckLoopError';
    this.failure = failure;
    this.statistics = statistics;
  }
}
