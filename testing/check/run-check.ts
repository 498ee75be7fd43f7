/** Rehearses an app until a run breaks something, and makes the rehearsal that shows it as small as it gets. */
import * as fc from 'fast-check';
import { EnsaioError } from '../../src/error.ts';
import type { ScenarioProblem } from '../../src/scenario/problem.ts';
import type { WrittenTool } from '../../src/scenario/written.ts';
import { systemClock } from '../../src/simulation/clock.ts';
import type { App } from '../app.ts';
import {
  rehearsal as ofLoops,
  type AnyRehearsal,
  type RehearsalOptions,
} from '../arbitraries/rehearsal.ts';
import { loadDoor } from '../doors/doors.ts';
import type { PerformOptions } from '../run/perform.ts';
import { play, type Played } from '../run/play.ts';
import { ownTimers } from '../stage/own-timers.ts';
import { ownStrays } from '../stage/strays.ts';
import { headOf, keyOf } from './broken.ts';
import { lanesOf, ownRuns, type Lane } from './lanes.ts';
import { recordTools } from './recorded-tools.ts';
import { writtenTools } from './rehearsed-tools.ts';
import { QUIET, type CheckSettings } from './settings.ts';
import { Statistics, type CheckStatistics } from './statistics.ts';
import { toScenario } from './to-scenario.ts';

/** A failure, as small as it was made. */
export interface FoundFailure {
  /** The name of what broke: an invariant, a rule, a check of the client, or a code. */
  readonly id: string;
  readonly rehearsal: AnyRehearsal;
  readonly played: Played;
  /** What the run showed, the first of them being what broke. */
  readonly problems: readonly ScenarioProblem[];
  /** The tools, with what they did in the run. */
  readonly tools: readonly WrittenTool[];
  readonly seed: number;
  readonly path: string;
  /** The run in which it came up first, counted from 1 over all shards. */
  readonly run: number;
  /** How often it was made smaller. */
  readonly shrinks: number;
  /** Whether it was there again when the smallest rehearsal was run once more. */
  readonly isSteady: boolean;
}

export interface CheckOutcome {
  readonly statistics: CheckStatistics;
  readonly failure?: FoundFailure;
}

/** What is rehearsed. */
export type Rehearsals = (options: RehearsalOptions) => fc.Arbitrary<AnyRehearsal>;

const isDoorMissing = (error: unknown): error is EnsaioError =>
  error instanceof EnsaioError && error.code === 'door-unavailable';

class Check {
  readonly statistics = new Statistics();
  readonly #app: App;
  readonly #settings: CheckSettings;
  readonly #rehearsals: fc.Arbitrary<AnyRehearsal>;
  readonly #options: Omit<PerformOptions, 'stream'>;

  constructor(
    app: App,
    settings: CheckSettings,
    rehearsals: Rehearsals,
    options: Omit<PerformOptions, 'stream'>,
  ) {
    this.#app = app;
    this.#settings = settings;
    this.#rehearsals = rehearsals(settings.rehearsal);
    this.#options = options;
  }

  async play(rehearsal: AnyRehearsal, tools: readonly object[] | undefined): Promise<Played> {
    const scenario = toScenario(rehearsal, this.#settings, tools);
    const played = await play(scenario, this.#app, this.#options);
    const { ending } = played.run;
    // That an app cannot go through a door says nothing of its loop.
    if (ending.type === 'failed' && isDoorMissing(ending.error)) throw ending.error;
    return played;
  }

  /** Runs a lane up to its first failure. */
  async run(lane: Lane): Promise<FoundFailure | undefined> {
    const { seed, path, tools, maxShrinks, shrinkTimeMs } = this.#settings;
    const isReplay = path?.includes(':') === true;
    /** What broke first: what is smaller must break the same. */
    let id: string | undefined;
    let last: { readonly rehearsal: AnyRehearsal; readonly played: Played } | undefined;
    let [tried, stopAt] = [0, Infinity];
    /** What the check itself threw, which no smaller rehearsal explains. */
    let mistake: { readonly error: unknown } | undefined;

    const judged = async (value: AnyRehearsal): Promise<boolean> => {
      const isSmaller = id !== undefined;
      if (isSmaller && (tried++ >= maxShrinks || systemClock.now() > stopAt)) return true;
      if (isReplay && !isSmaller && this.statistics.runs > 0) return true;
      const played = await this.play(value, tools);
      const head = headOf(played.problems);
      if (!isSmaller) this.statistics.add(value, played.run);
      this.#tell(isSmaller);
      if (!head || (isSmaller && keyOf(head) !== id)) return true;
      if (!isSmaller) {
        id = keyOf(head);
        stopAt = systemClock.now() + shrinkTimeMs;
      }
      last = { rehearsal: value, played };
      return false;
    };

    const holds = async (value: AnyRehearsal): Promise<boolean> => {
      if (mistake) return true;
      try {
        return await judged(value);
      } catch (error) {
        mistake = { error };
        return false;
      }
    };

    const details = await fc.check(fc.asyncProperty(this.#rehearsals, holds), {
      seed,
      numRuns: lane.count,
      path: path ?? (lane.first === 0 ? '' : String(lane.first)),
    });
    if (mistake) throw mistake.error;
    if (!details.failed || !last || id === undefined) return undefined;
    const recorded = tools && recordTools(tools);
    const again = await this.play(last.rehearsal, recorded?.tools);
    const head = headOf(again.problems);
    const isSteady = head !== undefined && keyOf(head) === id;
    const played = isSteady ? again : last.played;
    const first = headOf(played.problems)!;
    const counterexamplePath = details.counterexamplePath!;
    return {
      id,
      rehearsal: last.rehearsal,
      played,
      problems: [first, ...played.problems.filter((problem) => problem !== first)],
      tools: recorded?.written() ?? writtenTools(last.rehearsal),
      seed,
      path: counterexamplePath,
      run: Number(counterexamplePath.split(':')[0]) + 1,
      shrinks: details.numShrinks,
      isSteady,
    };
  }

  #tell(shrinking: boolean): void {
    const { count: of } = ownRuns(this.#settings);
    this.#settings.onProgress({ runs: this.statistics.runs, of, shrinking });
  }
}

/** Runs a check to its end. What it finds is a result, never a thrown error. */
export async function runCheck(
  app: App,
  settings: CheckSettings,
  rehearsals: Rehearsals = ofLoops,
): Promise<CheckOutcome> {
  const { timeLimitMs } = settings;
  const door = await loadDoor(settings.door);
  const check = new Check(app, settings, rehearsals, {
    door,
    timeLimitMs,
    clientOptions: QUIET,
  });
  const giveBack = [ownTimers(), ownStrays()];
  try {
    const found = await Promise.all(lanesOf(settings).map((lane) => check.run(lane)));
    const failure = found.find((each) => each !== undefined);
    return { statistics: check.statistics.counts, ...(failure && { failure }) };
  } finally {
    for (const each of giveBack) each();
  }
}
