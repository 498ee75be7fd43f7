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
/** May also match a backslash that is itself escaped; whoever looks closer will see. */
const LONE_ESCAPE =
  /\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]/;

/** The index of the quote that ends the string begun at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let slashes = at;
    while (text.charCodeAt(slashes - 1) === BACKSLASH) slashes--;
    if ((at - slashes) % 2 === 0) return at;
  }
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

function isSuspect(text: string): boolean {
  return !text.isWellFormed() || isExtreme(text) || LONE_ESCAPE.test(text);
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
