/** Takes out what the user names, before anything of it is written. */
import type { Path } from '../../src/scenario/problem.ts';
import { jsonIn } from './json-in.ts';
import { mapTexts, mapValues } from './map-texts.ts';
import { escaped, looseFields, toFields, toPattern, type Redaction } from './redaction.ts';

/** Keys of messages, blocks and events whose texts are the API's own. */
const STRUCTURE = new Set([
  'type',
  'role',
  'id',
  'tool_use_id',
  'previous_message_id',
  'name',
  'model',
  'stop_reason',
  'media_type',
  'signature',
]);

/** Whether a text is one of the API's own words; what an app or a model put into an input never is. */
function isStructural(path: Path): boolean {
  return STRUCTURE.has(String(path.at(-1))) && !path.slice(0, -1).includes('input');
}

/** What stands for a secret, so that it is kept where a text is split by it. */
const PLACEHOLDER = /(redacted-\d+)/;

/** Shorter ones stand in other words by chance. */
const SHORTEST_WORD = 4;

function containerIn(text: string): unknown {
  return /^\s*[{[]/.test(text) ? jsonIn(text) : undefined;
}

/**
 * Redacts values, the same secret always to the same placeholder.
 * @throws EnsaioError `option-invalid` for a field that is no name, or a pattern that is no regular expression
 */
export class Redactor {
  readonly #fields: ReadonlySet<string>;
  readonly #looseFields: RegExp | undefined;
  readonly #patterns: readonly RegExp[];
  readonly #placeholders = new Map<string, string>();

  constructor({ fields = [], patterns = [] }: Redaction = {}) {
    this.#fields = toFields(fields);
    this.#looseFields = looseFields(this.#fields);
    this.#patterns = patterns.map(toPattern);
  }

  /** The same value, everything secret in it replaced. */
  redact<Value>(value: Value): Value {
    if (this.#fields.size === 0 && this.#patterns.length === 0) return value;
    const first = this.#messages(value) as Value;
    const words = this.#knownWords();
    return words === undefined ? first : this.#everywhere(first, words);
  }

  /** What stands for a secret from now on. */
  placeholder(secret: unknown): string {
    const key = typeof secret === 'string' ? secret : JSON.stringify(secret);
    const known = this.#placeholders.get(key);
    if (known !== undefined) return known;
    const placeholder = `redacted-${this.#placeholders.size + 1}`;
    this.#placeholders.set(key, placeholder);
    return placeholder;
  }

  /** Of what the API sends and takes, texts are redacted, and keys count only in the inputs of calls. */
  #messages(value: unknown): unknown {
    return mapValues(value, (part, path) => {
      if (path.at(-1) === 'input' && typeof part === 'object') {
        return this.#data(part, (text) => this.#text(text));
      }
      if (typeof part !== 'string') return undefined;
      return isStructural(path) ? part : this.#text(part);
    });
  }

  /** Data of the app: keys count. */
  #data(value: unknown, change: (text: string) => string): unknown {
    return mapValues(value, (part, path) => {
      if (this.#isSecret(path) && part != null) return this.placeholder(part);
      return typeof part === 'string' ? change(part) : undefined;
    });
  }

  #isSecret(path: Path): boolean {
    return this.#fields.has(String(path.at(-1) ?? '').toLowerCase());
  }

  #text(text: string): string {
    return this.#patterns.reduce(
      (rest, pattern) =>
        rest
          .split(PLACEHOLDER)
          // What was taken out already holds nothing any more.
          .map((part, index) => (index % 2 === 1 ? part : this.#without(pattern, part)))
          .join(''),
      this.#withoutFields(text),
    );
  }

  #without(pattern: RegExp, text: string): string {
    return text.replaceAll(pattern, (found) => (found === '' ? '' : this.placeholder(found)));
  }

  /** A text without the values of secret keys: of JSON that it is, or that stands somewhere in it. */
  #withoutFields(text: string): string {
    if (!this.#looseFields) return text;
    const container = containerIn(text);
    if (container !== undefined) {
      const json = JSON.stringify(this.#data(container, (part) => this.#withoutFields(part)));
      return json === JSON.stringify(container) ? text : json;
    }
    return text.replaceAll(this.#looseFields, (_all, before: string, secret: string) => {
      const value = secret.replace(/^"([^]*?)"?$/, '$1');
      return `${before}${JSON.stringify(this.placeholder(value))}`;
    });
  }

  /** What is looked for as a word: no list, no mapping, and no word that everybody uses. */
  #knownWords(): RegExp | undefined {
    const words = [...this.#placeholders.keys()]
      .filter((secret) => secret.length >= SHORTEST_WORD && !/^(?:[{["]|true$|false$)/.test(secret))
      .toSorted((a, b) => b.length - a.length);
    if (words.length === 0) return undefined;
    const edge = String.raw`[\p{L}\p{N}_]`;
    return new RegExp(`(?<!${edge})(?:${words.map(escaped).join('|')})(?!${edge})`, 'gu');
  }

  #everywhere<Value>(value: Value, words: RegExp): Value {
    return mapTexts(value, (text, path) =>
      isStructural(path) ? text : text.replaceAll(words, (word) => this.placeholder(word)),
    );
  }
}
