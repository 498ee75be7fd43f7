/** A request body as the API reads it: what `JSON.parse` takes, less what orjson refuses all the same. */
import {
  BACKSLASH,
  DEEPEST_JSON,
  describeJsonMistake,
  findJsonMistake,
  isDigit,
  QUOTE,
} from './json-error.ts';

export interface JsonReading {
  /** The value; undefined when there is a problem. */
  readonly value?: unknown;
  /** Why the text is no JSON, with line, column and character. */
  readonly problem?: string;
}

/** More digits than this, in a number or its exponent, may make it larger than a double holds. */
const LONGEST_NUMBER = 308;
const LONGEST_EXPONENT = 2;
/** Finds every number that is too large, and much that only looks like one, in strings. */
const LARGE_NUMBER = /\d{309}|[eE]\+?\d{3}/;
/** May also match a backslash that is itself escaped; whoever looks closer will see. */
const LONE_ESCAPE =
  /\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]/;

/** The index of the quote that ends the string begun at `start`: the next one, unless something is escaped before. */
function endOfString(text: string, start: number): number {
  const quote = text.indexOf('"', start + 1);
  if (text.charCodeAt(quote - 1) !== BACKSLASH) return quote;
  let at = start + 1;
  for (let unit = text.charCodeAt(at); unit !== QUOTE; unit = text.charCodeAt(at)) {
    at += unit === BACKSLASH ? 2 : 1;
  }
  return at;
}

/** Whether a character stands more often in a text than any depth would allow. */
function hasMany(text: string, character: string): boolean {
  let at = -1;
  for (let count = 0; count <= DEEPEST_JSON / 2; count++) {
    at = text.indexOf(character, at + 1);
    if (at === -1) return false;
  }
  return true;
}

/** Whether a text that is JSON may be too deep, or hold a number too large. One pass, strings are jumped over. */
function isExtreme(text: string): boolean {
  let depth = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isDigit(unit)) {
      if (++digits > LONGEST_NUMBER) return true;
      continue;
    }
    const afterDigit = digits > 0;
    digits = 0;
    switch (unit) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > DEEPEST_JSON) return true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
        break;
      case 0x45: // E
      case 0x65: // e
        // Past a sign, or one digit more than there may be.
        if (afterDigit && isDigit(text.charCodeAt(at + LONGEST_EXPONENT + 1))) return true;
        break;
      default:
    }
  }
  return false;
}

/** The cheapest question first: nearly every body answers no to all of them. */
function isSuspect(text: string): boolean {
  return (
    !text.isWellFormed() ||
    (text.includes('\\u') && LONE_ESCAPE.test(text)) ||
    // What is too deep has many openings of one kind.
    ((LARGE_NUMBER.test(text) || hasMany(text, '[') || hasMany(text, '{')) && isExtreme(text))
  );
}

function problemOf(text: string): JsonReading | undefined {
  const mistake = findJsonMistake(text);
  return mistake && { problem: describeJsonMistake(text, mistake) };
}

/**
 * Reads a body. Unlike `JSON.parse`, orjson refuses escapes of half a surrogate pair (C035), arrays and objects
 * nested deeper than 1,024, and numbers that are infinite as a double. Only a text that fails or may hold one of
 * these is looked at closely.
 */
export function readJson(text: string): JsonReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The two parsers agree on all else; should they ever not, the engine's words are better than none.
    return problemOf(text) ?? { problem: (error as Error).message };
  }
  return (isSuspect(text) ? problemOf(text) : undefined) ?? { value };
}
