/** `ensaio merge`: the results of many machines as those of one. */
import { findFiles } from '../testing/load/find-files.ts';
import { mergeStatistics } from '../testing/check/statistics.ts';
import { readResult, writeResult, type CheckResult, type ResultFailure } from './check-result.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { formatCheck } from './format-check.ts';
import type { IO } from './io.ts';
import { paintFor } from './paint.ts';

export interface MergeOptions {
  /** The file that the whole result is written to. Default: none. */
  readonly out?: string;
}

/** The smaller script first, then the shorter text; then any order that is always the same. */
function bySize(one: ResultFailure, other: ResultFailure): number {
  return (
    one.turns - other.turns ||
    one.yaml.length - other.yaml.length ||
    (one.yaml < other.yaml ? -1 : 1)
  );
}

/** The smallest of each thing that broke, by its id. */
function smallestOfEach(failures: readonly ResultFailure[]): ResultFailure[] {
  const groups = Map.groupBy(failures, ({ id }) => id);
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, all]) => all.toSorted(bySize)[0]!);
}

function mergeResults(results: readonly CheckResult[]): CheckResult {
  return {
    version: 1,
    seed: results[0]!.seed,
    statistics: mergeStatistics(results.map(({ statistics }) => statistics)),
    failures: smallestOfEach(results.flatMap(({ failures }) => failures)),
  };
}

/**
 * Merges the results in `globs` and prints what they come to: 0 nothing broke, 1 something.
 * @throws EnsaioError `option-invalid` when there is no such file, `result-invalid` when one holds something else,
 * `write-failed`
 */
export async function merge(
  globs: readonly string[],
  { out }: MergeOptions,
  io: IO,
): Promise<ExitCode> {
  const files = await findFiles(globs, io.cwd);
  const result = mergeResults(await Promise.all(files.map((file) => readResult(file, io.cwd))));
  const paint = paintFor(io.stdout, io);
  io.stdout.write(`${formatCheck(result, paint)}, in ${files.length} parts\n`);
  if (out !== undefined) writeResult(out, io.cwd, result);
  return result.failures.length === 0 ? EXIT.passed : EXIT.failed;
}
