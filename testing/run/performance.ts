/** One performance of a scenario: what is played, whether it was stopped or cut short, and what is known in the end. */
import { copyJson } from '../../src/wire/json/copy-json.ts';
import type { Ending } from '../../src/invariants/run-record.ts';
import { letWork } from '../../src/simulation/clock.ts';
import { simulate, type Simulation } from '../../src/simulation/simulation.ts';
import { skippingClock, type SkippingClock } from '../../src/simulation/skipping-clock.ts';
import type { App } from '../app.ts';
import { callApp } from './call-app.ts';
import type { OpenDoor } from '../doors/door.ts';
import type { EndedRun } from '../ended-run.ts';
import { handOver, type HandedOver } from '../hand-over.ts';
import { holdAt, type Held } from './hold-at.ts';
import { isEndless } from './is-endless.ts';
import { needsStage } from './needs-stage.ts';
import { runEvidence } from './run-evidence.ts';
import type { Scenario } from '../scenario.ts';
import { spyTools, type SpiedTools } from '../spy-tools.ts';
import { onStage, Stage } from '../stage/stage.ts';
import { watch } from '../stage/watch.ts';
import { toldCalls } from './told-calls.ts';

/** Why an app stops that its scenario tells to. */
const STOPPED = new DOMException('The app was told to stop.', 'AbortError');

export interface PlayOptions {
  /** Whether the app is asked to stream. */
  readonly stream: boolean;
  /** Real milliseconds that it may take on a stage. */
  readonly timeLimitMs: number;
}

/** Played once. A scenario that tells the app to stop has a stage; without one the app can only be called off from outside. */
export class Performance {
  readonly simulation: Simulation;
  readonly #scenario: Scenario;
  readonly #stage: Stage | undefined;
  readonly #clock: SkippingClock;
  readonly #held: Held;
  readonly #outer: AbortSignal | undefined;
  readonly #own: AbortController = new AbortController();
  /** What the app is given. */
  readonly #signal: AbortSignal;
  readonly #spied: SpiedTools<Scenario['tools']>;
  #isOver = false;
  #isOutOfTime = false;

  /** `outer` calls it off. */
  constructor(scenario: Scenario, outer: AbortSignal | undefined) {
    const { version: _, ...options } = scenario.options;
    this.#scenario = scenario;
    this.#outer = outer;
    this.#stage = needsStage(scenario) ? new Stage() : undefined;
    this.#clock = this.#stage?.clock ?? skippingClock();
    this.#held = holdAt(scenario, scenario.abort, this.#stop);
    this.simulation = simulate(this.#held.script, { ...options, clock: this.#clock });
    const own = this.#own.signal;
    this.#signal = outer && this.#stage ? AbortSignal.any([outer, own]) : (outer ?? own);
    this.#spied = spyTools(this.#held.tools, { signal: this.#signal, simulation: this.simulation });
  }

  /** Runs the app to its end, and a moment on: what it left behind comes up by then. */
  async play(
    app: App,
    { client, hasSockets = false }: OpenDoor,
    { stream, timeLimitMs }: PlayOptions,
  ): Promise<EndedRun> {
    const { simulation } = this;
    const input: unknown = copyJson(this.#scenario.input);
    const given = { client, input, stream, signal: this.#signal, simulation };
    const { context, known } = handOver(given, this.#spied);
    const begin = this.#scenario.abort === 'start' ? this.#stopped(app) : app;
    const ask = (): Promise<Ending> => callApp(begin, context);
    const stage = this.#stage;
    const ending = await (stage
      ? onStage(stage, () => this.#settle(this.#watched(stage, ask, { timeLimitMs, hasSockets })))
      : this.#settle(ask()));
    return this.#ended(ending, known);
  }

  readonly #stop = (): void => this.#own.abort(STOPPED);

  #stopped(app: App): App {
    return (given) => {
      this.#stop();
      return app(given);
    };
  }

  /** On a stage the app is told to stop once it is held, and called off when it never ends. */
  async #watched(
    stage: Stage,
    ask: () => Promise<Ending>,
    limits: { readonly timeLimitMs: number; readonly hasSockets: boolean },
  ): Promise<Ending> {
    const { simulation } = this;
    const { toolRuns = [] } = this.#spied.run;
    const isTold = toldCalls(this.#scenario);
    const isAtWork = (told: boolean): boolean =>
      toolRuns.some((run) => run.outcome === 'open' && isTold(run) === told);
    const watching = watch({
      ...limits,
      stage,
      isWorking: () => isAtWork(false),
      isHeld: () => isAtWork(true),
      pulse: () => simulation.beats + toolRuns.length,
      isOver: () => this.#isOver,
      isEndless: () => isEndless(this.#scenario, simulation),
      callOff: (reason, isCut) => {
        this.#isOutOfTime = isCut;
        this.#own.abort(reason);
      },
    });
    if (this.#scenario.abort !== undefined) {
      void stage.quiet(() => this.#held.isHeld(simulation, stage.clock.isStuck)).then(this.#stop);
    }
    const ending = await ask();
    this.#isOver = true;
    await watching;
    return ending;
  }

  async #settle(asked: Promise<Ending>): Promise<Ending> {
    const ending = await asked;
    // What it left behind comes up a moment after its answer, and what it does when it is called off a moment after that.
    if (ending.type === 'aborted') await letWork();
    await letWork(() => this.#isSettled);
    return ending;
  }

  /** Through some doors it takes a moment until the simulation hears that an answer has arrived, or a reader left. */
  get #isSettled(): boolean {
    const isLeft = (this.#stage?.leftTimers ?? []).length > 0;
    return !isLeft && this.simulation.journal.every(({ outcome }) => outcome !== 'open');
  }

  #ended(ending: Ending, known: HandedOver['known']): EndedRun {
    const { simulation } = this;
    const stage = this.#stage;
    const { limit, final_tools: finalTools } = this.#scenario.expect;
    return {
      scenario: this.#scenario,
      simulation,
      ending,
      isStopped: this.#own.signal.reason === STOPPED,
      isCut: this.#isOutOfTime || this.#outer?.aborted === true,
      elapsedMs: this.#clock.skippedMs,
      evidence: {
        ...runEvidence({ spied: known(), ending, simulation }),
        ...(stage && { unhandled: stage.strays }),
        ...(limit === undefined ? {} : { limit }),
        ...(finalTools === undefined ? {} : { finalTools }),
      },
      leftTimers: (stage?.leftTimers ?? []).map(({ ms }) => ms),
    };
  }
}
