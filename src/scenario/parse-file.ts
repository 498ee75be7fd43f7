/** The text of a file to the scenario it tells, or to the tools that scenarios share. */
import { EnsaioError } from '../error.ts';
import type { Script } from '../script/script.ts';
import { toTurn } from '../script/to-turn.ts';
import { faultsOf } from './explain.ts';
import type { Outcome } from './outcome.ts';
import type { Places } from './places.ts';
import { formatPath, type ScenarioProblem } from './problem.ts';
import { readYaml } from './read-yaml.ts';
import type { ParsedScenario } from './scenario.ts';
import { scenarioSchema, type WrittenScenario } from './scenario-schema.ts';
import type { Source } from './source.ts';
import { toolList, type ScenarioTool } from './tool-schema.ts';
import type { ScenarioTurn } from './turn-schema.ts';

/** A list of tools, with where each stands. */
export interface ToolsFile {
  readonly type: 'tools';
  readonly tools: readonly ScenarioTool[];
  readonly locate: ParsedScenario['locate'];
}

const KEYS_OF_TOOLS = ['input_schema', 'answers'];

function looksLikeTool(item: unknown): boolean {
  return typeof item === 'object' && item !== null && KEYS_OF_TOOLS.some((key) => key in item);
}

/** A list is tools if anything in it looks like one. */
function isToolList(value: unknown): boolean {
  return Array.isArray(value) && (value.length === 0 || value.some(looksLikeTool));
}

/** The script that the turns make up. A block may turn out to be none: the schema takes types it does not know. */
function toScript(turns: readonly ScenarioTurn[], places: Places): Script | ScenarioProblem[] {
  const problems: ScenarioProblem[] = [];
  const scripted = turns.flatMap(({ turn }, index) => {
    try {
      return [toTurn(turn, `turn ${index + 1}`)];
    } catch (error) {
      if (!(error instanceof EnsaioError)) throw error;
      const path = ['turns', index, 'reply'];
      const message = error.message.replace(/^\[ensaio\] /, '').replace(/\n[^]*$/, '');
      problems.push({ ...places.find(path), code: 'wrong-value', message, path: formatPath(path) });
      return [];
    }
  });
  if (problems.length > 0) return problems;
  return Object.freeze({ type: 'script', turns: Object.freeze(scripted), routes: [] });
}

function toScenario(
  { file }: Source,
  written: WrittenScenario,
  script: Script,
  locate: ParsedScenario['locate'],
): ParsedScenario {
  const { name, description, input, tools = [], turns, expect = {} } = written;
  return Object.freeze({
    type: 'scenario',
    file,
    name,
    ...(description === undefined ? {} : { description }),
    input,
    tools,
    script,
    turns: turns.map((turn, index) => ({ place: `turn ${index + 1}`, expect: turn.expect })),
    expect,
    locate,
  } satisfies ParsedScenario);
}

function byPlace(a: ScenarioProblem, b: ScenarioProblem): number {
  return a.line - b.line || a.column - b.column;
}

/** Reads a file of scenarios or of tools, collecting every problem it has. Never throws. */
export function safeParseFile(source: Source): Outcome<ParsedScenario | ToolsFile> {
  const yaml = readYaml(source);
  if (!yaml.ok) return yaml;
  const { value, places } = yaml.value;
  const schema = isToolList(value) ? toolList : scenarioSchema;
  const problems = faultsOf(schema, value).map(({ code, path, part, message }) => ({
    ...places.find(path, part),
    code,
    message,
    path: formatPath(path),
  }));
  if (problems.length > 0) return { ok: false, problems: problems.toSorted(byPlace) };
  const locate: ParsedScenario['locate'] = (path, part) => places.find(path, part);
  if (schema === toolList) {
    return { ok: true, value: { type: 'tools', tools: toolList.parse(value), locate } };
  }
  const written = scenarioSchema.parse(value);
  const script = toScript(written.turns, places);
  if (Array.isArray(script)) return { ok: false, problems: script };
  return { ok: true, value: toScenario(source, written, script, locate) };
}
