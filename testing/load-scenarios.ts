/** Scenarios from disk, all of them or every reason why not. */
import { resolve } from 'node:path';
import { EnsaioError } from '../src/error.ts';
import { invalidScenario } from '../src/scenario/invalid-scenario.ts';
import type { Outcome } from '../src/scenario/outcome.ts';
import { safeParseFile } from '../src/scenario/parse-file.ts';
import type { ScenarioProblem } from '../src/scenario/problem.ts';
import { findFiles } from './find-files.ts';
import { ToolLoader } from './load-tools.ts';
import { readSource } from './read-source.ts';
import type { Scenario } from './scenario.ts';

export interface LoadScenariosOptions {
  /** The folder that patterns and names in messages start from. Default: the working directory. */
  readonly cwd?: string;
}

/** The scenario in a file; none when the file holds tools that scenarios share. */
async function loadFile(
  file: string,
  cwd: string,
  loader: ToolLoader,
): Promise<Outcome<Scenario | undefined>> {
  const source = await readSource(file, cwd);
  if (!source.ok) return source;
  const parsed = safeParseFile(source.value);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  if (value.type === 'tools') return { ok: true, value: undefined };
  const tools = await loader.load(value, file);
  if (!tools.ok) return tools;
  return { ok: true, value: Object.freeze({ ...value, tools: tools.value }) };
}

/** Files that several scenarios share have their problems told once. */
function unique(problems: readonly ScenarioProblem[]): ScenarioProblem[] {
  const byText = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...byText.values()];
}

/**
 * Loads the scenarios of all files that `globs` name, in the order of their paths. A folder stands for every YAML
 * file in it; a file that only holds tools for others is passed over.
 * @throws EnsaioError `scenario-invalid` with every problem of every file in `details.problems`; `option-invalid`
 * when a pattern finds nothing
 */
export async function loadScenarios(
  globs: string | readonly string[],
  options: LoadScenariosOptions = {},
): Promise<Scenario[]> {
  const cwd = resolve(options.cwd ?? '.');
  const patterns = [globs].flat();
  const loader = new ToolLoader(cwd);
  const files = await findFiles(patterns, cwd);
  const loaded = await Promise.all(files.map((file) => loadFile(file, cwd, loader)));
  const problems = unique(loaded.flatMap((outcome) => (outcome.ok ? [] : outcome.problems)));
  if (problems.length > 0) throw invalidScenario(problems);
  const scenarios = loaded.flatMap((outcome) =>
    outcome.ok && outcome.value ? [outcome.value] : [],
  );
  if (scenarios.length > 0) return scenarios;
  throw new EnsaioError('option-invalid', `No scenario is in ${patterns.join(', ')}, only tools.`, {
    details: { option: 'globs', received: patterns },
  });
}
