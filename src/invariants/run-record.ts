/** What an app did besides what it sent: the evidence that no transcript holds. */

/** One run of a tool. */
export interface ToolRun {
  /** The id of the call that it answers; absent when the app did not say. */
  readonly callId?: string;
  /** The name of the tool. */
  readonly name: string;
  /** What the tool was given. */
  readonly input: unknown;
  /** When it began. Any number that grows with time will do: only the order is looked at. */
  readonly startedAt: number;
  /** When it ended, on the same scale; absent while it runs. */
  readonly endedAt?: number;
  /** How many requests the journal held when it ended. Default: not known. */
  readonly requests?: number;
  readonly outcome: 'open' | 'returned' | 'threw';
  /** What it returned; absent when that is not known. */
  readonly output?: unknown;
  /** What it threw. */
  readonly error?: unknown;
  /** The signal that the tool was given, if any. */
  readonly signal?: AbortSignal;
}

/** A tool that the app had. */
export interface KnownTool {
  readonly name: string;
  /** Whether it only looks or changes something. Default: not known, and then its order is not judged. */
  readonly effect?: 'read' | 'write';
  /** Whether its schema takes an input. Default: it takes any. */
  readonly accepts?: (input: unknown) => boolean;
}

/** How a run of an app ended. */
export type Ending =
  | { readonly type: 'answered'; readonly answer: unknown }
  | { readonly type: 'failed'; readonly error: unknown }
  | { readonly type: 'aborted'; readonly error: unknown };

/** A moment of a run. */
export interface Moment {
  /** On the scale of the tool runs. */
  readonly at: number;
  /** How many requests the journal held by then. Default: not known. */
  readonly requests?: number;
}

/** When the app was told to stop. */
export interface Abort extends Moment {
  /** When it was told to go on all the same, as a chat that was interrupted is. Default: never. */
  readonly until?: Moment;
}

/** What is known of a run; an invariant that needs what is absent is not judged. `spyTools` fills it in. */
export interface RunRecord {
  /** Every run of a tool, in the order in which they began. */
  readonly toolRuns?: readonly ToolRun[];
  /** The tools the app had. */
  readonly tools?: readonly KnownTool[];
  readonly ending?: Ending;
  /** Absent also when the app was not told to stop; a list for one that was told several times. */
  readonly abort?: Abort | readonly Abort[];
  /** How many requests the journal held each time the app made its history anew, as a summary of it does. */
  readonly rewritten?: readonly number[];
  /** The most replies that one conversation of the app may ask for. */
  readonly limit?: number;
  /** The names of the tools that end the loop: after a call of one, which did not fail, the app may leave it unanswered. */
  readonly finalTools?: readonly string[];
  /** The errors of promises that nobody waited for. */
  readonly unhandled?: readonly unknown[];
  /** Texts that must not reach the model in the answer to a failed call. Default: the forms of well-known keys. */
  readonly secrets?: readonly string[];
}

/** Whether a tool is known to look only. */
export function isRead({ tools = [] }: RunRecord, tool: string): boolean {
  return tools.find(({ name }) => name === tool)?.effect === 'read';
}
