/** How a command comes to be one of `ensaio`. */
import type { Command } from 'commander';
import type { ExitCode } from '../exit-code.ts';
import type { IO } from '../io.ts';

/** One call of `ensaio`. */
export interface Call {
  /** All that stands after its name. */
  readonly argv: readonly string[];
  readonly io: IO;
  /** Takes what a command comes to. */
  done(code: ExitCode): void;
}

/** Tells of a command. What it does is imported when it is called: one that serves does without the SDK, and starts the sooner. */
export type AddCommand = (program: Command, call: Call) => void;
