/** The scripts that a server plays, by the names they are served by. */
import { EnsaioError } from '../../src/error.ts';
import type { ParsedScript } from '../../src/scenario/parse-script.ts';
import type { ExpectedTurn } from '../../src/scenario/scenario.ts';
import { toScript, type Script, type ScriptInput } from '../../src/script/script.ts';
import { DEFAULT_RUN } from './run-name.ts';
import { scriptName } from './script-name.ts';

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

export class Scripts {
  readonly #byName = new Map<string, ServedScript>();
  /** The script of the run `default` when there is none of that name. */
  readonly #only: string | undefined;

  /** @throws EnsaioError `option-invalid` when two would have one name */
  constructor(given: readonly NamedScript[]) {
    for (const [index, { name: title, script, turns = [] }] of given.entries()) {
      const name = scriptName(title) || `script-${index + 1}`;
      const other = this.#byName.get(name);
      if (other) {
        throw new EnsaioError(
          'option-invalid',
          `Two scripts would be served as "${name}": "${other.title}" and "${title}".`,
          { hint: 'Give one of them another name.' },
        );
      }
      this.#byName.set(name, { name, title, script: toScript(script), turns });
    }
    this.#only = given.length === 1 ? [...this.#byName.keys()][0] : undefined;
  }

  get all(): readonly ServedScript[] {
    return [...this.#byName.values()];
  }

  /** Which there are, in words. */
  get listed(): string {
    return this.#byName.size === 0
      ? 'There is no script yet: PUT /_ensaio/scripts/<name> gives the server one.'
      : `The scripts are ${[...this.#byName.keys()].join(', ')}.`;
  }

  /** Whether there is one of exactly this name. */
  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** The script of that name, or title; the only one when it is `default`, and none is called that. */
  find(name: string): ServedScript | undefined {
    const wanted = name === DEFAULT_RUN && !this.has(name) ? (this.#only ?? name) : name;
    return this.#byName.get(wanted) ?? this.#byName.get(scriptName(wanted));
  }

  put(name: string, { script, turns }: ParsedScript): ServedScript {
    const served = { name, title: name, script, turns };
    this.#byName.set(name, served);
    return served;
  }

  /**
   * Takes a script away, and says by which name it was served.
   * @throws EnsaioError `script-unknown`
   */
  remove(title: string): string {
    const name = scriptName(title);
    if (this.#byName.delete(name)) return name;
    throw new EnsaioError('script-unknown', `There is no script "${title}".`, {
      hint: this.listed,
    });
  }
}
