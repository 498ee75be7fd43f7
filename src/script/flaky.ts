/** A script with failures between its turns, drawn from a seed: the same seed, the same failures. */
import { EnsaioError } from '../error.ts';
import { digest } from '../wire/hash.ts';
import { internalError, overloaded, rateLimited } from './status-errors.ts';
import { toScript, type Script, type ScriptInput } from './script.ts';
import { show } from './show.ts';
import type { StreamShape } from './stream-shape.ts';
import { connectionReset, gatewayPage, hang, streamed } from './transport.ts';
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

/** A stream can only be broken where there is one. */
const broken =
  (shape: (events: number) => StreamShape) =>
  (turn: Turn, events: number): Turn | undefined =>
    turn.type === 'message' ? streamed(turn, shape(events)) : undefined;

/** The kinds of failure. After each of them the turn itself is still there for the next request. */
const KINDS: Readonly<Record<FlakyKind, (turn: Turn, events: number) => Turn | undefined>> = {
  overloaded: () => overloaded(),
  'rate-limited': () => rateLimited(),
  'internal-error': () => internalError(),
  'connection-reset': () => connectionReset(),
  'gateway-page': () => gatewayPage(),
  hang: () => hang(),
  'stream-cut': broken((events) => ({ cutAfter: { events } })),
  'stream-reset': broken((events) => ({ resetAfter: { events } })),
  'stream-error': broken((events) => ({ errorAfter: { events, error: overloaded() } })),
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

/** The places at which a stream may break: behind the opening, behind the first block's start, in its deltas. */
const PLACES = 6;

/** A number from 0 to 1 that belongs to a place. */
function draw(...place: readonly (string | number)[]): number {
  return Number.parseInt(digest(place.join(':'), 8, '0123456789abcdef'), 16) / 2 ** 32;
}

function checkOptions({ rate, kinds, most }: Required<FlakyOptions>): void {
  const wrong = (reason: string): EnsaioError =>
    new EnsaioError('script-invalid', `flaky: ${reason}.`);
  if (!(rate >= 0 && rate <= 1))
    throw wrong(`rate is a number from 0 to 1, received ${show(rate)}`);
  if (!Number.isInteger(most) || most < 0) {
    throw wrong(`most is a whole number from 0, received ${show(most)}`);
  }
  const unknown = kinds.find((kind) => !Object.hasOwn(KINDS, kind));
  if (unknown !== undefined || kinds.length === 0) {
    throw wrong(`kinds are some of ${Object.keys(KINDS).join(', ')}, received ${show(kinds)}`);
  }
}

/**
 * The same script with failures in front of its turns. A client that tries again gets every turn in the end; the
 * failures are turns of the script like any other, so that `assertDone` counts them.
 * @example simulate(flaky(['Hello.'], { seed: 7, rate: 0.5 }))
 * @throws EnsaioError `script-invalid`
 */
export function flaky(input: ScriptInput, options: FlakyOptions = {}): Script {
  const { seed = 0, rate = 0.3, kinds = RETRIED, most = 2 } = options;
  checkOptions({ seed, rate, kinds, most });
  const failuresBefore = (turn: Turn, queue: number, index: number): Turn[] => {
    const place = [seed, queue, index];
    const drawn = Array.from({ length: most }, (_, nth) => draw('fails', ...place, nth) < rate);
    const last = drawn.indexOf(false);
    return drawn.slice(0, last === -1 ? most : last).flatMap((_, nth) => {
      const kind = kinds[Math.floor(draw('kind', ...place, nth) * kinds.length)]!;
      const at = 1 + Math.floor(draw('at', ...place, nth) * PLACES);
      return KINDS[kind](turn, at) ?? [];
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
