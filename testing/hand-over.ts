/** The tools in an app's hands: of one that never takes them nobody knows what it runs in their place. */
import type { RunRecord } from '../src/invariants/run-record.ts';
import type { AppContext } from './app.ts';
import type { SpiedTools } from './spy-tools.ts';

export interface HandedOver {
  readonly context: AppContext;
  /** What is known of the tools by now: their runs only if the app took them. */
  known(): RunRecord;
}

/** Gives an app the tools, and notes whether it takes them. */
export function handOver(
  context: Omit<AppContext, 'tools'>,
  { tools, run }: Pick<SpiedTools<AppContext['tools']>, 'tools' | 'run'>,
): HandedOver {
  let isTaken = false;
  return {
    context: {
      ...context,
      get tools() {
        isTaken = true;
        return tools;
      },
    },
    known: () => {
      const { toolRuns: _, ...others } = run;
      return isTaken ? run : others;
    },
  };
}
