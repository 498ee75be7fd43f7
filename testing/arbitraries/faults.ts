/** What can go wrong between the model and the app, as the scenario language writes it. */
import * as fc from 'fast-check';
import { checkSomeKinds } from './check-kinds.ts';
import { chunking } from './chunking.ts';
import type { Fields } from './schema/node.ts';

/** Where a fault belongs: in front of a turn that comes all the same, into its stream, or in the place of the end. */
type Role = 'before' | 'within' | 'end';

export type FaultKind =
  | 'retried-error'
  | 'connection-error'
  | 'chunks'
  | 'pings'
  | 'framing'
  | 'odd-events'
  | 'final-error'
  | 'cut'
  | 'reset'
  | 'error-event'
  | 'broken-events'
  | 'stall'
  | 'hang'
  | 'retry-forbidden';

/** A turn that is a fault, or how the stream of a turn is shaped. */
export interface WrittenFault {
  readonly error?: string | Fields;
  readonly fault?: string | Fields;
}

interface Kind {
  readonly role: Role;
  readonly summary: string;
  /** Whether it comes only when it is asked for: it takes real time, an app that is told to stop, or is not documented. */
  readonly onRequest?: true;
  readonly make: (wait: Wait) => fc.Arbitrary<WrittenFault>;
}

/** How long errors that are tried again ask to be left alone. */
export type Wait =
  /** All of them, by `retry-after-ms`: where time may be real. */
  | { readonly ms: number }
  /** As the API does: a 429 by `retry-after`, in whole seconds, and no other error (fact 1.9). */
  | { readonly seconds: number };

/** Where time may be real. */
export const SHORTEST_WAIT: Wait = { ms: 1 };

function retried(name: string, wait: Wait): WrittenFault {
  if ('ms' in wait) return { error: { name, retry_after_ms: wait.ms } };
  return { error: name === 'rate_limited' ? { name, retry_after: wait.seconds } : name };
}

/** Errors that the SDK tries again. */
const RETRIED = ['overloaded', 'rate_limited', 'internal_error', 'service_unavailable', 'conflict'];
const FINAL = ['bad_request', 'authentication_error', 'permission_denied', 'content_too_large'];

const named = (names: readonly string[]): fc.Arbitrary<WrittenFault> =>
  fc.constantFrom(...names).map((fault) => ({ fault }));

const shaped = (shapes: fc.Arbitrary<Fields>): fc.Arbitrary<WrittenFault> =>
  shapes.map((fault) => ({ fault }));

/**
 * Somewhere before the end. Shrinks to where the last block of a short reply is over and its stop reason is not known
 * yet: what else is in the reply can go then.
 */
const place = (): fc.Arbitrary<Fields> =>
  fc.constantFrom(0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0, 0.9).map((fraction) => ({ fraction }));

