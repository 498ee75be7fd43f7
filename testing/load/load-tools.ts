/** The tools of a scenario, from wherever they are written, ready to be called. */
import { dirname, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LoopTool } from '../../src/loop/index.ts';
import type { Outcome } from '../../src/scenario/outcome.ts';
import { safeParseFile } from '../../src/scenario/parse-file.ts';
import type { Path, ScenarioProblem } from '../../src/scenario/problem.ts';
import { problemAt } from '../../src/scenario/problem-at.ts';
import type { ParsedScenario } from '../../src/scenario/scenario.ts';
import type { Location } from '../../src/scenario/source.ts';
import type { ScenarioTool } from '../../src/scenario/tool-schema.ts';
import { readSource, sourcesFrom, type OnRead } from './read-source.ts';
import { scriptedTool } from './scripted-tool.ts';

type Tools = Outcome<readonly LoopTool[]>;
type Locate = ParsedScenario['locate'];

/** Where tools are written, and how problems with them are placed. */
interface Place {
  readonly path: Path;
  readonly locate: Locate;
}

function problemOf(place: Place, message: string): ScenarioProblem {
  return problemAt(place, 'tools-invalid', place.path, message);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function makeTools(tools: readonly ScenarioTool[], place: Place): Tools {
  const problems: ScenarioProblem[] = [];
  const value = tools.flatMap((tool, index) => {
    try {
      return [scriptedTool(tool)];
    } catch (error) {
      const at = { ...place, path: [...place.path, index] };
      problems.push(problemOf(at, messageOf(error).replace('[ensaio] ', '')));
      return [];
    }
  });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value };
}

async function importTools(file: string, name: string, place: Place): Promise<Tools> {
  const fail = (words: string): Tools => ({ ok: false, problems: [problemOf(place, words)] });
  try {
    const module: unknown = await import(pathToFileURL(file).href);
    const { tools, default: byDefault } = module as { tools?: unknown; default?: unknown };
    const value = tools ?? byDefault;
    if (Array.isArray(value)) return { ok: true, value };
    return fail(`"${name}" must export a list of tools, by the name \`tools\` or as its default.`);
  } catch (error) {
    return fail(`"${name}" failed to load: ${messageOf(error)}.`);
  }
}

/** Whether the tools in a file are code, and not YAML. */
export function isModule(file: string): boolean {
  return !['.yaml', '.yml'].includes(extname(file));
}

/** Loads the tools of scenarios; a file that many of them share is read once. */
export class ToolLoader {
  readonly #cwd: string;
  readonly #onRead: OnRead | undefined;
  readonly #files = new Map<string, Tools | undefined>();

  constructor(cwd: string, onRead?: OnRead) {
    this.#cwd = cwd;
    this.#onRead = onRead;
  }

  /** The tools of the scenario in `file`, an absolute path. */
  async load(scenario: Pick<ParsedScenario, 'tools' | 'locate'>, file: string): Promise<Tools> {
    const place = { path: ['tools'], locate: scenario.locate };
    const { tools } = scenario;
    if (typeof tools !== 'string') return makeTools(tools, place);
    const path = resolve(dirname(file), tools);
    if (isModule(tools)) return importTools(path, tools, place);
    const read = this.#files.get(path) ?? this.#read(path);
    this.#files.set(path, read);
    const problem = problemOf(place, `"${tools}" is not a file that holds tools.`);
    return read ?? { ok: false, problems: [problem] };
  }

  /** Nothing when the file is not there or holds something else: that is the mistake of whoever names it. */
  #read(path: string): Tools | undefined {
    const source = readSource(path, this.#cwd, this.#onRead);
    if (!source.ok) {
      return source.problems.some(({ code }) => code === 'file-unreadable') ? undefined : source;
    }
    const parsed = safeParseFile(source.value, sourcesFrom(this.#cwd, this.#onRead));
    if (!parsed.ok) return parsed;
    const { value } = parsed;
    return value.type === 'tools'
      ? makeTools(value.tools, { path: [], locate: value.locate })
      : undefined;
  }
}

/** The tools in a file of their own, whose path starts from `cwd`, without a scenario that names it. */
export async function loadTools(path: string, cwd: string): Promise<Tools> {
  const locate = (): Location => ({ file: path, line: 1, column: 1, length: 0, lineText: '' });
  return new ToolLoader(cwd).load({ tools: path, locate }, resolve(cwd, 'tools'));
}
