/** Scenarios from disk, all of them or every reason why not. */
import { resolve } from 'node:path';
import { checkOptions, type OptionCheck } from '../../src/check-options.ts';
import { EnsaioError } from '../../src/error.ts';
import { invalidScenario } from '../../src/scenario/invalid-scenario.ts';
import { uniqueProblems } from '../../src/scenario/unique-problems.ts';
import { findFiles } from './find-files.ts';
import { loadFile } from './load-file.ts';
import { ToolLoader } from './load-tools.ts';
import type { Scenario } from '../scenario.ts';

export interface LoadScenariosOptions {
  /** The folder that patterns and names in messages start from. Default: the working directory. */
  readonly cwd?: string;
  /**
   * Gets the absolute path of each file before it is read: scenarios, what they include and their tools, but for modules.
   */
  readonly onRead?: (file: string) => void;
}

const CHECKS: Readonly<Record<keyof LoadScenariosOptions, OptionCheck>> = {
  cwd: [(value: unknown) => typeof value === 'string', 'the path of a folder'],
  onRead: [(value: unknown) => typeof value === 'function', 'a function of a path'],
};

/** The folder that everything starts from. Throws `EnsaioError` (`option-invalid`) for what is no option. */
export function folderIn(options: LoadScenariosOptions): string {
  checkOptions(options, CHECKS);
  return resolve(options.cwd ?? '.');
}

/**
 * Loads the scenarios of all files that `globs` name, in the order of their paths. A folder stands for every YAML
 * file in it; a file that only holds tools or turns for others is passed over.
 * @throws EnsaioError `scenario-invalid` with every problem of every file in `details.problems`; `option-invalid`
 * when a pattern finds nothing
 */
export async function loadScenarios(
  globs: string | readonly string[],
  options: LoadScenariosOptions = {},
): Promise<Scenario[]> {
  const cwd = folderIn(options);
  const { onRead } = options;
  const patterns = [globs].flat();
  const loader = new ToolLoader(cwd, onRead);
  const files = await findFiles(patterns, cwd);
  const loaded = await Promise.all(files.map((file) => loadFile(file, cwd, loader, onRead)));
  // Files that several scenarios share have their problems told once.
  const problems = uniqueProblems(
    loaded.flatMap((outcome) => (outcome.ok ? [] : outcome.problems)),
  );
  if (problems.length > 0) throw invalidScenario(problems);
  const scenarios = loaded.flatMap((outcome) => (outcome.ok ? outcome.value : []));
  if (scenarios.length > 0) return scenarios;
  throw new EnsaioError(
    'option-invalid',
    `No scenario is in ${patterns.join(', ')}, only what scenarios share.`,
    {
      details: { option: 'globs', received: patterns },
    },
  );
}
