/** Puts in what a file only names: variables, and the turns and tools that it shares with others. */
import { nearest } from '../nearest.ts';
import { isRecord } from '../wire/json/is-record.ts';
import type { Outcome } from './outcome.ts';
import { partOf, type Located, type Spot } from './places.ts';
import { formatPath, type FileProblemCode, type Path, type ScenarioProblem } from './problem.ts';
import { quote } from './quote.ts';
import { readYaml } from './read-yaml.ts';
import { describeKind } from './schema-parts.ts';
import { setOwn } from './set-own.ts';
import type { Source } from './source.ts';

/** Reads the file that another one names, relative to it. */
export type LoadSource = (path: string, from: Source) => Outcome<Source>;

/** What `${name}` stands for, by name. */
export type Scope = ReadonlyMap<string, Located>;

/** A variable, or a dollar that stands for itself. */
const VARIABLE = /\$\$\{|\$\{([A-Za-z_][\w-]*)\}/g;
const ONE_VARIABLE = /^\$\{([A-Za-z_][\w-]*)\}$/;

/** A text as it is written where `${name}` would be a variable. */
export function escapeVariables(text: string): string {
  return text.replaceAll('${', () => '$${');
}

/** More than any scenario shares; files that include each other over and over come to billions. */
const MOST_INCLUDES = 1000;

const INCLUDE = '$include';

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

const isInclude = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && Object.hasOwn(value, INCLUDE);

export class Expander {
  readonly problems: ScenarioProblem[] = [];
  /** The names of all variables that were put in. */
  readonly used: Set<string> = new Set();
  readonly #load: LoadSource | undefined;
  readonly #lists = new Map<string, Located | undefined>();
  #includes = 0;

  constructor(load: LoadSource | undefined) {
    this.#load = load;
  }

  /** The same value, its variables put in. */
  expand(located: Located, scope: Scope, path: Path = []): Located {
    const { value } = located;
    if (typeof value === 'string') return this.#expandText(located, value, scope, path);
    if (Array.isArray(value)) {
      return this.#listOf(
        located,
        value.map((_item, index) => this.expand(partOf(located, index), scope, [...path, index])),
      );
    }
    return isRecord(value) ? this.#expandRecord(located, value, scope, path) : located;
  }

  /** The same list, its variables put in, and in place of each `$include` the items of the list that it names. */
  expandShared(located: Located, scope: Scope, path: Path): Located {
    if (!Array.isArray(located.value)) return this.expand(located, scope, path);
    const items: Located[] = [];
    this.#includes = 0;
    this.#collect(located, scope, { path, items, within: [] });
    return this.#listOf(located, items);
  }

  #collect(
    located: Located,
    scope: Scope,
    to: { readonly path: Path; readonly items: Located[]; readonly within: readonly string[] },
  ): void {
    for (const index of (located.value as unknown[]).keys()) {
      const item = partOf(located, index);
      const path = [...to.path, to.items.length];
      if (!isInclude(item.value)) {
        to.items.push(this.expand(item, scope, path));
        continue;
      }
      const list = this.#include(item, scope, path, to.within);
      if (!list) continue;
      const within = [...to.within, list.spot.source.file];
      this.#collect(list, scope, { ...to, within });
    }
  }

  #include(
    item: Located,
    scope: Scope,
    path: Path,
    within: readonly string[],
  ): Located | undefined {
    const fail = (words: string, spot = item.spot): undefined =>
      this.#refuse('include-failed', spot, path, words);
    const named = this.expand(partOf(item, INCLUDE), scope, [...path, INCLUDE]);
    const { value: file, spot } = named;
    if (typeof file !== 'string') {
      return fail(`\`$include\` takes the path of a file, received ${describeKind(file)}`, spot);
    }
    if (Object.keys(item.value as object).length > 1) {
      return fail('nothing else can stand beside `$include`');
    }
    if (this.#includes++ >= MOST_INCLUDES) {
      return this.#includes === MOST_INCLUDES + 1
        ? fail(`more than ${MOST_INCLUDES} files are included up to here`, spot)
        : undefined;
    }
    const source = this.#load?.(file, item.spot.source);
    if (!source) return fail(`${quote(file)} cannot be included: there are no files here`, spot);
    if (!source.ok) {
      const [{ message }] = source.problems as [ScenarioProblem];
      return fail(`${quote(file)} cannot be included: ${message.replace(/\.$/, '')}`, spot);
    }
    if (within.includes(source.value.file)) return fail(`${quote(file)} includes itself`, spot);
    const list = this.#read(source.value);
    if (list && !Array.isArray(list.value)) {
      return fail(`${quote(file)} does not hold a list`, spot);
    }
    return list;
  }

  /** The value of a file, which is read once; nothing when it has problems, which are then told. */
  #read(source: Source): Located | undefined {
    if (this.#lists.has(source.file)) return this.#lists.get(source.file);
    const yaml = readYaml(source);
    if (!yaml.ok) this.problems.push(...yaml.problems);
    const list = yaml.ok ? yaml.value[0] : undefined;
    this.#lists.set(source.file, list);
    return list;
  }

  #listOf({ spot }: Located, items: readonly Located[]): Located {
    return {
      value: items.map(({ value }) => value),
      spot: { ...spot, parts: new Map(items.map((item, index) => [index, item.spot])) },
    };
  }

  #expandRecord(
    located: Located,
    value: Record<string, unknown>,
    scope: Scope,
    path: Path,
  ): Located {
    const expanded = {};
    const parts = new Map<string, Spot>();
    for (const key of Object.keys(value)) {
      const part = this.expand(partOf(located, key), scope, [...path, key]);
      setOwn(expanded, key, part.value);
      parts.set(key, part.spot);
    }
    return { value: expanded, spot: { ...located.spot, parts } };
  }

  #expandText(located: Located, text: string, scope: Scope, path: Path): Located {
    const { spot } = located;
    const [, only] = ONE_VARIABLE.exec(text) ?? [];
    if (only !== undefined) {
      const found = this.#lookUp(only, scope, spot, path);
      // What stands in it stands where the variable is defined.
      return found ? { value: found.value, spot: { ...spot, parts: found.spot.parts } } : located;
    }
    const value = text.replaceAll(VARIABLE, (written, name: string | undefined) => {
      if (name === undefined) return '${';
      const found = this.#lookUp(name, scope, spot, path);
      if (!found) return written;
      if (isScalar(found.value)) return String(found.value);
      const words = `the variable "${name}" is ${describeKind(found.value)}, which cannot stand inside a text`;
      this.#refuse('variable-not-text', spot, path, words);
      return written;
    });
    return { value, spot };
  }

  #lookUp(name: string, scope: Scope, spot: Spot, path: Path): Located | undefined {
    this.used.add(name);
    const found = scope.get(name);
    if (found) return found;
    const meant = nearest(name, [...scope.keys()]);
    const hint = meant
      ? `did you mean "${meant}"?`
      : `define it under \`vars\` or in \`examples\`, or write "$\${${name}}" for the text itself.`;
    const words = `there is no variable "${name}"; ${hint}`;
    return this.#refuse('variable-undefined', spot, path, words);
  }

  #refuse(code: FileProblemCode, spot: Spot, path: Path, words: string): undefined {
    const [start, end] = spot.value ?? spot.key ?? [0, 1];
    const message = /[.?]$/.test(words) ? words : `${words}.`;
    this.problems.push({ ...spot.source.at(start, end), code, message, path: formatPath(path) });
  }
}
