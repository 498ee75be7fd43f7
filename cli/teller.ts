/** Tells a run through its reporters: one speaks to the terminal, others may write files. */
import { writeText } from '../testing/write-text.ts';
import type { FinishedRun, RunReport } from './finished-run.ts';
import type { IO } from './io.ts';
import { paintFor, plain } from './paint.ts';
import { reporters } from './reporters/registry.ts';
import type { Reporter, View } from './reporters/reporter.ts';
import type { RunSettings } from './run-settings.ts';

/** A reporter, and where what it says goes. */
interface Voice {
  readonly reporter: Reporter;
  readonly view: View;
  say(text: string): void;
  /** Called when all is said. */
  end?(): void;
}

export class Teller {
  readonly #io: IO;
  readonly #voices: readonly Voice[];

  /** `say` writes to stdout; `isFull` says whether conversations are shown of what passed, too. */
  constructor(
    settings: RunSettings,
    { say, isFull, io }: { say: (text: string) => void; isFull: boolean; io: IO },
  ) {
    this.#io = io;
    const { reporter, outputs } = settings;
    const view = { isFull, cwd: io.cwd, env: io.env ?? {} };
    const spoken: Voice = {
      reporter: reporters[reporter],
      view: { ...view, paint: paintFor(io.stdout, io) },
      say,
    };
    const written = outputs.map(({ reporter: name, path }): Voice => {
      let all = '';
      return {
        reporter: reporters[name],
        view: { ...view, paint: plain },
        say: (text) => void (all += text),
        end: () => writeText(path, all, io),
      };
    });
    this.#voices = [spoken, ...written];
  }

  /** Tells of one scenario. */
  each(run: FinishedRun): void {
    for (const { reporter, view, say } of this.#voices) say(reporter.each?.(run, view) ?? '');
  }

  /**
   * Tells what came of all.
   * @throws EnsaioError `write-failed`
   */
  end(report: RunReport): void {
    const { cwd, env = {} } = this.#io;
    for (const { reporter, view, say } of this.#voices) say(reporter.end(report, view));
    for (const { end } of this.#voices) end?.();
    for (const {
      reporter: { extra },
    } of this.#voices) {
      const path = extra && env[extra.env];
      if (path) writeText(path, extra.text(report), { cwd, flag: 'a' });
    }
  }
}
