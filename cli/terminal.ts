/** Writes to the outputs of the process, and keeps one line of progress at the end of a terminal. */
import type { IO, OutputName, Stop } from './io.ts';

/** How long a run may take before it says how far it has got. */
const PATIENCE_MS = 1000;

const ERASE_LINE = '\r\u001B[K';
const USUAL_COLUMNS = 80;

export class Terminal {
  readonly #io: IO;
  #forget: Stop | undefined;
  /** The line of progress; nothing as long as nobody has waited for long. */
  #line = '';
  #isLong = false;
  #isShown = false;

  constructor(io: IO) {
    this.#io = io;
  }

  /** Writes a text. The line of progress makes room for it. */
  write(text: string, output: OutputName = 'stdout'): void {
    if (text === '') return;
    this.#hide();
    this.#io[output].write(text);
    // A line that is not over would be broken by it.
    if (text.endsWith('\n')) this.#show();
  }

  /** Begins to show progress on a run that takes longer than a second, if stderr is a terminal. */
  startProgress(): void {
    if (this.#io.stderr.isTTY !== true) return;
    this.#forget = this.#io.after?.(PATIENCE_MS, () => {
      this.#isLong = true;
      this.#show();
    });
  }

  /** Says how far it has got. */
  progress(line: string): void {
    this.#line = line;
    this.#show();
  }

  endProgress(): void {
    this.#forget?.();
    this.#isLong = false;
    this.#hide();
  }

  #show(): void {
    if (!this.#isLong || this.#line === '') return;
    // A terminal that does not know how wide it is says 0.
    const columns = this.#io.stderr.columns || USUAL_COLUMNS;
    this.#io.stderr.write(`${ERASE_LINE}${this.#line.slice(0, columns - 1)}`);
    this.#isShown = true;
  }

  #hide(): void {
    if (this.#isShown) this.#io.stderr.write(ERASE_LINE);
    this.#isShown = false;
  }
}
