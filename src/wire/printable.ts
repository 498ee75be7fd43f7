/** Text that says what it holds and does nothing: a terminal obeys no sequence in it, and no letter changes places. */

/** Line breaks and tabs stay. */
const CONTROL = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu;
const REPLACEMENT = '\u{FFFD}';

/** The picture that Unicode has of a control character, `␛` for an escape; the replacement character for all others. */
function picture(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '\u{2421}' : REPLACEMENT;
}

/** A text in which every character that a terminal or a browser would obey is replaced by one that it shows. */
export function printable(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(CONTROL, (character) =>
      character === '\n' || character === '\t' ? character : picture(character),
    );
}
