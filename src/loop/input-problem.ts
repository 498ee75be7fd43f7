/** A refused input is data first and words last, so zod and JSON Schema speak to the model alike. */

import { quote } from './quote.ts';

/** One thing wrong with an input. */
export interface InputProblem {
  /** Where, from the root of the input. */
  path: readonly PropertyKey[];
  /** What would have been right, in words that need none before them: `expected string`, `must be >= 1`. */
  expected: string;
  /** What was there; `undefined` when nothing was. */
  received: unknown;
}

/** An input that passed its check, or what is wrong with it. */
export type ParsedInput<Input> =
  { ok: true; input: Input } | { ok: false; problems: readonly InputProblem[] };

const mostProblems = 8;

/** Says which fields are wrong, what was expected and received, and what to do about it. */
export function formatProblems(problems: readonly InputProblem[]): string {
  const lines = mergeByPath(problems).map(
    ({ path, expected, received }) => `${path}: ${expected}, received ${quote(received)}`,
  );
  const shown = lines.slice(0, mostProblems);
  const left = lines.length - shown.length;
  if (left > 0) shown.push(`and ${left} more`);
  return `Invalid input. ${shown.join('; ')}. The tool was not run. Correct the input and call the tool again.`;
}

/** Finds what an input holds at a path; `undefined` when it holds nothing there. */
export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function mergeByPath(
  problems: readonly InputProblem[],
): { path: string; expected: string; received: unknown }[] {
  const merged = new Map<string, { path: string; expected: string; received: unknown }>();
  for (const problem of problems) {
    const path = formatPath(problem.path);
    const known = merged.get(path);
    if (known === undefined) merged.set(path, { ...problem, path });
    else known.expected += ` and ${problem.expected}`;
  }
  return [...merged.values()];
}

/** Writes a path into an input as it would be written in code. */
export function formatPath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'input';
  return path
    .map((key, depth) => {
      if (typeof key === 'number') return `[${key}]`;
      const name = String(key);
      if (!/^[\p{L}\p{N}_$-]{1,64}$/u.test(name)) return `[${quote(name)}]`;
      return depth === 0 ? name : `.${name}`;
    })
    .join('');
}
