/** One run of an app on the turns of a scenario, from an open stage to all that is known in the end. */
import { copyJson } from '../src/wire/json/copy-json.ts';
import type { OwnClientOptions } from '../fakes/client.ts';
import type { Ending } from '../src/invariants/run-record.ts';
import { letWork } from '../src/simulation/clock.ts';
import { simulate, type Simulation } from '../src/simulation/simulation.ts';
import { skippingClock } from '../src/simulation/skipping-clock.ts';
import { VERSION } from '../src/wire/headers.ts';
import type { App } from './app.ts';
import { callApp } from './call-app.ts';
import type { Door } from './doors/door.ts';
import type { EndedRun } from './ended-run.ts';
import { handOver } from './hand-over.ts';
import { holdAt } from './hold-at.ts';
import { needsStage } from './needs-stage.ts';
import { runEvidence } from './run-evidence.ts';
import type { Scenario } from './scenario.ts';
import { spyTools } from './spy-tools.ts';
import { onStage, Stage } from './stage/stage.ts';
import { watch } from './stage/watch.ts';

export interface PerformOptions {
  readonly door: Door;
  /** Whether the app is asked to stream. */
  readonly stream: boolean;
  /** Real milliseconds that it may take on a stage. Default: as long as it likes. */
  readonly timeLimitMs?: number;
  /** Of the client that goes through the door. Default: those of the SDK. */
  readonly clientOptions?: OwnClientOptions;
  /** Calls it off. Default: never. */
  readonly signal?: AbortSignal | undefined;
}

/** Why an app stops that its scenario tells to. */
const STOPPED = new DOMException('The app was told to stop.', 'AbortError');

/** How many requests an app may make beyond the turns there are, before it counts as one that never ends. */
const MOST_UNEXPECTED = 20;

/** The tools that do what the scenario says. */
function scriptedNames({ written: { tools } }: Scenario): ReadonlySet<string> {
  return new Set(typeof tools === 'object' ? tools.map(({ name }) => name) : []);
}

/** Through some doors it takes a moment until the simulation hears that an answer has arrived, or a reader left. */
function isSettled({ journal }: Simulation, stage: Stage | undefined): boolean {
  const isLeft = (stage?.leftTimers ?? []).length > 0;
  return !isLeft && journal.every(({ outcome }) => outcome !== 'open');
}

/**
 * Runs the app to its end, however it ends. What the simulation waits for takes no time; on a stage the app's own timers
 * do not either, and what never happens is not waited for. `conclude` sees the run before its door is closed, which ends
 * what the app left under way.
 */
export async function perform<Conclusion>(
  scenario: Scenario,
  app: App,
  conclude: (run: EndedRun) => Conclusion,
  { door, stream, timeLimitMs = Infinity, signal: outer, clientOptions = {} }: PerformOptions,
): Promise<Conclusion> {
  const stage = needsStage(scenario) ? new Stage() : undefined;
  const clock = stage?.clock ?? skippingClock();
  const { version, ...simulated } = scenario.options;
  const controller = new AbortController();
  let isOutOfTime = false;
  const { abort } = scenario;
  const stop = (): void => controller.abort(STOPPED);
  const held = holdAt(scenario, abort, stop);
  const simulation = simulate(held.script, { ...simulated, clock });
  const {
    client,
    hasSockets = false,
    close,
  } = await door(simulation, {
    ...clientOptions,
    ...(version === undefined ? {} : { defaultHeaders: { [VERSION]: version } }),
  });
  const own = controller.signal;
  const signal = outer && stage ? AbortSignal.any([outer, own]) : (outer ?? own);
  const spied = spyTools(held.tools, { signal, simulation });
  const { run } = spied;
  const input: unknown = copyJson(scenario.input);
  const { context, known } = handOver({ client, input, stream, signal, simulation }, spied);
  const { limit } = scenario.expect;
  const most = scenario.turns.length + MOST_UNEXPECTED;
  const scripted = scriptedNames(scenario);
  const isHeldCall = (id: string | undefined): boolean =>
    id !== undefined && typeof abort === 'object' && 'call' in abort && abort.call === id;
  /** Whether a tool is at work that does what the scenario says, or one of which nobody knows what it does. */
  const isAtWork = (isKnown: boolean): boolean =>
    run.toolRuns?.some(
      ({ outcome, name, callId }) =>
        outcome === 'open' && isKnown === (scripted.has(name) || isHeldCall(callId)),
    ) === true;

  const stopped: App = (given) => {
    stop();
    return app(given);
  };
  const begin = abort === 'start' ? stopped : app;
  const ask = (): Promise<Ending> => callApp(begin, context);

  async function askOn(open: Stage): Promise<Ending> {
    let isOver = false;
    const watching = watch({
      stage: open,
      timeLimitMs,
      hasSockets,
      isWorking: () => isAtWork(false),
      isHeld: () => isAtWork(true),
      pulse: () => simulation.beats + (run.toolRuns?.length ?? 0),
      isOver: () => isOver,
      isEndless: () => simulation.journal.length > most,
      callOff: (reason, isCut) => {
        isOutOfTime = isCut;
        controller.abort(reason);
      },
    });
    if (abort !== undefined) {
      void open.quiet(() => held.isHeld(simulation, open.clock.isStuck)).then(stop);
    }
    const ended = await ask();
    isOver = true;
    await watching;
    return ended;
  }

  async function askAndSettle(): Promise<Ending> {
    const ended = await (stage ? askOn(stage) : ask());
    // What it left behind comes up a moment after its answer, and what it does when it is called off a moment after that.
    if (ended.type === 'aborted') await letWork();
    await letWork(() => isSettled(simulation, stage));
    return ended;
  }

  try {
    const ending = await (stage ? onStage(stage, askAndSettle) : askAndSettle());
    return conclude({
      scenario,
      simulation,
      ending,
      isStopped: own.reason === STOPPED,
      isCut: isOutOfTime || outer?.aborted === true,
      elapsedMs: clock.skippedMs,
      evidence: {
        ...runEvidence({ spied: known(), ending, simulation }),
        ...(stage && { unhandled: stage.strays }),
        ...(limit === undefined ? {} : { limit }),
      },
      leftTimers: (stage?.leftTimers ?? []).map(({ ms }) => ms),
    });
  } finally {
    await close();
  }
}
