/** The text of a script without the rest of a scenario around it: what a server is given to play. */
import type { Script } from '../script/script.ts';
import type { ExpectedTurn } from './scenario.ts';
import { Expander } from './expand.ts';
import { expandScenario, type Expanded } from './expand-scenario.ts';
import { inOrder } from './in-order.ts';
import type { Outcome } from './outcome.ts';
import { findPlace, type Located } from './places.ts';
import { formatPath, type Path, type ScenarioProblem } from './problem.ts';
import { problemsOf } from './problems-of.ts';
import { readYaml } from './read-yaml.ts';
import { scriptSchema, turnList, type ReadScenario } from './scenario-schema.ts';
import type { Source } from './source.ts';
import { toScript } from './to-script.ts';

/** A script, and what each of its turns expects of the request that gets it. */
export interface ParsedScript {
  readonly script: Script;
  readonly turns: readonly ExpectedTurn[];
}

/** Turns by themselves have no variables, and nothing that is shared is at hand. */
function expandTurns(located: Located): Expanded {
  const expander = new Expander(undefined);
  const scenarios = [expander.expandShared(located, new Map(), [])];
  return { scenarios, problems: expander.problems, notes: [] };
}

function compile(
  { turns, routes }: Pick<ReadScenario, 'turns' | 'routes'>,
  { spot }: Located,
  placeOf: (path: Path) => Path,
): Outcome<ParsedScript> {
  const { script, turns: expected, faults } = toScript(turns, routes);
  if (faults.length === 0) return { ok: true, value: { script, turns: expected } };
  const problems = faults.map(({ path, message }): ScenarioProblem => ({
    ...findPlace(spot, placeOf(path)),
    code: 'wrong-value',
    message,
    path: formatPath(placeOf(path)),
  }));
  return { ok: false, problems };
}

/**
 * Reads YAML or JSON that holds a list of turns, or a mapping with `turns`, such as a scenario; of a table of examples the
 * first row. Collects every problem it has. Never throws.
 */
export function safeParseScript(source: Source): Outcome<ParsedScript> {
  const yaml = readYaml(source);
  if (!yaml.ok) return yaml;
  const [written] = yaml.value as [Located, ...Located[]];
  const isList = Array.isArray(written.value);
  const expanded = isList ? expandTurns(written) : expandScenario(written, undefined);
  const [located] = expanded.scenarios;
  const schema = isList ? turnList : scriptSchema;
  const problems = [...expanded.problems, ...(located ? problemsOf(schema, located) : [])];
  if (!located || problems.length > 0) return { ok: false, problems: inOrder(problems, source) };
  return isList
    ? compile({ turns: turnList.parse(located.value) }, located, (path) => path.slice(1))
    : compile(scriptSchema.parse(located.value), located, (path) => path);
}
