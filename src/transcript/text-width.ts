/** How many columns of a terminal a text takes, and how it is cut into lines of so many. */

const ASCII = /^[\x20-\x7e]*$/;

/** Written over what stands before it, or not at all. */
const WITHOUT_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** What terminals draw over two columns, told by script: regular expressions do not know the width itself. */
const WIDE =
  /[\uFE0F\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Emoji_Presentation}\u3000-\u303E\uFF01-\uFF60\uFFE0-\uFFE6]/u;

/** The narrow forms of Katakana and Hangul. */
const NARROW = /^[\uFF61-\uFFDC]/;

/** More characters than people put into one column, families of emoji included. */
const LONGEST_GRAPHEME = 16;

let segmenter: Intl.Segmenter | undefined;

/** Made once, but not on import: it makes Node load its tables of languages. */
function graphemes(): Intl.Segmenter {
  return (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' }));
}

function* graphemesOf(text: string): Generator<string> {
  if (ASCII.test(text)) yield* text;
  else for (const { segment } of graphemes().segment(text)) yield segment;
}

function widthOfGrapheme(grapheme: string): number {
  if (WITHOUT_WIDTH.test(grapheme)) return 0;
  return WIDE.test(grapheme) && !NARROW.test(grapheme) ? 2 : 1;
}

/** How many columns a line takes. */
export function widthOf(line: string): number {
  if (ASCII.test(line)) return line.length;
  let width = 0;
  for (const grapheme of graphemesOf(line)) width += widthOfGrapheme(grapheme);
  return width;
}

/** Whether a text can be longer than so many columns, told without looking at all of a very long one. */
function isWider(text: string, columns: number): boolean {
  return text.length > LONGEST_GRAPHEME * columns || widthOf(text) > columns;
}

/** A word in pieces that fit. */
function* cutWord(word: string, columns: number): Generator<string> {
  let piece = '';
  let width = 0;
  for (const grapheme of graphemesOf(word)) {
    const more = widthOfGrapheme(grapheme);
    if (piece !== '' && width + more > columns) {
      yield piece;
      [piece, width] = ['', 0];
    }
    piece += grapheme;
    width += more;
  }
  if (piece !== '') yield piece;
}

/**
 * Lines of at most so many columns, broken between words where that is possible. Made one by one, so that the end of a
 * very long text costs nothing when nobody asks for it.
 */
export function* wrap(text: string, columns: number): Generator<string> {
  for (const line of text.split('\n')) {
    let kept = '';
    for (const [part] of line.matchAll(/\s+|\S+/g)) {
      if (!isWider(kept + part, columns)) {
        kept += part;
        continue;
      }
      if (kept.trim() !== '') yield kept.trimEnd();
      kept = '';
      // White space at the end of a line is not carried over.
      for (const piece of cutWord(part.trim(), columns)) {
        if (kept !== '') yield kept;
        kept = piece;
      }
    }
    yield kept.trimEnd();
  }
}
