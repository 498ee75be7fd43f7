/** One scenario as written to those that it stands for: one for each row of its examples. */
import * as z from 'zod';
import { Expander, type LoadSource, type Scope } from './expand.ts';
import { faultsOf } from './explain.ts';
import { isRecord } from '../wire/json/is-record.ts';
import { findPlace, partOf, type Located } from './places.ts';
import { formatPath, type ScenarioProblem } from './problem.ts';
import { VARIABLES } from './scenario-schema.ts';
import { setOwn } from './set-own.ts';

export interface Expanded {
  /** Scenarios without variables, each with where its parts stand. */
  readonly scenarios: readonly Located[];
  readonly problems: readonly ScenarioProblem[];
  /** What is no mistake and still cannot be meant: variables that nothing uses. */
  readonly notes: readonly ScenarioProblem[];
}

const tables = z.looseObject(VARIABLES);

/** The lists whose items may stand in other files. */
const SHARED = ['turns', 'tools'];

function valuesOf(
  expander: Expander,
  table: Located,
  scope: Scope,
  path: readonly (string | number)[],
): Scope {
  const values = new Map(scope);
  for (const name of Object.keys(table.value as object)) {
    values.set(name, expander.expand(partOf(table, name), values, [...path, name]));
  }
  return values;
}

function expandRow(expander: Expander, located: Located, scope: Scope): Located {
  const value = {};
  const parts = new Map<string, Located['spot']>();
  for (const key of Object.keys(located.value as object)) {
    if (Object.hasOwn(VARIABLES, key)) continue;
    const written = partOf(located, key);
    const part = SHARED.includes(key)
      ? expander.expandShared(written, scope, [key])
      : expander.expand(written, scope, [key]);
    setOwn(value, key, part.value);
    parts.set(key, part.spot);
  }
  return { value, spot: { ...located.spot, parts } };
}

/** Names that tell the rows apart, where the name of the scenario does not. */
function withNames(rows: readonly Located[]): readonly Located[] {
  const names = rows.map(({ value }) => (value as { name?: unknown }).name);
  if (new Set(names).size === rows.length) return rows;
  return rows.map(({ value, spot }, index) => {
    const name = names[index];
    if (typeof name !== 'string') return { value, spot };
    return { value: { ...(value as object), name: `${name} (row ${index + 1})` }, spot };
  });
}

/** The rows of `examples`, or one that is empty. */
function rowsOf(expander: Expander, located: Located): Scope[] {
  const { vars, examples } = located.value as { vars?: unknown; examples?: unknown[] };
  const common: Scope =
    vars === undefined
      ? new Map()
      : valuesOf(expander, partOf(located, 'vars'), new Map(), ['vars']);
  if (examples === undefined) return [common];
  const table = partOf(located, 'examples');
  return examples.map((_row, index) =>
    valuesOf(expander, partOf(table, index), common, ['examples', index]),
  );
}

function unusedIn(located: Located, used: ReadonlySet<string>): ScenarioProblem[] {
  const { vars = {}, examples = [] } = located.value as { vars?: object; examples?: object[] };
  const defined = new Map<string, readonly (string | number)[]>();
  for (const [index, row] of examples.entries()) {
    for (const name of Object.keys(row)) {
      if (!defined.has(name)) defined.set(name, ['examples', index, name]);
    }
  }
  for (const name of Object.keys(vars)) defined.set(name, ['vars', name]);
  return [...defined]
    .filter(([name]) => !used.has(name))
    .map(([name, path]) => ({
      ...findPlace(located.spot, path, 'key'),
      code: 'variable-unused',
      message: `the variable "${name}" is never used.`,
      path: formatPath(path),
    }));
}

/** Puts in the variables and the shared parts of a scenario. Never throws. */
export function expandScenario(located: Located, load: LoadSource | undefined): Expanded {
  // What is no mapping has no variables; the schema says what it should be.
  if (!isRecord(located.value)) return { scenarios: [located], problems: [], notes: [] };
  const problems = faultsOf(tables, located.value).map(({ path, part, ...fault }) => ({
    ...findPlace(located.spot, path, part),
    ...fault,
    path: formatPath(path),
  }));
  if (problems.length > 0) return { scenarios: [], problems, notes: [] };
  const expander = new Expander(load);
  const rows = rowsOf(expander, located).map((scope) => expandRow(expander, located, scope));
  return {
    scenarios: withNames(rows),
    problems: expander.problems,
    notes: unusedIn(located, expander.used),
  };
}
