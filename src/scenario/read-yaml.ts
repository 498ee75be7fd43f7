/** YAML text to plain JSON values, with the place of every part and every problem on the way. */
import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  parseAllDocuments,
  visit,
  type Alias,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import type { Outcome } from './outcome.ts';
import { NO_PARTS, type Located, type Span, type Spot } from './places.ts';
import type { FileProblemCode, ScenarioProblem } from './problem.ts';
import { quote } from './quote.ts';
import { setOwn } from './set-own.ts';
import type { Location, Source } from './source.ts';

/** Deeper than any scenario, and far from the depth at which recursion fails. */
const DEEPEST = 100;
/** How many values all aliases together may stand for: a few lines of aliases of aliases can stand for billions. */
const MOST_BY_ALIAS = 10_000;

interface Converted extends Located {
  /** How many values it holds, itself included. */
  readonly size: number;
}

/** What each alias stands for: the last node before it with its anchor. */
type AliasTargets = ReadonlyMap<Alias, Node>;

function resolveAliases(document: Document): AliasTargets {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document, (_key, node) => {
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target) targets.set(node, target);
    } else if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined) {
      anchors.set(node.anchor, node);
    }
  });
  return targets;
}

function spanOf(node: unknown): Span | undefined {
  const inner = isPair(node) ? node.key : node;
  const isNode = isScalar(inner) || isMap(inner) || isSeq(inner) || isAlias(inner);
  const range = isNode ? inner.range : undefined;
  return range ? [range[0], range[1]] : undefined;
}

class Converter {
  readonly problems: ScenarioProblem[] = [];
  readonly #source: Source;
  readonly #targets: AliasTargets;
  readonly #done = new Map<Node, Converted>();
  #byAlias = 0;

  constructor(source: Source, targets: AliasTargets) {
    this.#source = source;
    this.#targets = targets;
  }

  convert(node: unknown, depth = 0): Converted {
    if (node === null || node === undefined) return this.#leaf(undefined);
    if (isAlias(node)) return this.#convertAlias(node);
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) {
      return this.#refuse(node, 'yaml-value', 'this cannot stand in a list');
    }
    if (depth > DEEPEST) {
      return this.#refuse(node, 'yaml-value', `nested more than ${DEEPEST} levels deep`);
    }
    const converted = isScalar(node)
      ? this.#convertScalar(node.value, node)
      : isMap(node)
        ? this.#convertMap(node, depth)
        : this.#convertList(node.items, node, depth);
    this.#done.set(node, converted);
    return converted;
  }

  #convertAlias(alias: Alias): Converted {
    const target = this.#targets.get(alias);
    if (!target) {
      return this.#refuse(
        alias,
        'yaml-alias',
        `there is no anchor ${quote(alias.source)} before this`,
      );
    }
    const converted = isScalar(target)
      ? this.#convertScalar(target.value, target)
      : this.#done.get(target);
    if (!converted) return this.#refuse(alias, 'yaml-alias', 'an alias inside its own anchor');
    const before = this.#byAlias;
    this.#byAlias += converted.size;
    // What stands in it stands where the anchor is.
    const { value, size, spot } = converted;
    if (this.#byAlias <= MOST_BY_ALIAS) {
      return { value, size, spot: this.#spot(alias, spot.parts) };
    }
    if (before > MOST_BY_ALIAS) return this.#leaf(alias);
    const words = `the aliases up to here stand for more than ${MOST_BY_ALIAS} values`;
    return this.#refuse(alias, 'yaml-alias', words);
  }

  #convertScalar(value: unknown, node: Node): Converted {
    const isJson =
      value === null ||
      typeof value === 'string' ||
      typeof value === 'boolean' ||
      (typeof value === 'number' && Number.isFinite(value));
    if (isJson) return this.#leaf(node, value);
    return this.#refuse(node, 'yaml-value', 'this is not a value of JSON');
  }

  #convertList(items: readonly unknown[], node: Node, depth: number): Converted {
    const converted = items.map((item) => this.convert(item, depth + 1));
    const parts = new Map(converted.map(({ spot }, index) => [index, spot]));
    return {
      value: converted.map(({ value }) => value),
      size: converted.reduce((sum, { size }) => sum + size, 1),
      spot: this.#spot(node, parts),
    };
  }

  #convertMap(map: YAMLMap, depth: number): Converted {
    const value = {};
    const parts = new Map<string, Spot>();
    let size = 1;
    for (const pair of map.items) {
      const converted = this.convert(pair.value, depth + 1);
      size += converted.size;
      const key = this.#keyOf(pair);
      if (key === undefined) continue;
      const before = parts.get(key);
      if (before) {
        const { line } = this.#source.at(...(before.key ?? [0, 1]));
        const words = `the key ${quote(key)} is already set on line ${line}`;
        this.#refuse(pair.key, 'duplicate-key', words);
      }
      const span = spanOf(pair.key);
      parts.set(key, { ...converted.spot, ...(span && { key: span }) });
      setOwn(value, key, converted.value);
    }
    return { value, size, spot: this.#spot(map, parts) };
  }

  #keyOf({ key }: Pair): string | undefined {
    const value = isScalar(key) ? key.value : key;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      return String(value);
    }
    this.#refuse(key, 'yaml-value', 'a key must be a text');
    return undefined;
  }

  #leaf(node: unknown, value: unknown = null): Converted {
    return { value, size: 1, spot: this.#spot(node, NO_PARTS) };
  }

  #spot(node: unknown, parts: Spot['parts']): Spot {
    const span = spanOf(node);
    const isWritten = span !== undefined && span[1] > span[0];
    return { source: this.#source, parts, ...(isWritten && { value: span }) };
  }

  #at(node: unknown): Location {
    return this.#source.at(...(spanOf(node) ?? [0, 1]));
  }

  #refuse(node: unknown, code: FileProblemCode, words: string): Converted {
    this.problems.push({ ...this.#at(node), code, message: `${words}.`, path: '' });
    return this.#leaf(node);
  }
}

