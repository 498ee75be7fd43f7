/** What is left of a scenario without what is wrong with it, so that everything else can be judged at once. */
import { faultsOf } from './explain.ts';
import { isRecord } from '../wire/json/is-record.ts';
import type { Path } from './problem.ts';
import { scenarioSchema } from './scenario-schema.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a scenario cannot be without. */
const LEAST: Fields = { name: '-', input: '-', turns: [] };

/** Keeps the place of a turn of which nothing is right. */
const NO_TURN = { reply: '' };

/** Taking away one thing may show that another is missing. */
const MOST_ROUNDS = 5;

const but = (fields: Fields, key: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key));

/** A value without what stands at `path`; undefined when nothing is left, as of a list, whose items are counted. */
function without(value: unknown, [step, ...path]: Path): unknown {
  if (step === undefined) return undefined;
  if (Array.isArray(value)) {
    const item = without(value[Number(step)], path);
    return item === undefined ? undefined : value.with(Number(step), item);
  }
  if (!isRecord(value) || !Object.hasOwn(value, step)) return undefined;
  const kept = without(value[step as string], path);
  const rest = but(value, String(step));
  return kept === undefined ? rest : { ...rest, [step]: kept };
}

function withoutFault(scenario: Fields, path: Path): Fields {
  const [key, index, ...inTurn] = path;
  const { turns } = scenario;
  if (key === 'turns' && Array.isArray(turns) && typeof index === 'number') {
    return { ...scenario, turns: turns.with(index, without(turns[index], inTurn) ?? NO_TURN) };
  }
  // With one tool less a call might seem to be of none, and with one route less a request to have no turn.
  const rest = key === 'tools' || key === 'routes' ? but(scenario, key) : without(scenario, path);
  return { ...LEAST, ...(rest as Fields | undefined) };
}

/** Whether what a fault is in has not been taken out with another one. */
function isThere(scenario: Fields, path: Path): boolean {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>(
      (part, step) => (Object(part) as Record<PropertyKey, unknown>)[step],
      scenario,
    );
  return typeof parent === 'object' && parent !== null;
}

/** A scenario that can be parsed, its turns in their places; undefined when there is none. */
export function soundRest(value: unknown): Fields | undefined {
  if (!isRecord(value)) return undefined;
  let rest: Fields = { ...LEAST, ...value };
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const faults = faultsOf(scenarioSchema, rest);
    if (faults.length === 0) return rest;
    for (const { path } of faults) if (isThere(rest, path)) rest = withoutFault(rest, path);
  }
  return undefined;
}
