/** What a check makes of its options. */
import { randomInt } from 'node:crypto';
import { EnsaioError } from '../../src/error.ts';
import { checkOptions, type OptionCheck } from '../../src/check-options.ts';
import type { Route } from '../../src/script/script.ts';
import type { RehearsalOptions } from '../arbitraries/rehearsal.ts';
import type { AnyDoorName } from '../doors/doors.ts';
import { exceptionsOf, type Exceptions } from './exceptions.ts';
import type { CheckLoopOptions, CheckProgress, Shard } from './options.ts';

const positive: OptionCheck = [
  (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0,
  'a whole number from 1',
];
const aList: OptionCheck = [(value: unknown) => Array.isArray(value), 'a list'];
const oneOf = (...words: readonly string[]): OptionCheck => [
  (value: string) => words.includes(value),
  words.map((word) => `"${word}"`).join(' or '),
];

const isRoute = (value: unknown): value is Route => {
  const { type, match, turns } = Object(value) as Partial<Route>;
  return type === 'route' && match !== undefined && Array.isArray(turns) && turns.length > 0;
};

const CHECKS: Readonly<Record<keyof CheckLoopOptions, OptionCheck>> = {
  tools: aList,
  runs: positive,
  seed: [(value: unknown) => Number.isSafeInteger(value), 'a whole number'],
  path: [(value: unknown) => /^\d+(:\d+)*$/.test(String(value)), 'numbers with colons between'],
  size: oneOf('small', 'medium', 'large'),
  models: oneOf('streaming', 'not', 'both'),
  door: [(value: unknown) => typeof value === 'string', 'the name of a door'],
  invariants: aList,
  except: aList,
  routes: [
    (value: unknown) => Array.isArray(value) && value.every(isRoute),
    'a list of routes, each of when(match, script) with a turn',
  ],
  limit: positive,
  timeLimitMs: positive,
  concurrency: positive,
  maxShrinks: [
    (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0,
    'a whole number from 0',
  ],
  shrinkTimeMs: positive,
  shard: [
    ({ index, count }: Partial<Shard>) =>
      Number.isSafeInteger(index) && Number.isSafeInteger(count) && index! >= 1 && index! <= count!,
    'an index from 1 to count',
  ],
  regressions: [
    (value: unknown) => typeof value === 'boolean' || (typeof value === 'string' && value !== ''),
    'a folder, true or false',
  ],
  onProgress: [(value: unknown) => typeof value === 'function', 'a function'],
  maxTurns: positive,
  maxCalls: positive,
  turns: aList,
  blocks: aList,
  calls: aList,
  inputs: aList,
  faults: aList,
  conduct: aList,
  aborts: aList,
  threads: oneOf('keep', 'lose', 'refuse'),
  finalTools: [
    (value: unknown) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
    'a list of names',
  ],
};

const SIZES = {
  small: { maxTurns: 2, maxCalls: 2 },
  medium: { maxTurns: 6, maxCalls: 4 },
  large: { maxTurns: 15, maxCalls: 8 },
} as const;

export interface CheckSettings {
  readonly rehearsal: RehearsalOptions;
  readonly tools: readonly object[] | undefined;
  readonly runs: number;
  readonly seed: number;
  readonly path: string | undefined;
  readonly models: 'streaming' | 'not' | 'both';
  readonly door: AnyDoorName;
  readonly except: Exceptions;
  readonly routes: readonly Route[];
  readonly limit: number | undefined;
  readonly timeLimitMs: number;
  readonly concurrency: number;
  readonly maxShrinks: number;
  readonly shrinkTimeMs: number;
  readonly shard: Shard;
  readonly onProgress: (progress: CheckProgress) => void;
}

/** What the SDK says of a broken stream, it would say a thousand times. */
export const QUIET = { logLevel: 'off' } as const;

/** Seconds: longer than a loop that does not listen waits by itself; on a stage nobody feels it. */
const RETRY_AFTER = 2;

/** What fast-check takes for a seed. */
const SEEDS = 2 ** 31;

function seedOf({ seed, path }: CheckLoopOptions): number {
  const { ENSAIO_SEED: named = '' } = process.env;
  const given = seed ?? (named === '' ? undefined : Number(named));
  if (given !== undefined) checkOptions({ seed: given }, { seed: CHECKS.seed });
  if (path !== undefined && given === undefined) {
    throw new EnsaioError(
      'option-invalid',
      'path has no meaning without the seed it was found with.',
    );
  }
  // A new one each time finds more; what it finds is told with the seed.
  return given ?? randomInt(SEEDS);
}

const WHOLE: Shard = { index: 1, count: 1 };

/** Checks the options and fills in the defaults. @throws EnsaioError `option-invalid` */
export function toCheckSettings(options: CheckLoopOptions): CheckSettings {
  checkOptions(options, CHECKS);
  const { size = 'medium', models = 'not', tools, limit } = options;
  const { turns, blocks, calls, inputs, faults, conduct, aborts, threads, finalTools } = options;
  const { maxTurns = SIZES[size].maxTurns, maxCalls = SIZES[size].maxCalls } = options;
  const kinds = { turns, blocks, calls, inputs, faults, conduct, aborts };
  const given = { ...kinds, threads, tools, finalTools };
  const some = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    rehearsal: {
      ...Object.fromEntries(some),
      maxTurns,
      maxCalls,
      models,
      retryAfter: RETRY_AFTER,
    },
    tools,
    runs: options.runs ?? 200,
    seed: seedOf(options),
    path: options.path,
    models,
    door: options.door ?? 'client',
    except: exceptionsOf(options.invariants, options.except),
    routes: (options.routes ?? []).map((route) => ({ ...route, repeats: true })),
    limit,
    timeLimitMs: options.timeLimitMs ?? 5_000,
    concurrency: options.concurrency ?? 1,
    maxShrinks: options.maxShrinks ?? 1_000,
    shrinkTimeMs: options.shrinkTimeMs ?? 30_000,
    shard: options.shard ?? WHOLE,
    onProgress: options.onProgress ?? (() => undefined),
  };
}
