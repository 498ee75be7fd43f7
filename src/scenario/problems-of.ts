/** What a file's value has wrong, with the place of each fault. */
import type * as z from 'zod';
import { faultsOf } from './explain.ts';
import { formatPath, type ScenarioProblem } from './problem.ts';
import type { YamlContent } from './read-yaml.ts';

function byPlace(a: ScenarioProblem, b: ScenarioProblem): number {
  return a.line - b.line || a.column - b.column;
}

/** The problems in the order of the file; empty when the value is as `schema` wants it. */
export function problemsOf(schema: z.ZodType, { value, places }: YamlContent): ScenarioProblem[] {
  return faultsOf(schema, value)
    .map(({ code, path, part, message }) => ({
      ...places.find(path, part),
      code,
      message,
      path: formatPath(path),
    }))
    .toSorted(byPlace);
}
