/** The words for streams and connections that a test shapes or breaks. */
import { EnsaioError } from '../error.ts';
import { show } from '../show.ts';
import { builderOptions } from './builder-options.ts';
import type { StreamShape } from './stream-shape.ts';
import { toShape } from './to-shape.ts';
import { toTurn } from './to-turn.ts';
import type {
  ConnectionErrorTurn,
  DelayedTurn,
  HangTurn,
  StreamedTurn,
  TurnInput,
} from './turn.ts';

/**
 * A message turn whose stream is shaped by hand. A request that does not stream gets the plain message, with the shape's
 * headers and encoding and nothing else of it: no end, no fault, no other input.
 * @throws EnsaioError `turn-invalid` for a key or a value that shapes nothing
 */
export function streamed(turn: TurnInput, shape: StreamShape): StreamedTurn {
  const inner = toTurn(turn, 'streamed');
  if (inner.type !== 'message') {
    throw new EnsaioError(
      'turn-invalid',
      `streamed: only a message can be shaped, received a turn of type "${inner.type}".`,
    );
  }
  return { type: 'streamed', turn: inner, shape: toShape(shape) };
}

/** What the system says with a code. */
const CAUSES: Readonly<Record<string, string>> = {
  ECONNRESET: 'read ECONNRESET',
  ECONNREFUSED: 'connect ECONNREFUSED',
  ENOTFOUND: 'getaddrinfo ENOTFOUND api.anthropic.com',
  ETIMEDOUT: 'connect ETIMEDOUT',
  EPIPE: 'write EPIPE',
};

/** The text that goes with a system's code. */
export function causeOf(code: string): string {
  return CAUSES[code] ?? code;
}

/** No answer: `fetch` rejects, and the cause of its error has the code. Default code `ECONNRESET`. */
export function connectionError(
  message = 'fetch failed',
  options: { readonly code?: string } = {},
): ConnectionErrorTurn {
  const { code = 'ECONNRESET' } = builderOptions('connectionError', options, ['code']);
  return { type: 'connection_error', message, code };
}

/** Nobody listens: `fetch` rejects with `ECONNREFUSED`. */
export function connectionRefused(): ConnectionErrorTurn {
  return connectionError('fetch failed', { code: 'ECONNREFUSED' });
}

/** The connection is reset before the headers: `fetch` rejects with `ECONNRESET`. */
export function connectionReset(): ConnectionErrorTurn {
  return connectionError('fetch failed', { code: 'ECONNRESET' });
}

/** The request is taken and never answered: it waits until its caller gives up. */
export function hang(): HangTurn {
  return { type: 'hang' };
}

/**
 * The same turn, its headers so many milliseconds later on the simulation's clock.
 * @throws EnsaioError `turn-invalid`
 */
export function delayed(turn: TurnInput, ms: number): DelayedTurn {
  if (typeof ms !== 'number' || !(ms >= 0 && ms < Number.POSITIVE_INFINITY)) {
    throw new EnsaioError(
      'turn-invalid',
      `delayed: ms is a number of milliseconds from 0, received ${show(ms)}.`,
    );
  }
  return { type: 'delayed', turn: toTurn(turn, 'delayed'), ms };
}
