/** YAML text to a plain JSON value, with the place of every part and every problem on the way. */
import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Alias,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import type { Outcome } from './outcome.ts';
import { Places, type AliasTargets } from './places.ts';
import type { FileProblemCode, ScenarioProblem } from './problem.ts';
import { quote } from './quote.ts';
import type { Source } from './source.ts';

/** Deeper than any scenario, and far from the depth at which recursion fails. */
const DEEPEST = 100;
/** How many values all aliases together may stand for: a few lines of aliases of aliases can stand for billions. */
const MOST_BY_ALIAS = 10_000;

/** The value of a file, with the place of every part. */
export interface YamlContent {
  readonly value: unknown;
  readonly places: Places;
}

interface Converted {
  readonly value: unknown;
  /** How many values it holds, itself included. */
  readonly size: number;
}

const NOTHING: Converted = { value: null, size: 1 };

/** What each alias stands for: the last node before it with its anchor. */
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
    if (node === null || node === undefined) return NOTHING;
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
        : this.#convertList(node.items, depth);
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
    if (this.#byAlias <= MOST_BY_ALIAS) return converted;
    if (before > MOST_BY_ALIAS) return NOTHING;
    const words = `the aliases up to here stand for more than ${MOST_BY_ALIAS} values`;
    return this.#refuse(alias, 'yaml-alias', words);
  }

  #convertScalar(value: unknown, node: Node): Converted {
    const isJson =
      value === null ||
      typeof value === 'string' ||
      typeof value === 'boolean' ||
      (typeof value === 'number' && Number.isFinite(value));
    if (isJson) return { value, size: 1 };
    return this.#refuse(node, 'yaml-value', 'this is not a value of JSON');
  }

  #convertList(items: readonly unknown[], depth: number): Converted {
    const converted = items.map((item) => this.convert(item, depth + 1));
    return {
      value: converted.map(({ value }) => value),
      size: converted.reduce((sum, { size }) => sum + size, 1),
    };
  }

  #convertMap(map: YAMLMap, depth: number): Converted {
    const value = {};
    const seen = new Map<string, unknown>();
    let size = 1;
    for (const pair of map.items) {
      const converted = this.convert(pair.value, depth + 1);
      size += converted.size;
      const key = this.#keyOf(pair);
      if (key === undefined) continue;
      if (seen.has(key)) {
        const { line } = this.#at(seen.get(key));
        this.#refuse(
          pair.key,
          'duplicate-key',
          `the key ${quote(key)} is already set on line ${line}`,
        );
      }
      seen.set(key, pair.key);
      // An assignment would take `__proto__` for the prototype.
      Object.defineProperty(value, key, {
        value: converted.value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return { value, size };
  }

  #keyOf({ key }: Pair): string | undefined {
    const value = isScalar(key) ? key.value : key;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      return String(value);
    }
    this.#refuse(key, 'yaml-value', 'a key must be a text');
    return undefined;
  }

  #at(node: unknown): ReturnType<Source['at']> {
    const inner = isPair(node) ? node.key : node;
    const isNode = isScalar(inner) || isMap(inner) || isSeq(inner) || isAlias(inner);
    const [start, end] = (isNode ? inner.range : null) ?? [0, 1];
    return this.#source.at(start, end);
  }

  #refuse(node: unknown, code: FileProblemCode, words: string): Converted {
    this.problems.push({ ...this.#at(node), code, message: `${words}.`, path: '' });
    return NOTHING;
  }
}

/** Where the parser's own words would not help. */
const WORDS: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'a mapping cannot begin here; a text with ": " in it needs quotes',
  MULTIPLE_DOCS: 'a file holds one document; here a second one starts',
  RESOURCE_EXHAUSTION: 'nested too deep to be read',
};

function syntaxProblems(source: Source, { errors, warnings }: Document): ScenarioProblem[] {
  // A text that exhausts the parser does so at every level on the way back.
  const exhausted = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  const found = exhausted ? [exhausted] : [...errors, ...warnings];
  return found.map(({ code, message, pos: [start, end] }) => {
    const words = WORDS[code] ?? message.replace(/\.$/, '');
    return { ...source.at(start, end), code: 'yaml-syntax', message: `${words}.`, path: '' };
  });
}

function fail(...problems: ScenarioProblem[]): Outcome<YamlContent> {
  return { ok: false, problems };
}

/** Reads one YAML document of plain JSON values. Never throws. */
export function readYaml(source: Source): Outcome<YamlContent> {
  try {
    const document = parseDocument(source.text, {
      // Ours say where the key was first, and do not take quadratic time.
      uniqueKeys: false,
      prettyErrors: false,
    });
    const problems = syntaxProblems(source, document);
    if (problems.length > 0) return fail(...problems);
    if (document.contents === null) {
      return fail({
        ...source.at(0),
        code: 'file-empty',
        message: 'there is nothing in this file.',
        path: '',
      });
    }
    const targets = resolveAliases(document);
    const converter = new Converter(source, targets);
    const { value } = converter.convert(document.contents);
    if (converter.problems.length > 0) return fail(...converter.problems);
    return { ok: true, value: { value, places: new Places(source, document.contents, targets) } };
  } catch (error) {
    // Only a text built to exhaust the parser's stack gets here.
    const reason = error instanceof Error ? error.message : String(error);
    const message = `this text cannot be read: ${reason}.`;
    return fail({ ...source.at(0), code: 'yaml-syntax', message, path: '' });
  }
}
