/** The text of a file, and which line and column an offset in it is. */
import { LineCounter } from 'yaml';

/** A place in a file, with the line itself so that it can be shown without the file. */
export interface Location {
  /** The file as it is named to people. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units, as editors do. */
  readonly column: number;
  /** How many characters of the line are meant; 0 just behind its end. */
  readonly length: number;
  /** The whole line, without its end. */
  readonly lineText: string;
}

export class Source {
  readonly file: string;
  readonly text: string;
  readonly #lines = new LineCounter();

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
    this.#lines.addNewLine(0);
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
      this.#lines.addNewLine(end + 1);
    }
  }

  /** The place from `start` to `end`, cut to one line. An offset behind the last visible character moves up to it. */
  at(start: number, end: number = start + 1): Location {
    const offset = Math.max(0, Math.min(start, this.text.trimEnd().length));
    const { line, col } = this.#lines.linePos(offset);
    const lineText = this.#lineFrom(offset - col + 1);
    // An offset between CR and LF is behind the line's end.
    const column = Math.min(col, lineText.length + 1);
    const rest = lineText.slice(column - 1, column - 1 + Math.max(0, end - offset));
    return { file: this.file, line, column, length: rest.trimEnd().length, lineText };
  }

  #lineFrom(start: number): string {
    const end = this.text.indexOf('\n', start);
    return this.text.slice(start, end === -1 ? undefined : end).replace(/\r$/, '');
  }
}
