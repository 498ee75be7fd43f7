/** The runs of what a server plays, each a simulation of its own. */
import { EnsaioError } from '../../src/error.ts';
import type { ParsedScript } from '../../src/scenario/parse-script.ts';
import type { ExpectedTurn } from '../../src/scenario/scenario.ts';
import { show } from '../../src/show.ts';
import { simulate, type Simulation } from '../../src/simulation/simulation.ts';
import { Changes } from './changes.ts';
import { DEFAULT_RUN, MARK, MOST_CHARACTERS, ownScript } from './run-name.ts';
import { scriptName } from './script-name.ts';
import { Scripts, type NamedScript, type ServedScript } from './scripts.ts';
import type { ServeSettings } from './serve-options.ts';

/** One run: its own turns, threads and journal. */
export interface ServedRun {
  readonly name: string;
  /** The name of its script; absent when the server was given a simulation. */
  readonly script?: string;
  readonly simulation: Simulation;
  /** What the turns of its script expect. */
  readonly turns: readonly ExpectedTurn[];
}

const has =
  (...fields: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'object' && value !== null && fields.every((field) => field in value);

function checkSource(source: unknown): void {
  const isList = Array.isArray(source);
  const items: readonly unknown[] = isList ? source : [source];
  const isRight = isList ? has('name', 'script') : has('fetch', 'reset');
  const wrong = items.findIndex((item) => !isRight(item));
  if (wrong === -1) return;
  throw new EnsaioError(
    'option-invalid',
    `serve takes a simulation, or a list of { name, script }, received ${show(items[wrong])}.`,
    { hint: 'serve(simulate(["Hello."])), or serve(await loadScenarios("scenarios")).' },
  );
}

type RunSettings = Pick<ServeSettings, 'runLimit' | 'simulationOptions'>;

export class Runs {
  readonly changes: Changes = new Changes();
  readonly #settings: RunSettings;
  readonly #scripts: Scripts;
  readonly #runs = new Map<string, ServedRun>();
  readonly #given: Simulation | undefined;

  constructor(source: Simulation | readonly NamedScript[], settings: RunSettings) {
    this.#settings = settings;
    checkSource(source);
    this.#given = 'fetch' in source ? source : undefined;
    this.#scripts = new Scripts('fetch' in source ? [] : source);
  }

  get scripts(): readonly ServedScript[] {
    return this.#scripts.all;
  }

  /** The runs that have begun. */
  get all(): readonly ServedRun[] {
    return [...this.#runs.values()];
  }

  /**
   * The run of that name, which begins when it is first asked for. It is of the script `of`, or of the one that its
   * own name has in front of the `~`.
   * @throws EnsaioError `run-unknown` when there is no such script, `run-taken` when the run is of another one,
   * `run-too-many` when there are as many as there may be
   */
  get(given: string, of?: string): ServedRun {
    const name = this.#spelt(given);
    const run = this.#runs.get(name);
    if (!run) return this.#begin(name, of);
    if (
      of === undefined ||
      (run.script !== undefined && this.#scripts.find(of)?.name === run.script)
    ) {
      return run;
    }
    throw new EnsaioError(
      'run-taken',
      `The run "${name}" is of the script "${run.script ?? DEFAULT_RUN}", and this request wants it to be of "${of}".`,
      { hint: `Give the other run another name, or DELETE /_ensaio/runs/${name} first.` },
    );
  }

  /** Whether a run of that name has begun. */
  has(name: string): boolean {
    return this.#runs.has(this.#spelt(name));
  }

  /**
   * The run of that name, or one like it that does not begin by being looked at.
   * @throws EnsaioError `run-unknown`
   */
  look(given: string): ServedRun {
    const name = this.#spelt(given);
    return this.#runs.get(name) ?? this.#make(name, undefined);
  }

  /** Gives the server a script, or another one in place of it. The runs that are of it now start over. */
  put(name: string, parsed: ParsedScript): ServedScript {
    const served = this.#scripts.put(name, parsed);
    const { script, turns } = served;
    if (name === DEFAULT_RUN) this.get(name);
    // The runs called default were of another script as long as there was none of that name.
    const isOf = (run: ServedRun): boolean =>
      run.script === name || (name === DEFAULT_RUN && ownScript(run.name) === name);
    const touched = this.all.filter(isOf);
    for (const { name: run, simulation } of touched) {
      simulation.reset(script);
      this.#runs.set(run, { name: run, script: name, simulation, turns });
    }
    this.changes.tell(...touched.map((run) => run.name));
    return served;
  }

  /**
   * Takes a script away, and its runs.
   * @throws EnsaioError `script-unknown`
   */
  removeScript(name: string): void {
    const removed = this.#scripts.remove(name);
    const gone = this.all.filter((run) => run.script === removed).map((run) => run.name);
    for (const run of gone) this.#runs.delete(run);
    this.changes.tell(...gone);
  }

  /** Starts a run over, from its first turn. */
  reset(name: string): ServedRun {
    const run = this.get(name);
    run.simulation.reset();
    this.changes.tell(run.name);
    return run;
  }

  /** Forgets a run. One that is asked for again begins anew. */
  remove(given: string): void {
    const { name, simulation } = this.look(given);
    simulation.reset();
    this.#runs.delete(name);
    this.changes.tell(name);
  }

  /** The name of a run, its script spelt as it is served. */
  #spelt(name: string): string {
    if (this.#runs.has(name)) return name;
    const own = ownScript(name);
    const served = this.#scripts.has(own) ? own : scriptName(own);
    return this.#scripts.has(served) ? served + name.slice(own.length) : name;
  }

  #begin(name: string, of: string | undefined): ServedRun {
    const run = this.#make(name, of);
    const { runLimit } = this.#settings;
    if (this.#runs.size >= runLimit) {
      throw new EnsaioError(
        'run-too-many',
        `The run "${name}" would be one more than the ${runLimit} that there may be.`,
        {
          hint: 'DELETE /_ensaio/runs/<name> forgets a run; runLimit (`--run-limit` of ensaio serve) allows more.',
        },
      );
    }
    this.#runs.set(name, run);
    this.changes.tell(name);
    return run;
  }

  #make(name: string, of: string | undefined): ServedRun {
    if (this.#given && name === DEFAULT_RUN && of === undefined) {
      return { name, simulation: this.#given, turns: [] };
    }
    const wanted = of ?? ownScript(name);
    const script = this.#scripts.find(wanted);
    if (!script) throw this.#unknown(name, wanted);
    if (name.length > MOST_CHARACTERS) {
      throw new EnsaioError(
        'run-unknown',
        `The name of a run has at most ${MOST_CHARACTERS} characters, received ${name.length}.`,
      );
    }
    const simulation = simulate(script.script, this.#settings.simulationOptions);
    return { name, script: script.name, simulation, turns: script.turns };
  }

  #unknown(name: string, wanted: string): EnsaioError {
    const { all, listed } = this.#scripts;
    if (wanted === DEFAULT_RUN && all.length > 0) {
      return new EnsaioError(
        'run-unknown',
        `Nothing says which of the ${all.length} scripts the run "${name}" is of.`,
        {
          hint: `Put /run/<script> behind the base URL, or send the header x-ensaio-run: <script>. ${listed}`,
        },
      );
    }
    const given = this.#given
      ? ' The server was given one simulation, which is the run "default".'
      : '';
    return new EnsaioError(
      'run-unknown',
      `There is no script "${wanted}" for the run "${name}".${given}`,
      { hint: `A run is named <script> or <script>${MARK}<anything>. ${listed}` },
    );
  }
}
