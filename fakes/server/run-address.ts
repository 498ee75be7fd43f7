/** Which run a request is for. */
import { API_KEY, AUTHORIZATION, type HeaderList } from '../../src/wire/headers.ts';
import { DEFAULT_RUN } from './run-name.ts';
import { scriptName } from './script-name.ts';

const RUN = 'x-ensaio-run';
const SCENARIO = 'x-ensaio-scenario';

export interface RunAddress {
  readonly run: string;
  /** The script the run is of, where the request says so. */
  readonly of: string | undefined;
  /** The path without the prefix that names the run. */
  readonly path: string;
  /** Whether nothing but the key names the run: whoever wrote it may not know that it does. */
  readonly isByKey: boolean;
}

const PREFIX = /^\/run\/([^/]*)(?=\/|$)/;

/** A key that names a run; every other key names none. */
const KEY = /^(?:Bearer\s+)?sk-ant-test-(.+)$/i;

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The path first, then the header, the key, and the header that only names a script. */
export function runAddress(pathname: string, headers: HeaderList): RunAddress {
  const [prefix = '', segment] = PREFIX.exec(pathname) ?? [];
  // An empty header is as good as none.
  const of = headers.get(SCENARIO) || undefined;
  const named = segment === undefined ? headers.get(RUN) || undefined : decoded(segment);
  const key = headers.get(API_KEY) || headers.get(AUTHORIZATION) || '';
  const byKey = named === undefined ? KEY.exec(key)?.[1] : undefined;
  const run = named ?? byKey ?? (of === undefined ? DEFAULT_RUN : scriptName(of));
  const path = pathname.slice(prefix.length) || '/';
  return { run, of, path, isByKey: byKey !== undefined };
}
