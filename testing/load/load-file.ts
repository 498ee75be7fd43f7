/** The scenarios in one file, ready to be run, or every reason why not. */
import type { Outcome } from '../../src/scenario/outcome.ts';
import { safeParseFile } from '../../src/scenario/parse-file.ts';
import type { ParsedScenario } from '../../src/scenario/scenario.ts';
import type { ToolLoader } from './load-tools.ts';
import { readSource, sourcesFrom, type OnRead } from './read-source.ts';
import type { Scenario } from '../scenario.ts';
import { unknownIds } from './unknown-ids.ts';

async function ready(
  parsed: ParsedScenario,
  file: string,
  loader: ToolLoader,
): Promise<Outcome<Scenario>> {
  const tools = await loader.load(parsed, file);
  const problems = [...unknownIds(parsed), ...(tools.ok ? [] : tools.problems)];
  if (!tools.ok || problems.length > 0) return { ok: false, problems };
  return { ok: true, value: Object.freeze({ ...parsed, tools: tools.value }) };
}

/** The scenarios of `file`, an absolute path; none when it holds what scenarios share. */
export async function loadFile(
  file: string,
  cwd: string,
  loader: ToolLoader,
  onRead?: OnRead,
): Promise<Outcome<readonly Scenario[]>> {
  const source = readSource(file, cwd, onRead);
  if (!source.ok) return source;
  const parsed = safeParseFile(source.value, sourcesFrom(cwd, onRead));
  if (!parsed.ok) return parsed;
  if (parsed.value.type !== 'scenarios') return { ok: true, value: [] };
  const outcomes = await Promise.all(
    parsed.value.scenarios.map((scenario) => ready(scenario, file, loader)),
  );
  const problems = outcomes.flatMap((outcome) => (outcome.ok ? [] : outcome.problems));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : [])) };
}
