/** What a check has found, as everything that can be done with it: read it, play it again, keep it. */
import { countOf } from '../../src/scenario/count-of.ts';
import { printScenario } from '../../src/scenario/print-scenario.ts';
import type { ScenarioProblem } from '../../src/scenario/problem.ts';
import type { WrittenScenario, WrittenTool } from '../../src/scenario/written.ts';
import type { AnyRehearsal } from '../arbitraries/rehearsal.ts';
import { formatFailure } from './format-failure.ts';
import type { FoundFailure } from './run-check.ts';
import { usedRoutes, type UsedRoutes } from './side-routes.ts';
import { subjectOf } from './subject.ts';
import { writeRegression } from './write-regression.ts';

export interface LoopFailure {
  /** What broke: the id of an invariant, of a rule or of a check of the client, or the code of a problem. */
  readonly id: string;
  /** What the smallest rehearsal shows, the first of them being what broke. */
  readonly problems: readonly ScenarioProblem[];
  /** The smallest rehearsal that shows it. */
  readonly rehearsal: AnyRehearsal;
  readonly seed: number;
  readonly path: string;
  /** The run in which it came up first, counted from 1. */
  readonly run: number;
  /** How often it was made smaller. */
  readonly shrinks: number;
  /** Whether it was there again when the smallest rehearsal was run once more. */
  readonly isSteady: boolean;
  /** The rehearsal as a scenario. */
  readonly scenario: WrittenScenario;
  /** The same as the text of a file. */
  readonly yaml: string;
  /** The file it was written to, if it was. */
  readonly file?: string;
  /** All of it for people. */
  readonly text: string;
}

/** Tools that nobody calls say nothing; without any an app would be no tool loop. */
function calledTools({ tools, played }: FoundFailure): WrittenTool[] {
  const { turns } = played.run.scenario.written;
  const said = JSON.stringify(turns);
  const called = tools.filter(({ name }) => said.includes(JSON.stringify(name)));
  return called.length > 0 ? called : tools.slice(0, 1);
}

function toScenario(found: FoundFailure, { written: routes }: UsedRoutes): WrittenScenario {
  const { id, played, seed, path, rehearsal } = found;
  const { written } = played.run.scenario;
  const { turns } = written;
  return {
    ...written,
    name: `${id}, in ${countOf(turns.length, 'turn')}`,
    description: `Found by ${subjectOf(rehearsal).check} with seed ${seed} and path ${path}.`,
    tags: ['regression'],
    tools: calledTools(found),
    ...(routes.length === 0 ? {} : { routes }),
  };
}

/**
 * `folder` is where it is written to; undefined for not at all.
 * @throws EnsaioError `write-failed`
 */
export function toFailure(found: FoundFailure, folder: string | undefined): LoopFailure {
  const { id, problems, rehearsal, seed, path, run, shrinks, isSteady, played } = found;
  const used = usedRoutes(played.run);
  const scenario = toScenario(found, used);
  const yaml = printScenario(scenario);
  const file = folder === undefined ? undefined : writeRegression(folder, id, scenario);
  const failure = {
    id,
    problems,
    rehearsal,
    seed,
    path,
    run,
    shrinks,
    isSteady,
    scenario,
    yaml,
    ...(file === undefined ? {} : { file }),
  };
  return { ...failure, text: formatFailure({ ...failure, text: '' }, played.run, used) };
}
