/** JSON that was cut off: what of it was said to the end. */

/** Where the last value ended that was said to the end, and what is open there. */
interface Whole {
  readonly length: number;
  readonly closers: string;
}

/** A value, a container's end, a comma, a colon, or what is left over; strings with all their escapes. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+|"/gs;

function lastWhole(text: string): Whole {
  const closers: string[] = [];
  let whole: Whole = { length: 0, closers: '' };
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
    // A number or word at the very end may go on.
    else if (!isKey && token !== '"' && (token.startsWith('"') || end < text.length)) keep(end);
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
