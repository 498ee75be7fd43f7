/** What a check came to, as a file that other machines' results can be merged with. */
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import * as z from 'zod';
import { EnsaioError } from '../src/error.ts';
import type { CheckLoopReport, CheckStatistics } from '../testing/index.ts';
import { writeText } from '../testing/write-text.ts';

/** One thing that broke. */
export interface ResultFailure {
  readonly id: string;
  /** How many turns the smallest script has. */
  readonly turns: number;
  readonly seed: number;
  readonly path: string;
  /** The scenario that shows it. */
  readonly yaml: string;
  /** All that is to be said of it. */
  readonly text: string;
}

export interface CheckResult {
  readonly version: 1;
  readonly seed: number;
  readonly statistics: CheckStatistics;
  readonly failures: readonly ResultFailure[];
}

const count = z.int().min(0);

const SCHEMA: z.ZodType<CheckResult> = z.object({
  version: z.literal(1),
  seed: z.int(),
  statistics: z.object({
    runs: count,
    turns: count,
    calls: count,
    parallel: count,
    mostParallel: count,
    requests: count,
    toolRuns: count,
    kinds: z.record(z.string(), count),
  }),
  failures: z.array(
    z.object({
      id: z.string(),
      turns: count,
      seed: z.int(),
      path: z.string(),
      yaml: z.string(),
      text: z.string(),
    }),
  ),
});

export function toResult({ seed, statistics, failure }: CheckLoopReport): CheckResult {
  const failures = failure
    ? [
        {
          id: failure.id,
          turns: failure.rehearsal.turns.length,
          seed: failure.seed,
          path: failure.path,
          yaml: failure.yaml,
          text: failure.text,
        },
      ]
    : [];
  return { version: 1, seed, statistics, failures };
}

/** @throws EnsaioError `write-failed` */
export function writeResult(path: string, cwd: string, result: CheckResult): void {
  writeText(path, `${JSON.stringify(result, undefined, 2)}\n`, { cwd });
}

function invalid(file: string, reason: string, cause?: unknown): EnsaioError {
  return new EnsaioError('result-invalid', `${file} is no result of a check: ${reason}`, {
    hint: '`ensaio check --out result.json` writes one.',
    details: { file },
    cause,
  });
}

/** @throws EnsaioError `result-invalid` */
export async function readResult(path: string, cwd: string): Promise<CheckResult> {
  const file = relative(cwd, path);
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw invalid(file, error instanceof Error ? `${error.message}.` : String(error), error);
  }
  const parsed = SCHEMA.safeParse(value);
  if (parsed.success) return parsed.data;
  const [{ path: at, message }] = parsed.error.issues as [z.core.$ZodIssue];
  const where = at.length === 0 ? '' : `at ${at.join('.')}, `;
  throw invalid(file, `${where}${message.replace('Invalid input: ', '')}.`);
}
