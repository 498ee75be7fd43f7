/** What JSON on a wire would make of a value, for a door that has no wire: a copy, and no text in between. */
import { DEEPEST_JSON } from './json-error.ts';
import { isPlainObject } from './plain-object.ts';

export interface JsonSnapshot {
  readonly value: unknown;
  /** How many characters its texts, keys and numbers have together: no prompt has more. */
  readonly characters: number;
}

/** A longer text may be more than a body may be: it is written out then, and measured. */
const MOST_CHARACTERS = 1_000_000;

const LONGEST_NUMBER = 25;

class Copier {
  characters = 0;
  /** Whether there was anything that only `JSON.stringify` knows what to make of, or the API refuses. */
  isOther = false;

  copy(value: unknown, levels: number): unknown {
    switch (typeof value) {
      case 'string':
        this.characters += value.length;
        this.isOther ||= !value.isWellFormed();
        return value;
      case 'number':
        this.characters += LONGEST_NUMBER;
        this.isOther ||= !Number.isFinite(value) || Object.is(value, -0);
        return value;
      case 'boolean':
        return value;
      case 'object':
        if (value === null) return value;
        if (levels === 0) break;
        return this.#copyObject(value, levels - 1);
      default:
    }
    this.isOther = true;
    return undefined;
  }

  #copyObject(value: object, levels: number): unknown {
    if (Array.isArray(value)) {
      const copies: unknown[] = [];
      for (const item of value as unknown[]) copies.push(this.copy(item, levels));
      return copies;
    }
    if (!isPlainObject(value) || 'toJSON' in value) this.isOther = true;
    const copies: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const field = (value as Readonly<Record<string, unknown>>)[key];
      if (field === undefined) continue;
      if (key === '__proto__') this.isOther = true;
      else copies[key] = this.copy(field, levels);
      this.characters += key.length;
      this.isOther ||= !key.isWellFormed();
    }
    return copies;
  }
}

/** The copy; undefined where the text has to be written to know what the API would make of it. */
export function jsonSnapshot(value: unknown): JsonSnapshot | undefined {
  const copier = new Copier();
  const copy = copier.copy(value, DEEPEST_JSON);
  const { characters, isOther } = copier;
  return isOther || characters > MOST_CHARACTERS ? undefined : { value: copy, characters };
}
