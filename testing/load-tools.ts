/** The tools of a scenario, from wherever they are written, ready to be called. */
import { dirname, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LoopTool } from '../src/loop/index.ts';
import type { Outcome } from '../src/scenario/outcome.ts';
import { safeParseFile } from '../src/scenario/parse-file.ts';
import { formatPath, type Path, type ScenarioProblem } from '../src/scenario/problem.ts';
import type { ParsedScenario } from '../src/scenario/scenario.ts';
import type { ScenarioTool } from '../src/scenario/tool-schema.ts';
import { readSource } from './read-source.ts';
import { scriptedTool } from './scripted-tool.ts';

type Tools = Outcome<readonly LoopTool[]>;
type Locate = ParsedScenario['locate'];

/** Where tools are written, and how problems with them are placed. */
interface Place {
  readonly path: Path;
  readonly locate: Locate;
}

function problemAt({ path, locate }: Place, message: string): ScenarioProblem {
  return { ...locate(path), code: 'tools-invalid', message, path: formatPath(path) };
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
      problems.push(problemAt(at, messageOf(error).replace('[ensaio] ', '')));
      return [];
    }
  });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value };
}

async function importTools(file: string, name: string, place: Place): Promise<Tools> {
  const fail = (words: string): Tools => ({ ok: false, problems: [problemAt(place, words)] });
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

/** Loads the tools of scenarios; a file that many of them share is read once. */
export class ToolLoader {
  readonly #cwd: string;
  readonly #files = new Map<string, Promise<Tools | undefined>>();

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** The tools of the scenario in `file`, an absolute path. */
  async load(scenario: ParsedScenario, file: string): Promise<Tools> {
    const place = { path: ['tools'], locate: scenario.locate };
    const { tools } = scenario;
    if (typeof tools !== 'string') return makeTools(tools, place);
    const path = resolve(dirname(file), tools);
    if (!['.yaml', '.yml'].includes(extname(path))) return importTools(path, tools, place);
    const reading = this.#files.get(path) ?? this.#read(path);
    this.#files.set(path, reading);
    const problem = problemAt(place, `"${tools}" is not a file that holds tools.`);
    return (await reading) ?? { ok: false, problems: [problem] };
  }

  /** Nothing when the file is not there or holds something else: that is the mistake of whoever names it. */
  async #read(path: string): Promise<Tools | undefined> {
    const source = await readSource(path, this.#cwd);
    if (!source.ok) {
      return source.problems.some(({ code }) => code === 'file-unreadable') ? undefined : source;
    }
    const parsed = safeParseFile(source.value);
    if (!parsed.ok) return parsed;
    const { value } = parsed;
    return value.type === 'tools'
      ? makeTools(value.tools, { path: [], locate: value.locate })
      : undefined;
  }
}
