/** Tells a run through its reporters: one speaks to the terminal, another one may write a file. */
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { EnsaioError } from '../src/error.ts';
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
}

function unwritable(path: string, cause: unknown): EnsaioError {
  const { code = String(cause) } = cause as NodeJS.ErrnoException;
  return new EnsaioError('option-invalid', `The file "${path}" cannot be written (${code}).`, {
    cause,
  });
}

/** @throws EnsaioError `option-invalid` when the file cannot be written */
async function write(
  path: string,
  text: string,
  cwd: string,
  how: (file: string, text: string) => Promise<void>,
): Promise<void> {
  const file = resolve(cwd, path);
  try {
    await mkdir(dirname(file), { recursive: true });
    await how(file, text);
  } catch (error) {
    throw unwritable(path, error);
  }
}

export class Teller {
  readonly #io: IO;
  readonly #settings: RunSettings;
  readonly #voices: readonly Voice[];
  #forFile = '';

  /** `say` writes to stdout; `isFull` says whether conversations are shown of what passed, too. */
  constructor(
    settings: RunSettings,
    { say, isFull, io }: { say: (text: string) => void; isFull: boolean; io: IO },
  ) {
    this.#io = io;
    this.#settings = settings;
    const { reporter, output } = settings;
    const view = { isFull, cwd: io.cwd, env: io.env ?? {} };
    const spoken = {
      reporter: reporters[reporter],
      view: { ...view, paint: paintFor(io.stdout, io) },
      say,
    };
    const written = output && {
      reporter: reporters[output.reporter],
      view: { ...view, paint: plain },
      say: (text: string): void => void (this.#forFile += text),
    };
    this.#voices = written ? [spoken, written] : [spoken];
  }

  /** Tells of one scenario. */
  each(run: FinishedRun): void {
    for (const { reporter, view, say } of this.#voices) say(reporter.each?.(run, view) ?? '');
  }

  /**
   * Tells what came of all.
   * @throws EnsaioError `option-invalid` when a file cannot be written
   */
  async end(report: RunReport): Promise<void> {
    const { cwd, env = {} } = this.#io;
    const { output } = this.#settings;
    for (const { reporter, view, say } of this.#voices) say(reporter.end(report, view));
    if (output) await write(output.path, this.#forFile, cwd, writeFile);
    for (const {
      reporter: { extra },
    } of this.#voices) {
      const path = extra && env[extra.env];
      if (path) await write(path, extra.text(report), cwd, appendFile);
    }
  }
}
