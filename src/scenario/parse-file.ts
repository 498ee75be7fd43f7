/** The text of a file to the scenarios it tells, or to the tools that scenarios share. */
import { Expander, type LoadSource } from './expand.ts';
import { expandScenario } from './expand-scenario.ts';
import { inOrder } from './in-order.ts';
import { isRecord } from '../wire/json/is-record.ts';
import type { Outcome } from './outcome.ts';
import { findPlace, partOf, type Located } from './places.ts';
import type { ScenarioProblem } from './problem.ts';
import { problemAt } from './problem-at.ts';
import { problemsOf } from './problems-of.ts';
import { readYaml } from './read-yaml.ts';
import type { ParsedScenario } from './scenario.ts';
import { scenarioSchema } from './scenario-schema.ts';
import { soundRest } from './sound-rest.ts';
import type { Source } from './source.ts';
import { toScript } from './to-script.ts';
import { toolList, type ScenarioTool } from './tool-schema.ts';
import { uniqueProblems } from './unique-problems.ts';
import type { WrittenScenario } from './written.ts';

/** Scenarios, in their order. */
export interface ScenariosFile {
  readonly type: 'scenarios';
  readonly scenarios: readonly ParsedScenario[];
  /** What is left of those with mistakes, without these. */
  readonly rests: readonly ParsedScenario[];
  /** What is no mistake and still cannot be meant. */
  readonly notes: readonly ScenarioProblem[];
}

/** A list of tools, with where each stands. */
export interface ToolsFile {
  readonly type: 'tools';
  readonly tools: readonly ScenarioTool[];
  readonly locate: ParsedScenario['locate'];
}

/** A list of turns, which says nothing without the scenarios that include it. */
export interface TurnsFile {
  readonly type: 'turns';
}

export type ParsedFile = ScenariosFile | ToolsFile | TurnsFile;

/** What could be read of a file, and what is wrong with the rest. */
export interface ReadFile {
  readonly value?: ParsedFile;
  readonly problems: readonly ScenarioProblem[];
}

type Kind = 'tools' | 'turns' | 'scenarios';

/** Keys that only one kind of item has. */
const KEYS_OF: Readonly<Record<'tools' | 'turns', readonly string[]>> = {
  tools: ['input_schema', 'answers'],
  turns: ['reply', 'error', 'fault', '$include'],
};

/** A list is tools, or turns, if anything in it looks like one. */
function kindOf({ value }: Located): Kind {
  if (!Array.isArray(value)) return 'scenarios';
  if (value.length === 0) return 'tools';
  const has = (kind: 'tools' | 'turns'): boolean =>
    value.some(
      (item) =>
        typeof item === 'object' && item !== null && KEYS_OF[kind].some((key) => key in item),
    );
  return has('tools') ? 'tools' : has('turns') ? 'turns' : 'scenarios';
}

/** Whether a value is out of a log: a message, a request, a HAR file. */
function isLogged({ value }: Located): boolean {
  if (!isRecord(value) || 'turns' in value || 'input' in value) return false;
  return 'messages' in value || ('role' in value && 'content' in value) || isRecord(value['log']);
}

function parseTools(located: Located, load: LoadSource | undefined): Outcome<ToolsFile> {
  const expander = new Expander(load);
  const { value, spot } = expander.expandShared(located, new Map(), []);
  const problems = [...expander.problems, ...problemsOf(toolList, { value, spot })];
  if (problems.length > 0) return { ok: false, problems };
  const locate: ToolsFile['locate'] = (path, part) => findPlace(spot, path, part);
  return { ok: true, value: { type: 'tools', tools: toolList.parse(value), locate } };
}

/** A scenario with what is wrong with it; of one with mistakes, what is left without them. */
interface ReadScenario {
  readonly scenario?: ParsedScenario;
  readonly problems: readonly ScenarioProblem[];
}

function readScenario({ file }: Source, located: Located): ReadScenario {
  const { spot } = located;
  const problems = problemsOf(scenarioSchema, located);
  const value = problems.length > 0 ? soundRest(located.value) : located.value;
  if (value === undefined) return { problems };
  const {
    tags = [],
    options = {},
    tools = [],
    expect = {},
    routes,
    ...read
  } = scenarioSchema.parse(value);
  const { script, turns, faults } = toScript(read.turns, routes);
  const locate: ParsedScenario['locate'] = (path, part) => findPlace(spot, path, part);
  const written = value as WrittenScenario;
  const scenario = {
    ...read,
    type: 'scenario',
    file,
    tags,
    options,
    tools,
    script,
    turns,
  } as const;
  return {
    scenario: Object.freeze({ ...scenario, expect, written, locate }),
    problems: [
      ...problems,
      ...faults.map(({ path, message }) => problemAt({ locate }, 'wrong-value', path, message)),
    ],
  };
}

function readScenarios(
  source: Source,
  written: readonly Located[],
  load: LoadSource | undefined,
): ReadFile {
  const expanded = written.map((located) => expandScenario(located, load));
  const parsed = expanded.flatMap(({ scenarios }) =>
    scenarios.map((located) => readScenario(source, located)),
  );
  const problems = [
    ...expanded.flatMap((each) => each.problems),
    ...parsed.flatMap((each) => each.problems),
  ];
  const read = (isSound: boolean): ParsedScenario[] =>
    parsed.flatMap((each) =>
      each.scenario && (each.problems.length === 0) === isSound ? [each.scenario] : [],
    );
  return {
    // The rows of a table share their mistakes.
    problems: inOrder(uniqueProblems(problems), source),
    value: {
      type: 'scenarios',
      scenarios: read(true),
      rests: read(false),
      notes: expanded.flatMap(({ notes }) => notes),
    },
  };
}

/** A list of scenarios as its items. */
function itemsOf(located: Located): readonly Located[] {
  return Array.isArray(located.value)
    ? located.value.map((_item, index) => partOf(located, index))
    : [located];
}

function toRead(outcome: Outcome<ParsedFile>): ReadFile {
  return outcome.ok ? { value: outcome.value, problems: [] } : { problems: outcome.problems };
}

/**
 * Reads what can be read of a file of scenarios or of tools, and every problem it has. `load` reads the files that it
 * includes; without it nothing can be included. Never throws.
 */
export function readFile(source: Source, load?: LoadSource): ReadFile {
  const yaml = readYaml(source);
  if (!yaml.ok) return yaml;
  const [first, ...more] = yaml.value as [Located, ...Located[]];
  if (more.length === 0) {
    const kind = kindOf(first);
    if (kind === 'tools') return toRead(parseTools(first, load));
    if (kind === 'turns') return { value: { type: 'turns' }, problems: [] };
  }
  const items = yaml.value.flatMap(itemsOf);
  if (items.length > 0 && items.every(isLogged)) {
    const message = 'this is a conversation and no scenario; `ensaio import` makes one of it.';
    return { problems: [{ ...source.at(0), code: 'file-conversation', message, path: '' }] };
  }
  return readScenarios(source, items, load);
}

/** The same, all or nothing. */
export function safeParseFile(source: Source, load?: LoadSource): Outcome<ParsedFile> {
  const { value, problems } = readFile(source, load);
  return value && problems.length === 0 ? { ok: true, value } : { ok: false, problems };
}