export const FAULT_KINDS: Readonly<Record<FaultKind, Kind>> = {
  'retried-error': {
    role: 'before',
    summary: 'an error of the API that a client tries again, such as `overloaded`',
    make: (wait) => fc.constantFrom(...RETRIED).map((name) => retried(name, wait)),
  },
  'connection-error': {
    role: 'before',
    summary: 'no answer, or that of a gateway; a client waits half a second and tries again',
    onRequest: true,
    make: () => named(['connection_reset', 'connection_refused', 'gateway_page']),
  },
  chunks: {
    role: 'within',
    summary: 'the stream comes in other pieces: characters of a delta, bytes of a chunk',
    make: () => chunking().map((fault) => ({ fault })),
  },
  pings: {
    role: 'within',
    summary: 'pings and comments between the events',
    make: () =>
      shaped(fc.constantFrom({ pings: [1] }, { pings: [1, 1, 3] }, { comment: 'kept alive' })),
  },
  framing: {
    role: 'within',
    summary: 'other line ends, spaces and forms that the standard of event streams allows',
    make: () =>
      shaped(
        fc.constantFrom({ line_end: 'crlf' }, { line_end: 'cr' }, { loose: true }, { pad: 3 }),
      ),
  },
  'odd-events': {
    role: 'within',
    summary: 'events that a reader does not need: unknown ones, `[DONE]`, blocks that interleave',
    make: () => named(['unknown-event', 'done-marker', 'interleaved-blocks']),
  },
  'final-error': {
    role: 'end',
    summary: 'an error of the API that no retry mends, such as `permission_denied`',
    make: () => fc.constantFrom(...FINAL).map((error) => ({ error })),
  },
  cut: {
    role: 'end',
    summary: 'the stream closes before its end, as if all were said',
    make: () => shaped(place().map((cut_after) => ({ cut_after }))),
  },
  reset: {
    role: 'end',
    summary: 'the connection is reset in the middle of the stream',
    make: () => shaped(place().map((reset_after) => ({ reset_after }))),
  },
  'error-event': {
    role: 'end',
    summary: 'the stream ends in an `error` event',
    make: () => shaped(place().map((at) => ({ error_after: { ...at, error: 'overloaded' } }))),
  },
  'broken-events': {
    role: 'end',
    summary: 'an event without data, with half of its JSON, or a second `message_start`',
    make: () => named(['broken-json', 'empty-data', 'second-message-start', 'no-message-stop']),
  },
  stall: {
    role: 'end',
    summary: 'the stream falls silent and stays open',
    onRequest: true,
    make: () => shaped(fc.nat({ max: 3 }).map((events) => ({ stall_after: { events } }))),
  },
  hang: {
    role: 'end',
    summary: 'no answer at all, for ever',
    onRequest: true,
    make: () => named(['hang']),
  },
  'retry-forbidden': {
    role: 'end',
    summary: 'an error that a client tries again, with the header `x-should-retry: false`',
    onRequest: true,
    make: () =>
      fc.constantFrom(...RETRIED).map((name) => ({ error: { name, should_retry: false } })),
  },
};

export const faultKinds: readonly FaultKind[] = Object.keys(FAULT_KINDS) as FaultKind[];

/** Those that need not be asked for. */
export const quickFaults: readonly FaultKind[] = faultKinds.filter(
  (kind) => !FAULT_KINDS[kind].onRequest,
);

export const roleOf = (kind: FaultKind): Role => FAULT_KINDS[kind].role;

export interface PlannedFault extends WrittenFault {
  readonly kind: FaultKind;
}

function ofKinds(kinds: readonly FaultKind[], wait: Wait): fc.Arbitrary<PlannedFault> {
  return fc.oneof(
    { withCrossShrink: true },
    ...kinds.map((kind) =>
      FAULT_KINDS[kind].make(wait).map((fault): PlannedFault => ({ kind, ...fault })),
    ),
  );
}

/** The faults of a role, each with its kind; undefined when none is wanted. */
export function faultsOf(
  role: Role,
  wanted: readonly FaultKind[],
  wait: Wait = SHORTEST_WAIT,
): fc.Arbitrary<PlannedFault> | undefined {
  const kinds = faultKinds.filter(
    (kind) => FAULT_KINDS[kind].role === role && wanted.includes(kind),
  );
  return kinds.length === 0 ? undefined : ofKinds(kinds, wait);
}

export interface FaultsOptions {
  /** Default: all but `connection-error`, `stall` and `hang`, which take time, and `retry-forbidden`. */
  readonly kinds?: readonly FaultKind[];
}

/**
 * What can go wrong between the model and the app, each with its kind, as keys of a turn of a scenario: an `error`, or a
 * `fault` that stands beside the `reply` whose stream it shapes. Never a fault that depends on what the reply holds,
 * but for `interleaved-blocks`, which needs a reply that is not empty. Shrinks to errors that are tried again, and to
 * places near the end.
 * @throws EnsaioError `option-invalid` for a kind that there is not, or for none
 */
export function faults(options: FaultsOptions = {}): fc.Arbitrary<PlannedFault> {
  const { kinds = quickFaults } = options;
  checkSomeKinds('kinds', kinds, faultKinds);
  return ofKinds(kinds, SHORTEST_WAIT);
}
