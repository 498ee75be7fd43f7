/** What came of reading something: a value, or every problem it has. */
import type { ScenarioProblem } from './problem.ts';

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly ScenarioProblem[] };
