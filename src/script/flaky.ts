/** A script with failures between its turns, drawn from a seed: the same seed, the same failures. */
import { isFields } from '../check-options.ts';
import { EnsaioError } from '../error.ts';
import { digest } from '../wire/hash.ts';
import { respond } from './builders.ts';
import { internalError, overloaded, rateLimited } from './status-errors.ts';
import { toScript, type Script, type ScriptInput } from './script.ts';
import { show } from '../show.ts';
import type { StreamShape } from './stream-shape.ts';
import { connectionReset, hang, streamed } from './transport.ts';
import { gatewayPage } from './raw-answer.ts';
import type { Turn } from './turn.ts';

/** The name of a kind of failure. */
export type FlakyKind =
  | 'overloaded'
  | 'rate-limited'
  | 'internal-error'
  | 'connection-reset'
  | 'gateway-page'
  | 'hang'
  | 'stream-cut'
  | 'stream-reset'
  | 'stream-error';

/** Where there is no stream to break, the connection breaks: the turn itself comes when it is asked for again. */
const broken =
  (shape: (fraction: number) => StreamShape) =>
  (turn: Turn, fraction: number): Turn => {
    if (turn.type !== 'message') return connectionReset();
    const cut = streamed(turn, shape(fraction));
    return respond(({ stream }) => (stream === true ? cut : connectionReset()));
  };

/** The kinds of failure. After each of them the turn itself is still there for the next request. */
const KINDS: Readonly<Record<FlakyKind, (turn: Turn, fraction: number) => Turn>> = {
  overloaded: () => overloaded(),
  'rate-limited': () => rateLimited(),
  'internal-error': () => internalError(),
  'connection-reset': () => connectionReset(),
  'gateway-page': () => gatewayPage(),
  hang: () => hang(),
  'stream-cut': broken((fraction) => ({ cutAfter: { fraction } })),
  'stream-reset': broken((fraction) => ({ resetAfter: { fraction } })),
  'stream-error': broken((fraction) => ({ errorAfter: { fraction, error: overloaded() } })),
};

/** What clients are expected to try again by themselves. */
const RETRIED: readonly FlakyKind[] = [
  'overloaded',
  'rate-limited',
  'internal-error',
  'connection-reset',
];

export interface FlakyOptions {
  /** Default 0. */
  readonly seed?: number;
  /** How likely a failure is before each turn, from 0 to 1; another one may follow it as likely. Default 0.3. */
  readonly rate?: number;
  /** Default: `overloaded`, `rate-limited`, `internal-error` and `connection-reset`, which the SDK tries again by itself. */
  readonly kinds?: readonly FlakyKind[];
  /** The most failures in front of one turn. Default 2, the retries of the SDK. */
  readonly most?: number;
}

/** A number from 0 to 1 that belongs to a place. */
function draw(...place: readonly (string | number)[]): number {
  return Number.parseInt(digest(place.join(':'), 8, '0123456789abcdef'), 16) / 2 ** 32;
}

const isKinds = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((kind) => Object.hasOwn(KINDS, kind));

/** What each option takes, and how that is said. */
const OPTIONS: Readonly<
  Record<keyof FlakyOptions, readonly [isRight: (value: unknown) => boolean, what: string]>
> = {
  seed: [(value) => Number.isSafeInteger(value), 'a whole number'],
  rate: [(value) => typeof value === 'number' && value >= 0 && value <= 1, 'a number from 0 to 1'],
  kinds: [isKinds, `a list of some of ${Object.keys(KINDS).join(', ')}`],
  most: [
    (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 100,
    'a whole number from 0 to 100',
  ],
};

function checkOptions(options: FlakyOptions): void {
  if (!isFields(options)) {
    const reason = `flaky: options are an object, received ${show(options)}.`;
    throw new EnsaioError('script-invalid', reason);
  }
  for (const [option, value] of Object.entries(options) as [keyof FlakyOptions, unknown][]) {
    const [isRight, what] = OPTIONS[option] ?? [];
    if (!isRight) {
      throw new EnsaioError('script-invalid', `flaky: there is no option "${option}".`, {
        hint: `The options are ${Object.keys(OPTIONS).join(', ')}.`,
      });
    }
    if (value !== undefined && !isRight(value)) {
      throw new EnsaioError(
        'script-invalid',
        `flaky: ${option} is ${what}, received ${show(value)}.`,
      );
    }
  }
}

/**
 * The same script with failures in front of its turns. A client that tries again gets every turn in the end, each once;
 * the failures are turns of the script like any other, so that `assertDone` counts them. Where a stream is to break and
 * there is none (the request does not stream, the turn is no plain message), the connection is reset instead.
 * @example simulate(flaky(['Hello.'], { seed: 7, rate: 0.5 }))
 * @throws EnsaioError `script-invalid`
 */
export function flaky(input: ScriptInput, options: FlakyOptions = {}): Script {
  checkOptions(options);
  const { seed = 0, rate = 0.3, kinds = RETRIED, most = 2 } = options;
  const failuresBefore = (turn: Turn, queue: number, index: number): Turn[] => {
    const place = [seed, queue, index];
    const drawn = Array.from({ length: most }, (_, nth) => draw('fails', ...place, nth) < rate);
    const last = drawn.indexOf(false);
    return drawn.slice(0, last === -1 ? most : last).map((_, nth) => {
      const kind = kinds[Math.floor(draw('kind', ...place, nth) * kinds.length)]!;
      return KINDS[kind](turn, draw('at', ...place, nth));
    });
  };
  const withFailures = (turns: readonly Turn[], queue: number): Turn[] =>
    turns.flatMap((turn, index) => [...failuresBefore(turn, queue, index), turn]);
  const { turns, routes, ...script } = toScript(input);
  return {
    ...script,
    turns: withFailures(turns, 0),
    routes: routes.map((route, index) => ({
      ...route,
      turns: withFailures(route.turns, index + 1),
    })),
  };
}
