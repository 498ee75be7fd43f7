/** What runs are called: by their script, and behind a mark whatever tells them apart. */

/** The run of a request that names none. */
export const DEFAULT_RUN = 'default';

/** Stands between the name of a script and what tells its runs apart. */
export const MARK = '~';

/** Of the name of a run. */
export const MOST_CHARACTERS = 200;

/** The script that the name of a run has in it. */
export function ownScript(run: string): string {
  return run.split(MARK)[0]!;
}
