/** JSON that was cut off: what of it was said to the end. */

/** Where the last value ended that was said to the end, and what is open there. */
interface Whole {
  readonly length: number;
  readonly closers: string;
}

/** A value, a container's end, a comma, a colon, or the quote of a string without an end; strings with all their escapes. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+|"/gs;

/** Nothing is open: the text is no beginning of JSON, or all of it. */
const NOTHING: Whole = { length: 0, closers: '' };

const LITERALS = ['true', 'false', 'null'];

/** Whether a last word may still become a value: a number, which always may go on, or the beginning of a literal. */
function mayGoOn(word: string): boolean {
  return /^[-\d.]/.test(word) || LITERALS.some((literal) => literal.startsWith(word));
}

function lastWhole(text: string): Whole {
  const closers: string[] = [];
  let whole = NOTHING;
  let isKey = false;
  const keep = (end: number): void => {
    whole = { length: end, closers: closers.toReversed().join('') };
  };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const end = index + token.length;
    if (token === '{' || token === '[') {
      closers.push(token === '{' ? '}' : ']');
      isKey = token === '{';
      keep(end);
    } else if (token === '}' || token === ']') {
      closers.pop();
      keep(end);
    } else if (token === ',') isKey = closers.at(-1) === '}';
    else if (token === ':') isKey = false;
    // What stands behind it is a part of the string, and no value.
    else if (token === '"') break;
    else if (isKey) continue;
    else if (token.startsWith('"') || end < text.length || LITERALS.includes(token)) keep(end);
    else if (!mayGoOn(token)) return NOTHING;
  }
  return whole;
}

/** The value of a text that JSON.parse takes, or of as much of it as was said to the end. Throws `SyntaxError` for no JSON. */
export function parseUnfinished(text: string): unknown {
  const { length, closers } = lastWhole(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    if (closers === '') throw error;
    return JSON.parse(text.slice(0, length) + closers);
  }
}
