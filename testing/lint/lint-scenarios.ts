/** Everything that is wrong with scenarios and shows without running them. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { LoopTool } from '../../src/loop/index.ts';
import type { Outcome } from '../../src/scenario/outcome.ts';
import { inOrder } from '../../src/scenario/in-order.ts';
import { readFile } from '../../src/scenario/parse-file.ts';
import type { ScenarioProblem } from '../../src/scenario/problem.ts';
import { problemAt } from '../../src/scenario/problem-at.ts';
import type { ParsedScenario } from '../../src/scenario/scenario.ts';
import { uniqueProblems } from '../../src/scenario/unique-problems.ts';
import { findFiles } from '../load/find-files.ts';
import { lintCalls } from './lint-calls.ts';
import { unreachableTurns } from './unreachable-turns.ts';
import { folderIn, type LoadScenariosOptions } from '../load/load-scenarios.ts';
import { isModule, ToolLoader } from '../load/load-tools.ts';
import { readSource, sourcesFrom } from '../load/read-source.ts';
import { unknownIds } from '../load/unknown-ids.ts';

export interface LintResult {
  /** The absolute paths of the files that were looked at. */
  readonly files: readonly string[];
  /** What is wrong with them, file by file from top to bottom. */
  readonly problems: readonly ScenarioProblem[];
}

/** The tools of a scenario; nothing when they are the app's own, or code: no code is run. */
async function toolsOf(
  scenario: ParsedScenario,
  file: string,
  loader: ToolLoader,
): Promise<Outcome<readonly LoopTool[] | undefined>> {
  const { tools, written } = scenario;
  if (written.tools === undefined) return { ok: true, value: undefined };
  if (typeof tools !== 'string' || !isModule(tools)) return loader.load(scenario, file);
  if (existsSync(resolve(dirname(file), tools))) return { ok: true, value: undefined };
  const message = `"${tools}" is not a file that holds tools.`;
  return { ok: false, problems: [problemAt(scenario, 'tools-invalid', ['tools'], message)] };
}

async function lintScenario(
  scenario: ParsedScenario,
  file: string,
  loader: ToolLoader,
  whole: boolean,
): Promise<ScenarioProblem[]> {
  const tools = await toolsOf(scenario, file, loader);
  return [
    ...unknownIds(scenario),
    ...(tools.ok ? [] : tools.problems),
    ...(await lintCalls(scenario, tools.ok ? tools.value : undefined, whole)),
    ...(whole ? unreachableTurns(scenario) : []),
  ];
}

async function lintFile(file: string, cwd: string, loader: ToolLoader): Promise<ScenarioProblem[]> {
  const source = readSource(file, cwd);
  if (!source.ok) return [...source.problems];
  const { value, problems } = readFile(source.value, sourcesFrom(cwd));
  if (value?.type !== 'scenarios') return [...problems];
  const { scenarios, rests, notes } = value;
  const found = await Promise.all([
    ...scenarios.map((scenario) => lintScenario(scenario, file, loader, true)),
    ...rests.map((scenario) => lintScenario(scenario, file, loader, false)),
  ]);
  return inOrder([...problems, ...notes, ...found.flat()], source.value);
}

/**
 * Checks the scenarios of all files that `globs` name, without running anything: their form, and what can hardly be
 * meant, such as a call of a tool that is not declared.
 * @throws EnsaioError `option-invalid` when a pattern finds nothing
 */
export async function lintScenarios(
  globs: string | readonly string[],
  options: LoadScenariosOptions = {},
): Promise<LintResult> {
  const cwd = folderIn(options);
  const loader = new ToolLoader(cwd);
  const files = await findFiles([globs].flat(), cwd);
  const found = await Promise.all(files.map((file) => lintFile(file, cwd, loader)));
  return { files, problems: uniqueProblems(found.flat()) };
}
