/** What a server plays: its scripts, and the runs of them, each a simulation of its own. */
import { EnsaioError } from '../../src/error.ts';
import type { ParsedScript } from '../../src/scenario/parse-script.ts';
import type { ExpectedTurn } from '../../src/scenario/scenario.ts';
import { toScript, type Script, type ScriptInput } from '../../src/script/script.ts';
import { show } from '../../src/show.ts';
import { simulate, type Simulation } from '../../src/simulation/simulation.ts';
import { Changes } from './changes.ts';
import { scriptName } from './script-name.ts';
import type { ServeSettings } from './serve-options.ts';

/** A script with a name to serve it by. A loaded scenario is one. */
export interface NamedScript {
  readonly name: string;
  readonly script: ScriptInput;
  /** What its turns expect of the requests that get them; `verify` judges it. Default: nothing. */
  readonly turns?: readonly ExpectedTurn[];
}

/** A script that runs can be of. */
export interface ServedScript {
  /** What stands in URLs, made of the title. */
  readonly name: string;
  readonly title: string;
  readonly script: Script;
  readonly turns: readonly ExpectedTurn[];
}

/** One run: its own turns, threads and journal. */
export interface ServedRun {
  readonly name: string;
  /** The name of its script; absent when the server was given a simulation. */
  readonly script?: string;
  readonly simulation: Simulation;
  /** What the turns of its script expect. */
  readonly turns: readonly ExpectedTurn[];
}

/** The run of a request that names none. */
export const DEFAULT_RUN = 'default';

/** Stands between the name of a script and what tells its runs apart. */
const MARK = '~';

const MOST_CHARACTERS = 200;

/** The script that the name of a run has in it. */
function ownScript(run: string): string {
  return run.split(MARK)[0]!;
}

function listed(names: readonly string[]): string {
  return names.length === 0
    ? 'There is no script yet: PUT /_ensaio/scripts/<name> gives the server one.'
    : `The scripts are ${names.join(', ')}.`;
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
  readonly #scripts = new Map<string, ServedScript>();
  readonly #runs = new Map<string, ServedRun>();
  readonly #given: Simulation | undefined;
  /** The script of the run `default` when there is none of that name. */
  readonly #only: string | undefined;

  constructor(source: Simulation | readonly NamedScript[], settings: RunSettings) {
    this.#settings = settings;
    checkSource(source);
    if ('fetch' in source) {
      this.#given = source;
      return;
    }
    for (const [index, { name, script, turns = [] }] of source.entries()) {
      this.#add(scriptName(name) || `script-${index + 1}`, name, {
        script: toScript(script),
        turns,
      });
    }
    this.#only = this.#scripts.size === 1 ? [...this.#scripts.keys()][0] : undefined;
  }

  get scripts(): readonly ServedScript[] {
    return [...this.#scripts.values()];
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
    if (of === undefined || (run.script !== undefined && this.#script(of)?.name === run.script)) {
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
  put(name: string, { script, turns }: ParsedScript): ServedScript {
    const served = { name, title: name, script, turns };
    this.#scripts.set(name, served);
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
    if (!this.#scripts.delete(scriptName(name))) {
      throw new EnsaioError('script-unknown', `There is no script "${name}".`, {
        hint: listed([...this.#scripts.keys()]),
      });
    }
    const gone = this.all.filter((run) => run.script === scriptName(name)).map((run) => run.name);
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

  #script(name: string): ServedScript | undefined {
    const wanted = name === DEFAULT_RUN && !this.#scripts.has(name) ? (this.#only ?? name) : name;
    return this.#scripts.get(wanted) ?? this.#scripts.get(scriptName(wanted));
  }

  #add(name: string, title: string, parsed: ParsedScript): void {
    const other = this.#scripts.get(name);
    if (other) {
      throw new EnsaioError(
        'option-invalid',
        `Two scripts would be served as "${name}": "${other.title}" and "${title}".`,
        { hint: 'Give one of them another name.' },
      );
    }
    this.#scripts.set(name, { name, title, ...parsed });
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
    const script = this.#script(wanted);
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
    const names = [...this.#scripts.keys()];
    if (wanted === DEFAULT_RUN && names.length > 0) {
      return new EnsaioError(
        'run-unknown',
        `Nothing says which of the ${names.length} scripts the run "${name}" is of.`,
        {
          hint: `Put /run/<script> behind the base URL, or send the header x-ensaio-run: <script>. ${listed(names)}`,
        },
      );
    }
    const given = this.#given
      ? ' The server was given one simulation, which is the run "default".'
      : '';
    return new EnsaioError(
      'run-unknown',
      `There is no script "${wanted}" for the run "${name}".${given}`,
      { hint: `A run is named <script> or <script>${MARK}<anything>. ${listed(names)}` },
    );
  }
}