/** Where the parser's own words, or its code, would not help. */
const WORDS: Readonly<Record<string, string>> = {
  'Unexpected flow-map-start at node end':
    'a second value begins here, as in JSON Lines; `ensaio import` makes scenarios of a log',
  BLOCK_AS_IMPLICIT_KEY: 'a mapping cannot begin here; a text with ": " in it needs quotes',
  RESOURCE_EXHAUSTION: 'nested too deep to be read',
};

type Stumble = Pick<Document['errors'][number], 'message' | 'pos'>;

/** Where one thing too many begins, the parser stumbles over each word of it. */
function isNews({ message, pos }: Stumble, index: number, all: readonly Stumble[]): boolean {
  const before = all[index - 1];
  if (before === undefined) return true;
  const isNext = message.endsWith(' at node end') && before.pos[1] === pos[0];
  return !isNext && !message.includes(' token in YAML stream');
}

function syntaxProblems(source: Source, { errors, warnings }: Document): ScenarioProblem[] {
  // A text that exhausts the parser does so at every level on the way back.
  const exhausted = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  const found = exhausted ? [exhausted] : [...errors.filter(isNews), ...warnings];
  return found.map(({ code, message, pos: [start, end] }) => {
    const words = WORDS[message] ?? WORDS[code] ?? message.replace(/\.$/, '');
    return { ...source.at(start, end), code: 'yaml-syntax', message: `${words}.`, path: '' };
  });
}

function fail(...problems: ScenarioProblem[]): Outcome<readonly Located[]> {
  return { ok: false, problems };
}

/** The values of all documents in the text, which `---` stands between; one that holds nothing is passed over. */
function readDocuments(source: Source): Outcome<readonly Located[]> {
  const documents: Document[] = [
    ...parseAllDocuments(source.text, {
      // Ours say where the key was first, and do not take quadratic time.
      uniqueKeys: false,
      prettyErrors: false,
    }),
  ];
  const problems = documents.flatMap((document) => syntaxProblems(source, document));
  if (problems.length > 0) return fail(...problems);
  const written = documents.filter(({ contents }) => {
    const [start, end] = spanOf(contents) ?? [0, 0];
    return end > start;
  });
  if (written.length === 0) {
    const message = 'there is nothing in this file.';
    return fail({ ...source.at(0), code: 'file-empty', message, path: '' });
  }
  const read = written.map((document) => {
    const converter = new Converter(source, resolveAliases(document));
    return { converted: converter.convert(document.contents), problems: converter.problems };
  });
  const wrong = read.flatMap((each) => each.problems);
  if (wrong.length > 0) return fail(...wrong);
  return { ok: true, value: read.map(({ converted: { value, spot } }) => ({ value, spot })) };
}

/** Reads YAML documents of plain JSON values. Never throws. */
export function readYaml(source: Source): Outcome<readonly Located[]> {
  try {
    return readDocuments(source);
  } catch (error) {
    // Only a text built to exhaust the parser's stack gets here.
    const reason = error instanceof Error ? error.message : String(error);
    const message = `this text cannot be read: ${reason}.`;
    return fail({ ...source.at(0), code: 'yaml-syntax', message, path: '' });
  }
}
