/** A request body as the API reads it: what `JSON.parse` takes, less what orjson refuses all the same. */
import { DEEPEST_JSON, describeJsonMistake, findJsonMistake } from './json-error.ts';

export interface JsonReading {
  /** The value; undefined when there is a problem. */
  readonly value?: unknown;
  /** Why the text is no JSON, with line, column and character. */
  readonly problem?: string;
}

/** May also match a backslash that is itself escaped; whoever looks closer will see. */
const LONE_ESCAPE =
  /\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]/;

/** Whether half a pair stands in a text, or perhaps an escape of one. */
function mayHoldHalfPair(text: string): boolean {
  return !text.isWellFormed() || (text.includes('\\u') && LONE_ESCAPE.test(text));
}

/** Whether a value holds an infinite number, or a list or an object below the deepest that may be. */
function isExtreme(value: unknown, levels = DEEPEST_JSON): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (isExtreme(item, levels - 1)) return true;
    return false;
  }
  for (const key in value) {
    if (isExtreme((value as Record<string, unknown>)[key], levels - 1)) return true;
  }
  return false;
}

function problemOf(text: string): JsonReading | undefined {
  const mistake = findJsonMistake(text);
  return mistake && { problem: describeJsonMistake(text, mistake) };
}

/** A field of a body, read by itself. */
export interface Part {
  readonly value: unknown;
  /** Whether something may be wrong with it all the same: only the whole body tells. */
  readonly isSuspect: boolean;
}

/** A part of a body that is one field of it; undefined where it is no JSON by itself. */
export function readPart(text: string): Part | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return { value, isSuspect: mayHoldHalfPair(text) || isExtreme(value, DEEPEST_JSON - 1) };
}

/**
 * Reads a body. Unlike `JSON.parse`, orjson refuses escapes of half a surrogate pair (C035), arrays and objects
 * nested deeper than 1,024, and numbers that are infinite as a double. Only a text that fails or may hold one of
 * these is looked at closely.
 * @note What `JSON.parse` drops, the earlier of two values under one key, is only looked at for surrogates.
 */
export function readJson(text: string): JsonReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The two parsers agree on all else; should they ever not, the engine's words are better than none.
    return problemOf(text) ?? { problem: (error as Error).message };
  }
  const isSuspect = mayHoldHalfPair(text) || isExtreme(value);
  return (isSuspect ? problemOf(text) : undefined) ?? { value };
}
