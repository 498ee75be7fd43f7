/** What JSON on a wire would make of a value, for a door that has no wire: a copy, and no text in between. */
import { DEEPEST_JSON } from './json-error.ts';
import { isPlainObject } from './plain-object.ts';

export interface JsonSnapshot {
  readonly value: unknown;
  /** How many characters it has as JSON at most, escapes not counted: no prompt has more. */
  readonly characters: number;
}

/** A longer text may be more than a body may be: it is written out then, and measured. */
const MOST_CHARACTERS = 1_000_000;

/** Of a number, a word, a bracket, with what stands between it and the next. */
const LONGEST_SIGN = 25;

class Copier {
  characters = 0;
  /** Whether there was anything that only `JSON.stringify` knows what to make of, or the API refuses. Then all ends. */
  isOther = false;

  copy(value: unknown, levels: number): unknown {
    if (this.isOther) return undefined;
    this.characters += LONGEST_SIGN;
    this.isOther = this.characters > MOST_CHARACTERS;
    switch (typeof value) {
      case 'string':
        return this.#copyText(value);
      case 'number':
        this.isOther ||= !Number.isFinite(value) || Object.is(value, -0);
        return value;
      case 'boolean':
        return value;
      case 'object':
        return value === null ? value : this.#copyObject(value, levels - 1);
      default:
        return this.#other();
    }
  }

  #other(): undefined {
    this.isOther = true;
  }

  #copyText(text: string): string {
    this.characters += text.length;
    this.isOther ||= this.characters > MOST_CHARACTERS || !text.isWellFormed();
    return text;
  }

  #copyObject(value: object, levels: number): unknown {
    const isList = Array.isArray(value) && Object.getPrototypeOf(value) === Array.prototype;
    const isUsual = isList || isPlainObject(value);
    if (levels < 0 || !isUsual || 'toJSON' in value) return this.#other();
    if (isList) {
      const items = value as readonly unknown[];
      const copies: unknown[] = [];
      for (let at = 0; at < items.length && !this.isOther; at++) {
        copies.push(this.copy(items[at], levels));
      }
      return copies;
    }
    const fields = value as Readonly<Record<string, unknown>>;
    const copies: Record<string, unknown> = {};
    for (const key of Object.keys(fields)) {
      const field = fields[key];
      if (field === undefined) continue;
      this.#copyText(key);
      this.isOther ||= key === '__proto__';
      if (this.isOther) return undefined;
      copies[key] = this.copy(field, levels);
    }
    return copies;
  }
}

/** The copy; undefined where the text has to be written to know what the API would make of it. */
export function jsonSnapshot(value: unknown): JsonSnapshot | undefined {
  const copier = new Copier();
  const copy = copier.copy(value, DEEPEST_JSON);
  const { characters, isOther } = copier;
  return isOther ? undefined : { value: copy, characters };
}
