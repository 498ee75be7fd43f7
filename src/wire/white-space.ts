/** White space as Python has it, which the API's words are written in: unlike JavaScript's, with U+0085 and without U+FEFF. */

const NOT_WHITE = /\P{White_Space}/u;
const WHITE_AT_END = /\p{White_Space}$/u;

/** Whether there is nothing in a text that can be seen; an empty text is blank too. */
export function isBlank(text: string): boolean {
  return !NOT_WHITE.test(text);
}

/** Whether a text ends in white space. */
export function endsInWhiteSpace(text: string): boolean {
  return WHITE_AT_END.test(text.slice(-1));
}
