/** How a turn is streamed when a test wants to place its pieces, its bytes or its end by hand. */
import { EnsaioError } from '../error.ts';
import { show } from './show.ts';
import type { ErrorTurn } from './turn.ts';

/** Where a stream ends early. Counted from the first event or byte of the answer. */
export type CutAfter = { readonly events: number } | { readonly bytes: number };

export interface StreamShape {
  /** How many characters a delta carries, or the pieces themselves; together they must make up the turn's payload. Default 16. */
  readonly pieces?: number | readonly string[];
  /** How many bytes a chunk carries, or a list of sizes whose last one repeats. Default: one event a chunk. */
  readonly bytes?: number | readonly number[];
  /** Close the connection after so many events or bytes. Default: never. */
  readonly cutAfter?: CutAfter;
  /** Send an `error` event after so many events and end there. Default: never. */
  readonly errorAfter?: { readonly events: number; readonly error: ErrorTurn };
  /** Wait on the simulation's clock before the first event, and for each token. Default: no waiting. */
  readonly pace?: { readonly ttftMs?: number; readonly tokensPerSecond?: number };
}

/** A misspelt key would shape nothing and let a test pass for nothing. */
function checkKeys(name: string, value: unknown, keys: readonly string[], least = 0): void {
  const given = typeof value === 'object' && value !== null ? Object.keys(value) : undefined;
  const unknown = given?.find((key) => !keys.includes(key));
  if (given && unknown === undefined && given.length >= least) return;
  const received = unknown ?? show(value);
  throw new EnsaioError('turn-invalid', `${name} takes ${keys.join(', ')}, received ${received}.`);
}

type Check = readonly [name: string, values: readonly unknown[], least: number, isWhole: boolean];

/** Throws `EnsaioError` (`turn-invalid`) for a number that no stream can be shaped by. */
export function checkShape(shape: StreamShape): void {
  checkKeys('streamed', shape, ['pieces', 'bytes', 'cutAfter', 'errorAfter', 'pace']);
  const { pieces, bytes, cutAfter, errorAfter, pace = {} } = shape;
  if (cutAfter) checkKeys('streamed: cutAfter', cutAfter, ['events', 'bytes'], 1);
  if (errorAfter) checkKeys('streamed: errorAfter', errorAfter, ['events', 'error'], 2);
  checkKeys('streamed: pace', pace, ['ttftMs', 'tokensPerSecond']);
  if (errorAfter && errorAfter.error?.type !== 'error') {
    throw new EnsaioError(
      'turn-invalid',
      'streamed: errorAfter.error is an error such as overloaded().',
    );
  }
  const given = (value: unknown): unknown[] => (value === undefined ? [] : [value]);
  const checks: Check[] = [
    ['pieces', typeof pieces === 'object' ? [] : given(pieces), 1, true],
    ['bytes', given(bytes).flat(), 1, true],
    ['cutAfter', given(cutAfter && Object.values(cutAfter)).flat(), 0, true],
    ['errorAfter.events', given(errorAfter?.events), 0, true],
    ['pace.ttftMs', given(pace.ttftMs), 0, false],
    ['pace.tokensPerSecond', given(pace.tokensPerSecond), Number.MIN_VALUE, false],
  ];
  for (const [name, values, least, isWhole] of checks) {
    const wrong = values.find(
      (value) =>
        typeof value !== 'number' || !(value >= least) || (isWhole && !Number.isInteger(value)),
    );
    if (wrong !== undefined) {
      const kind = isWhole ? `a whole number from ${least}` : 'a positive number';
      throw new EnsaioError(
        'turn-invalid',
        `streamed: ${name} is ${kind}, received ${show(wrong)}.`,
      );
    }
  }
}
