/** Regular expressions of schemas: which text is one at all, and which of it a grammar cannot be made of. */

/** Syntax of Python's that JavaScript does not know: whether the rest of such a pattern is right cannot be told here. */
const PYTHON_ONLY = /\(\?(?:P|#|>|\(|[a-zA-Z]+[):-])|[*+?}]\+/;

function compiles(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Whether a text is a regular expression in any dialect the API may read it in: only what none takes is none. */
export function isPattern(text: string): boolean {
  return compiles(text, '') || compiles(text, 'u') || PYTHON_ONLY.test(text);
}

const LOOKAROUND = /^\(\?(?:=|!|<=|<!)/;

/** The first feature of a pattern that strict mode cannot compile, as the documentation calls it. */
export function uncompilableFeature(pattern: string): string | undefined {
  let inClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '\\') {
      at += 1;
      const escaped = pattern[at] ?? '';
      if (inClass) continue;
      if (/[1-9k]/.test(escaped)) return 'backreference';
      if (/[bB]/.test(escaped)) return 'word boundary';
    } else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(' && LOOKAROUND.test(pattern.slice(at, at + 4))) return 'lookaround';
  }
  return undefined;
}
