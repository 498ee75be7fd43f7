/** Whether a text appears that must never appear. */
import { isRecord } from '../../src/wire/json/is-record.ts';
import { firstMismatch } from '../../src/scenario/matcher.ts';
import { formatPath, type Path, type ScenarioProblem } from '../../src/scenario/problem.ts';
import { answerText } from '../answer-text.ts';
import type { EndedRun } from '../ended-run.ts';
import { problemIn } from './problem-in.ts';

/** A text in a value, and the path to it. */
interface Leaf {
  readonly text: string;
  readonly path: Path;
}

function* textsIn(value: unknown, path: Path = []): Generator<Leaf> {
  if (typeof value === 'string') yield { text: value, path };
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* textsIn(item, [...path, index]);
  } else if (isRecord(value)) {
    for (const [key, item] of Object.entries(value)) yield* textsIn(item, [...path, key]);
  }
}

/** Where a text may not appear: each with its name and what is in it. */
function* placesOf({ simulation, ending }: EndedRun): Generator<readonly [string, unknown]> {
  for (const { index, request } of simulation.journal) yield [`request ${index + 1}`, request.body];
  if (ending.type === 'answered') {
    yield ['the answer', answerText(ending.answer) ?? ending.answer];
  }
}

export function* nothingForbidden(run: EndedRun): Generator<ScenarioProblem> {
  const { never = [] } = run.scenario.expect;
  for (const [index, forbidden] of [never].flat().entries()) {
    const conditions = typeof forbidden === 'string' ? { contains: forbidden } : forbidden;
    const path = ['expect', 'never', ...(Array.isArray(never) ? [index] : [])];
    for (const [place, value] of placesOf(run)) {
      const leaf = [...textsIn(value)].find(
        ({ text }) => firstMismatch(conditions, text) === undefined,
      );
      if (!leaf) continue;
      const at = leaf.path.length === 0 ? '' : ` at ${formatPath(leaf.path)}`;
      yield problemIn(run, 'text-appears', path, {
        message: `what must never appear is in ${place}${at}.`,
        difference: firstMismatch({ not: conditions }, leaf.text)!,
      });
      break;
    }
  }
}
