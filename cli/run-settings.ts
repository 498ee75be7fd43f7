/** The options of `ensaio run`, from what is written on the command line to what is meant. */
import { EnsaioError } from '../src/error.ts';
import { nearest } from '../src/nearest.ts';
import { doorNames, type DoorName } from '../testing/doors/doors.ts';
import { bundledScenarios } from './package-root.ts';
import { reporterNames, type ReporterName } from './reporters/registry.ts';
import { nameFilter, tagFilter, type ScenarioFilter } from './scenario-filters.ts';

/** The options as they are written. */
export interface RunOptions {
  readonly app?: string;
  readonly door: string;
  readonly grep?: string;
  readonly tags?: string;
  readonly bail?: string | true;
  readonly concurrency: string;
  readonly timeout: string;
  readonly reporter?: string;
  readonly output?: string;
  readonly html?: string;
  readonly transcript?: true;
  readonly watch?: true;
}

export interface RunSettings {
  readonly globs: readonly string[];
  /** The module of the app; without one, the loop of the kit. */
  readonly app?: string;
  readonly doors: readonly DoorName[];
  /** What a scenario must be to be run, with the words for it. */
  readonly filters: readonly ScenarioFilter[];
  /** How many may fail before the rest is left. */
  readonly bail: number;
  /** How many run at a time. */
  readonly concurrency: number;
  /** Seconds. */
  readonly timeout: number;
  /** Whether conversations are shown of what passes, too. */
  readonly transcript: boolean;
  /** What speaks to stdout. */
  readonly reporter: ReporterName;
  /** What speaks to files, and their paths. */
  readonly outputs: readonly { readonly reporter: ReporterName; readonly path: string }[];
}

/** What a timer can hold. */
const LONGEST_TIMEOUT = 2_000_000;

function invalid(option: string, received: string, wanted: string, hint?: string): EnsaioError {
  const message = `--${option} is ${wanted}, received "${received}".`;
  return new EnsaioError('option-invalid', message, {
    ...(hint === undefined ? {} : { hint }),
    details: { option, received },
  });
}

function toCount(option: string, received: string, hint?: string): number {
  if (/^[1-9]\d{0,8}$/.test(received)) return Number(received);
  throw invalid(option, received, 'a whole number from 1', hint);
}

/** Written without a number it takes what comes next. */
function toBail(received: string | true | undefined): number {
  if (received === undefined) return Infinity;
  if (received === true) return 1;
  return toCount('bail', received, 'Without a number it stands behind the files: `… --bail`.');
}

function toSeconds(received: string): number {
  const seconds = Number(received);
  if (seconds > 0 && seconds <= LONGEST_TIMEOUT) return seconds;
  throw invalid('timeout', received, `a number of seconds up to ${LONGEST_TIMEOUT}`);
}

/** The one of `names` that was written. */
function toName<Name extends string>(
  option: string,
  received: string,
  names: readonly Name[],
): Name {
  const name = names.find((each) => each === received);
  if (name !== undefined) return name;
  const meant = nearest(received, names);
  const hint = meant === undefined ? undefined : `Did you mean "${meant}"?`;
  throw invalid(option, received, `one of ${names.join(', ')}`, hint);
}

function toDoors(received: string): readonly DoorName[] {
  const name = toName('door', received, [...doorNames, 'all'] as const);
  return name === 'all' ? doorNames : [name];
}

/**
 * Checks the options. The terminal is for people unless a reporter is named without a file of its own.
 * @throws EnsaioError `option-invalid`
 */
export function toSettings(
  globs: readonly string[],
  written: RunOptions,
  env: Readonly<Record<string, string | undefined>> = {},
): RunSettings {
  const { app, bail, concurrency, door, grep, output, reporter, tags, timeout } = written;
  const byDefault = env['GITHUB_ACTIONS'] === 'true' ? 'github' : 'pretty';
  const named = reporter === undefined ? byDefault : toName('reporter', reporter, reporterNames);
  return {
    globs: globs.length > 0 ? globs : [bundledScenarios],
    ...(app === undefined ? {} : { app }),
    doors: toDoors(door),
    filters: [
      ...(grep === undefined ? [] : [nameFilter(grep)]),
      ...(tags === undefined ? [] : [tagFilter(tags)]),
    ],
    bail: toBail(bail),
    concurrency: toCount('concurrency', concurrency),
    timeout: toSeconds(timeout),
    transcript: written.transcript === true,
    reporter: output === undefined ? named : byDefault,
    outputs: [
      ...(output === undefined ? [] : [{ reporter: named, path: output }]),
      ...(written.html === undefined ? [] : [{ reporter: 'html' as const, path: written.html }]),
    ],
  };
}
