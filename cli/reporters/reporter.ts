/** What a reporter is: how a run of scenarios is told. */
import type { FinishedRun, RunReport } from '../finished-run.ts';
import type { Paint } from '../paint.ts';

/** How it is to be told. */
export interface View {
  readonly paint: Paint;
  /** Whether conversations are shown of what passed, too. */
  readonly isFull: boolean;
  /** The folder that the paths in problems start from. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Makes text of what came of scenarios; it is written for it, so a reporter needs no process around it. */
export interface Reporter {
  /** What to say of one scenario, as soon as it and all before it are over. Default: nothing. */
  readonly each?: (run: FinishedRun, view: View) => string;
  /** What to say in the end. */
  readonly end: (report: RunReport, view: View) => string;
  /** What to add to the file whose path is in the variable `env`, when that is set. Default: nothing. */
  readonly extra?: { readonly env: string; readonly text: (report: RunReport) => string };
}
