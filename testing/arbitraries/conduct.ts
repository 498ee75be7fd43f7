/** What the tools do when they are called, apart from answering. */
import * as fc from 'fast-check';
import { HOSTILE_TEXTS } from './schema/texts.ts';

/** What a tool does at one call, where it does not answer at once what it always answers. */
export type Conduct = {
  /** How many steps it takes: of calls that overlap, the one with fewer ends first. Default 0: it ends at once. */
  readonly delay?: number;
} & (
  | { readonly result: unknown }
  /** A mistake that the model is told of: `ToolError`. */
  | { readonly error: string }
  /** A bug: any other error, of whose message the model is told nothing. */
  | { readonly throws: string }
  /** It never ends by itself. */
  | { readonly hangs: true }
);

export type ConductKind = 'result' | 'error' | 'throws' | 'delay' | 'hangs';

/** One of which no even number of UTF-16 units is a text. */
const LONG = `a${'🔥'.repeat(600)}`;

const RESULTS = ['', 'all is well', 0, false, null, [], { found: ['a', 'é'] }, ...HOSTILE_TEXTS];
const ERRORS = ['It is stuck.', ''];
const BUGS = ['It broke.', 'connect ECONNREFUSED postgres://app:hunter2@db.test/orders'];

/** As many as there may be calls in a large turn: so they may end in any order. */
const steps = (): fc.Arbitrary<number> => fc.integer({ min: 1, max: 8 });

type Failure = 'error' | 'throws';

const FAILURES: Readonly<Record<Failure, fc.Arbitrary<string>>> = {
  error: fc.constantFrom(...ERRORS),
  throws: fc.constantFrom(...BUGS),
};

/** A failure, which comes late now and then where that is wanted; shrinks to one that comes at once. */
function failing(kind: Failure, isLate: boolean): fc.Arbitrary<Conduct> {
  const failure = FAILURES[kind].map((text) => ({ [kind]: text }) as unknown as Conduct);
  if (!isLate) return failure;
  const late = fc.tuple(steps(), failure).map(([delay, what]): Conduct => ({ delay, ...what }));
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 2, arbitrary: failure },
    { weight: 1, arbitrary: late },
  );
}

const CONDUCT: Readonly<Record<ConductKind, (isLate: boolean) => fc.Arbitrary<Conduct>>> = {
  result: () =>
    fc
      .oneof({ weight: 1, arbitrary: fc.constantFrom<unknown>(...RESULTS) }, fc.constant(LONG))
      .map((result) => ({ result })),
  error: (isLate) => failing('error', isLate),
  throws: (isLate) => failing('throws', isLate),
  delay: () => steps().map((delay) => ({ delay, result: `late, after ${delay}` })),
  hangs: () => fc.constant({ hangs: true }),
};

export const conductKinds: readonly ConductKind[] = Object.keys(CONDUCT) as ConductKind[];

/** Tools that hang need an app that is told to stop. */
export const usualConduct: readonly ConductKind[] = ['result', 'error', 'throws', 'delay'];

/** What overlaps shows only where it takes its time, and there are many results. */
const WEIGHTS: Partial<Record<ConductKind, number>> = { delay: 4, result: 2 };

/** Mostly nothing of note; undefined stands for that. */
export function conduct(kinds: readonly ConductKind[]): fc.Arbitrary<Conduct | undefined> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 2 * usualConduct.length, arbitrary: fc.constant(undefined) },
    ...kinds.map((kind) => ({
      weight: WEIGHTS[kind] ?? 1,
      arbitrary: CONDUCT[kind](kinds.includes('delay')),
    })),
  );
}
