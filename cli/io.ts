/** What the command needs of the process around it, so that a test can stand in for it. */

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

export interface IO {
  readonly stdout: Output;
  readonly stderr: Output;
  /** The folder that paths start from. */
  readonly cwd: string;
  /** Default: empty. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * Calls back once when nothing is left that could still happen, and returns a function that takes it back. Default:
   * never calls.
   */
  readonly whenIdle?: (callback: () => void) => () => void;
  /** Calls back after `ms`, and returns a function that takes it back. Default: never calls. */
  readonly after?: (ms: number, callback: () => void) => () => void;
  /**
   * Calls back when the process is asked to end, by Ctrl-C or by whoever started it, and returns a function that takes
   * it back. Default: never calls.
   */
  readonly onStop?: (callback: () => void) => () => void;
  /**
   * Calls back for each error that nobody caught, and returns a function that takes it back. Default: never calls.
   */
  readonly onStray?: (callback: (error: unknown) => void) => () => void;
}
