/** What a value of a file has wrong, with the place of each fault. */
import type * as z from 'zod';
import { faultsOf } from './explain.ts';
import { findPlace, type Located } from './places.ts';
import { formatPath, type ScenarioProblem } from './problem.ts';

/** Empty when the value is as `schema` wants it. */
export function problemsOf(schema: z.ZodType, { value, spot }: Located): ScenarioProblem[] {
  return faultsOf(schema, value).map(({ code, path, part, message }) => ({
    ...findPlace(spot, path, part),
    code,
    message,
    path: formatPath(path),
  }));
}
