/** What the command needs of the process around it, so that a test can stand in for it. */

export type OutputName = 'stdout' | 'stderr';

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** How many characters a line of the terminal holds. */
  readonly columns?: number;
}

/** Takes back what was asked for. */
export type Stop = () => void;

/** A run of the command in a process of its own. */
export interface ChildRun {
  /** Resolves when it is over. */
  readonly ended: Promise<void>;
  /** Ends it at once. */
  stop(): void;
}

export interface IO extends Readonly<Record<OutputName, Output>> {
  /** The folder that paths start from. */
  readonly cwd: string;
  /** Default: empty. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds on a clock that only goes forward. Default: it stands still. */
  readonly now?: () => number;
  /** Calls back once when nothing is left that could still happen. Default: never. */
  readonly whenIdle?: (callback: () => void) => Stop;
  /** Calls back after `ms`. Default: never. */
  readonly after?: (ms: number, callback: () => void) => Stop;
  /** Calls back when the process is asked to end, by Ctrl-C or by whoever started it. Default: never. */
  readonly onStop?: (callback: () => void) => Stop;
  /** Calls back for each error that nobody caught, in the asynchronous context that it comes from. Default: never. */
  readonly onStray?: (callback: (error: unknown) => void) => Stop;
  /**
   * Calls back with what anybody else writes to the output of the process, in place of writing it. Default: it is
   * written as it comes.
   */
  readonly onPrint?: (callback: (text: string, output: OutputName) => void) => Stop;
  /** Calls back when the process ends before the command is over; what it returns is still written. Default: never. */
  readonly onEarlyExit?: (callback: () => string) => Stop;
  /** Calls back for each key that is pressed, where somebody could press one. Default: never. */
  readonly onKey?: (callback: (key: string) => void) => Stop;
  /** Gets the absolute path of each file that the command reads. Default: nobody asks. */
  readonly onRead?: (file: string) => void;
  /** What `--watch` needs. Default: there is nothing to watch with. */
  readonly watching?: Watching;
}

export interface Watching {
  /**
   * Calls back with the name of an entry of `folder` when it comes, goes or is written to; `isListed` says whether the
   * list of entries may have changed. A folder that is not there never calls back.
   */
  watchFolder(folder: string, callback: (name: string, isListed: boolean) => void): Stop;
  /** Runs the command anew with these arguments and the same output; `onRead` gets each file and module it reads. */
  startRun(argv: readonly string[], onRead: (file: string) => void): ChildRun;
}
