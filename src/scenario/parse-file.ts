/** The text of a file to the scenario it tells, or to the tools that scenarios share. */
import type { Script } from '../script/script.ts';
import type { Outcome } from './outcome.ts';
import { readYaml } from './read-yaml.ts';
import type { ParsedScenario } from './scenario.ts';
import { problemsOf } from './problems-of.ts';
import { scenarioSchema, type WrittenScenario } from './scenario-schema.ts';
import type { Source } from './source.ts';
import { toolList, type ScenarioTool } from './tool-schema.ts';
import { turnsToScript } from './turns-to-script.ts';

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

/** Reads a file of scenarios or of tools, collecting every problem it has. Never throws. */
export function safeParseFile(source: Source): Outcome<ParsedScenario | ToolsFile> {
  const yaml = readYaml(source);
  if (!yaml.ok) return yaml;
  const { value, places } = yaml.value;
  const schema = isToolList(value) ? toolList : scenarioSchema;
  const problems = problemsOf(schema, yaml.value);
  if (problems.length > 0) return { ok: false, problems };
  const locate: ParsedScenario['locate'] = (path, part) => places.find(path, part);
  if (schema === toolList) {
    return { ok: true, value: { type: 'tools', tools: toolList.parse(value), locate } };
  }
  const written = scenarioSchema.parse(value);
  const script = turnsToScript(written.turns, ['turns'], places);
  if (!script.ok) return script;
  return { ok: true, value: toScenario(source, written, script.value, locate) };
}
