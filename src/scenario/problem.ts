/** What can be wrong with a scenario, as data: a stable code, a place in the file, and the words for it. */
import type { Location } from './source.ts';

/** What the file itself can have wrong, found before anything runs. */
export type FileProblemCode =
  | 'file-unreadable'
  | 'file-encoding'
  | 'file-empty'
  | 'file-conversation'
  | 'yaml-syntax'
  | 'yaml-alias'
  | 'yaml-value'
  | 'duplicate-key'
  | 'unknown-key'
  | 'missing-key'
  | 'wrong-type'
  | 'wrong-value'
  | 'include-failed'
  | 'variable-undefined'
  | 'variable-not-text'
  | 'id-unknown'
  | 'tools-invalid';

/** What can hardly be meant, though it can be run; found by `ensaio lint`. */
export type LintProblemCode =
  | 'variable-unused'
  | 'tool-undeclared'
  | 'input-refused'
  | 'call-id-repeated'
  | 'turn-unreachable'
  | 'result-uncalled';

/** What a run can show to be otherwise than the scenario says. */
export type RunProblemCode =
  | 'app-failed'
  | 'app-aborted'
  | 'abort-missed'
  | 'timers-left'
  | 'request-refused'
  | 'request-unexpected'
  | 'turn-unused'
  | 'request-differs'
  | 'tool-results-differ'
  | 'tool-calls-differ'
  | 'answer-differs'
  | 'error-differs'
  | 'error-missing'
  | 'requests-differ'
  | 'refusals-differ'
  | 'usage-differs'
  | 'stop-reason-differs'
  | 'elapsed-differs'
  | 'text-appears'
  | 'client-misbehaved'
  | 'invariant-broken'
  | 'conversation-broken';

/** One problem with its place. Test against `code`; the words may change. */
export interface ScenarioProblem extends Location {
  readonly code: FileProblemCode | LintProblemCode | RunProblemCode;
  /** The rule, the invariant or the check of the client that found it, if one did. */
  readonly id?: string;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** The place inside the scenario, e.g. `turns[1].expect.tool_results[0]`; empty for the whole file. */
  readonly path: string;
  /** What was expected and received, when the problem is a difference of two values. */
  readonly difference?: { readonly expected: string; readonly received: string };
  /** The conversation up to where the difference showed, one line a message. */
  readonly transcript?: string;
}

/** The keys and indexes that lead to a value. */
export type Path = readonly (string | number)[];

/** Writes a path as it would be written in code. */
export function formatPath(path: Path): string {
  return path
    .map((step, depth) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[\p{L}\p{N}_$-]+$/u.test(step)) return `[${JSON.stringify(step)}]`;
      return depth === 0 ? step : `.${step}`;
    })
    .join('');
}
