/** The turns of a file as the script they make up. */
import { EnsaioError } from '../error.ts';
import type { Script } from '../script/script.ts';
import { toTurn } from '../script/to-turn.ts';
import type { Outcome } from './outcome.ts';
import type { Places } from './places.ts';
import { formatPath, type Path, type ScenarioProblem } from './problem.ts';
import type { ScenarioTurn } from './turn-schema.ts';

/** The script; `at` leads to the turns. A block may turn out to be none: the schema takes types it does not know. */
export function turnsToScript(
  turns: readonly ScenarioTurn[],
  at: Path,
  places: Places,
): Outcome<Script> {
  const problems: ScenarioProblem[] = [];
  const scripted = turns.flatMap(({ turn }, index) => {
    try {
      return [toTurn(turn, `turn ${index + 1}`)];
    } catch (error) {
      if (!(error instanceof EnsaioError)) throw error;
      const path = [...at, index, 'reply'];
      const message = error.message.replace(/^\[ensaio\] /, '').replace(/\n[^]*$/, '');
      problems.push({ ...places.find(path), code: 'wrong-value', message, path: formatPath(path) });
      return [];
    }
  });
  if (problems.length > 0) return { ok: false, problems };
  const value: Script = Object.freeze({
    type: 'script',
    turns: Object.freeze(scripted),
    routes: [],
  });
  return { ok: true, value };
}
