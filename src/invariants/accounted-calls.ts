/** Which calls a run accounts for, so that the others were never run. */
import { sameJson } from '../wire/json/same-json.ts';
import { callsOf, type Call } from './calls.ts';
import type { Evidence } from './evidence.ts';
import type { ToolRun } from './run-record.ts';

type Asked = Pick<Call | ToolRun, 'name' | 'input'>;

/** Whether two ask a tool for the same. */
export function asksTheSame(one: Asked, other: Asked): boolean {
  return one.name === other.name && sameJson(one.input, other.input);
}

/** The single values in an input, as somebody may have tidied them up. */
function valuesIn(input: unknown): string[] {
  return typeof input === 'object' && input !== null
    ? Object.values(input).flatMap(valuesIn)
    : [String(input).trim().toLowerCase()];
}

/** Whether what was looked up for one may answer another: it asks for the same, or for a part of it, as in a batch. */
function answers(one: Asked, other: Asked): boolean {
  if (one.name !== other.name) return false;
  const asked = valuesIn(other.input);
  const known = new Set(valuesIn(one.input));
  return asksTheSame(one, other) || (asked.length > 0 && asked.every((value) => known.has(value)));
}

/**
 * The calls that a run accounts for: the one that it names, one of that tool and input, or, where the input was mended or
 * edited on the way, any one of that tool. One run accounts for one call; only calls of a tool that is not known to write
 * share it, if they ask for the same, or for a part of it: neither a cache nor a batch is a mistake.
 */
export function accountedCalls(evidence: Evidence): ReadonlySet<Call> {
  const calls = evidence.derive(callsOf);
  const { toolRuns = [], tools = [] } = evidence.run;
  const accounted = new Set<Call>();
  const left = new Set(toolRuns);
  const match = (fits: (run: ToolRun, call: Call) => boolean): void => {
    for (const call of calls) {
      const run = accounted.has(call) ? undefined : [...left].find((each) => fits(each, call));
      if (!run) continue;
      accounted.add(call);
      left.delete(run);
    }
  };
  match((run, { id }) => run.callId === id);
  // An id that no call has says nothing.
  const ids = new Set(calls.map(({ id }) => id));
  for (const run of left) if (run.callId !== undefined && ids.has(run.callId)) left.delete(run);
  match(asksTheSame);
  const isOwnOfAnother = (run: ToolRun): boolean =>
    calls.some((call) => !accounted.has(call) && asksTheSame(run, call));
  match((run, { name }) => run.name === name && !isOwnOfAnother(run));
  const writes = new Set(tools.flatMap(({ name, effect }) => (effect === 'write' ? [name] : [])));
  const ran: readonly Asked[] = [...toolRuns, ...accounted];
  for (const call of calls) {
    const isShared = !writes.has(call.name) && ran.some((each) => answers(each, call));
    if (isShared) accounted.add(call);
  }
  return accounted;
}
