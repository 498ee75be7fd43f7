/** JSON mistakes in the words of the parser behind the API. */

function positionOf(text: string, error: SyntaxError): number {
  const known = / at position (\d+)/.exec(error.message);
  if (known) return Number(known[1]);
  const token = /^Unexpected token '(.)'/su.exec(error.message);
  // The engine leaves the position out when it quotes the text instead; the first such token is our best guess.
  const found = token ? text.indexOf(token[1]!) : -1;
  return found === -1 ? text.length : found;
}

/** Why `text` is no JSON, with line, column and character (H08, H09: captured wordings). */
export function jsonErrorText(text: string, error: SyntaxError): string {
  if (text === '') return 'Input is a zero-length, empty document: line 1 column 1 (char 0)';
  const isCut = /Unexpected end|Unterminated string/.test(error.message);
  const position = isCut ? text.length : positionOf(text, error);
  const before = text.slice(0, position);
  const line = before.split('\n').length;
  const column = position - before.lastIndexOf('\n');
  const reason = position === text.length ? 'unexpected end of data' : 'unexpected character';
  return `${reason}: line ${line} column ${column} (char ${position})`;
}
