/** What `checkLoop` is told. */
import type { Route } from '../../src/script/script.ts';
import type { RehearsalOptions } from '../arbitraries/rehearsal.ts';
import type { AnyDoorName } from '../doors/doors.ts';

/** One of several equal parts of a check, each for another machine. */
export interface Shard {
  /** Which one it is, from 1. */
  readonly index: number;
  /** How many there are. */
  readonly count: number;
}

/** How far a check has got. */
export interface CheckProgress {
  readonly runs: number;
  readonly of: number;
  /** Whether a failure was found, and is being made smaller. */
  readonly shrinking: boolean;
}

export interface CheckLoopOptions extends Omit<
  RehearsalOptions,
  'tools' | 'retryAfterMs' | 'retryAfter'
> {
  /**
   * The tools of the app, of `defineTool` or of the SDK: the model calls them, and what they do is noted. They are
   * handed to the app as `tools`. Default: four of the kit's, which succeed, fail, throw, take their time and finish out
   * of order.
   */
  readonly tools?: readonly object[];
  /** How many rehearsals there are. Default 200. */
  readonly runs?: number;
  /** What they are drawn from: the same seed gives the same rehearsals. Default: `ENSAIO_SEED`, or else a new one. */
  readonly seed?: number;
  /** The place of a failure that was found with this seed, to play just that. Default: none. */
  readonly path?: string;
  /** How large rehearsals are: the default of `maxTurns` and `maxCalls`. Default `medium`, 6 turns and 4 calls. */
  readonly size?: 'small' | 'medium' | 'large';
  /**
   * How the app asks: with streams, without, or in both ways as its context's `stream` tells it, and then the same turns
   * must come to the same conversation. Default `not`.
   */
  readonly models?: 'streaming' | 'not' | 'both';
  /** How the app reaches the simulated API. Default `client`. */
  readonly door?: AnyDoorName;
  /** Judge only these invariants, by id. Default all. */
  readonly invariants?: readonly string[];
  /**
   * What is not judged: ids of invariants, of rules, of checks of the client or of a conversation, or `timers-left`.
   * Default none.
   */
  readonly except?: readonly string[];
  /**
   * What requests on the side are answered with, such as those of a sub-agent, or for a summary: routes made by `when`.
   * Each conversation on one gets its turns over and over; they are no turns of the rehearsal, and none of them has to be
   * asked for. Default: only what asks the API for a summary, by `compaction`, is answered on the side.
   */
  readonly routes?: readonly Route[];
  /** The most replies that one conversation of the app asks for. Default: not judged. */
  readonly limit?: number;
  /** Real milliseconds that one run may take. Default 5,000; an app that waits for what never happens is ended at once. */
  readonly timeLimitMs?: number;
  /** How many runs are under way at once; more than one helps an app that waits for something real. Default 1. */
  readonly concurrency?: number;
  /** How many smaller rehearsals are tried after a failure. Default 1,000. */
  readonly maxShrinks?: number;
  /** Real milliseconds that may be spent on them. Default 30,000. */
  readonly shrinkTimeMs?: number;
  /** Run only one of several equal parts. Default: all. */
  readonly shard?: Shard;
  /** The folder that failures are written to as scenarios; `true` for `scenarios/regressions`. Default: not written. */
  readonly regressions?: boolean | string;
  /** Told after every run. */
  readonly onProgress?: (progress: CheckProgress) => void;
}
