/** What the command says to whoever started it. */

export const EXIT = {
  /** All scenarios passed, nothing was found. */
  passed: 0,
  /** A scenario failed, something was found. */
  failed: 1,
  /** The command or a file is wrong. */
  wrong: 2,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
